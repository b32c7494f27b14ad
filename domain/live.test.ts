import { expect, test } from 'vitest';
import {
	describeChanges,
	getRetryDelay,
	hasChange,
	isLaterLsn,
	type LivePosition,
	parsePosition,
	type ShownEvent,
} from './live.ts';
import { mapStatusFields } from './signups/statuses.ts';

const COUNTS = { epoch: '0a1b2c3d', total: 7, event: null };

test.each<[string, LivePosition]>([
	['0a1b2c3d.7', COUNTS],
	['0a1b2c3d.7.17.5.2', { ...COUNTS, event: { id: '17', counts: '5.2' } }],
	['standby.7', { epoch: 'standby', total: 7, event: null }],
	['.7', { ...COUNTS, epoch: '' }],
])('the position %s', (text, position) => {
	expect(parsePosition(text)).toEqual(position);
});

test.each([
	'7',
	'0a1b2c3d.7.17',
	'0a1b2c3d.7.17.5',
	'0a1b2c3d.7.17.5.2.1',
	"0a1b2c3d.7'",
	'0a1b2c3d4e.7',
	`0a1b2c3d.${'9'.repeat(16)}`,
	`0a1b2c3d.7.${'9'.repeat(20)}.5.2`,
	'7:9:7,8',
])('any other text is a position before everything: %.40s', (text) => {
	expect(parsePosition(text)).toEqual({ epoch: '', total: 0, event: null });
});

test('no text is no position', () => expect(parsePosition('')).toBeNull());

test.each([
	['0a1b2c3d.7', 7, true],
	['0a1b2c3d.7.17.5.2', 7, true],
	['0a1b2c3d.7', 8, false],
	['0a1b2c3d.7', Number.MAX_SAFE_INTEGER, false],
	['standby.150', 50, true],
	['standby.150', 51, false],
	['', 1, false],
])('data of %s and the change %i', (position, version, isIncluded) => {
	expect(hasChange(position, version)).toBe(isIncluded);
});

test.each([
	['0/3000148', '0/3000147', true],
	['0/3000148', '0/3000148', false],
	['0/FFFFFFFF', '1/0', false],
	['10/0', '9/FFFFFF', true],
	['0/a0', '0/9F', true],
])('%s is later than %s in the write-ahead log: %s', (lsn, other, isLater) => {
	expect(isLaterLsn(lsn, other)).toBe(isLater);
});

test.each([
	[1, 0, 1_000],
	[1, 1, 500],
	[2, 0, 2_000],
	[5, 0.5, 12_000],
	[6, 0, 30_000],
	[2_000, 1, 15_000],
])('after %i failures, with %d of the random part: %i ms', (failures, random, delay) => {
	expect(getRetryDelay(failures, random)).toBe(delay);
});

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
