import { expect, test } from 'vitest';
import { mapStatusFields } from '../signups/statuses.ts';
import { describeChanges, type ShownEvent } from './describe-changes.ts';

const event = (changes: Partial<ShownEvent> = {}): ShownEvent => ({
	id: '1',
	title: 'Friday',
	date: '2026-11-27T19:00:00Z',
	status: 'active',
	comments: 2,
	groups: [],
	...mapStatusFields('count', () => 0),
	confirmed_count: 4,
	late_count: 1,
	...changes,
});
const counts = { confirmed_count: 5, late_count: 0 };

test.each<[string, Partial<ShownEvent>, string]>([
	['nothing', {}, ''],
	['signups', counts, 'Friday: 5 confirmed, 0 late.'],
	['many signups', { confirmed_count: 1_200 }, 'Friday: 1,200 confirmed.'],
	['the title', { title: 'Saturday' }, 'Friday: the title is now Saturday.'],
	['the time', { date: '2026-11-27T20:00:00Z' }, 'Friday: the time has changed.'],
	['a cancelled event', { status: 'cancelled' }, 'Friday: the event is cancelled.'],
	['a comment', { comments: 3 }, 'Friday: 3 comments.'],
	['groups', { groups: [{ name: 'Group 1' }] }, 'Friday: the groups have changed.'],
	[
		'two things',
		{ comments: 1, groups: [{ name: 'Group 1' }] },
		'Friday: 1 comment, the groups have changed.',
	],
])('%s', (_, changes, text) => {
	expect(describeChanges([event()], [event(changes)])).toBe(text);
});

test('events of a list', () => {
	const ids = ['1', '2', '3', '4'];
	const before = ids.map((id) => event({ id, title: `Night ${id}` }));
	const change = (count: number) => before.map((one, at) => (at < count ? { ...one, ...counts } : one));
	expect(describeChanges(before, change(2))).toBe(
		'Night 1: 5 confirmed, 0 late. Night 2: 5 confirmed, 0 late.',
	);
	expect(describeChanges(before, change(3))).toContain('Night 3: 5 confirmed, 0 late.');
	expect(describeChanges(before, change(4))).toBe('4 events changed.');
	expect(describeChanges(before, [...before, event({ id: '5', title: 'Night 5' })])).toBe(
		'New event: Night 5.',
	);
	expect(describeChanges(before, before.slice(1))).toBe('');
});
