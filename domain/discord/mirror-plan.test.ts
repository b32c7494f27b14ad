import { describe, expect, test } from 'vitest';
import type { EventStatus } from '../events/schema.ts';
import {
	type MirrorStep,
	type MirrorWish,
	planMirror,
	statusFromDiscord,
	statusOfUnheardEnd,
} from './mirror-plan.ts';
import { DISCORD_STATUS, type DiscordStatus } from './scheduled-event.ts';

const NOW = new Date('2026-10-16T12:00:00Z');
const AHEAD = new Date('2026-10-17T00:30:00Z');
const BEGUN = new Date('2026-10-16T11:00:00Z');
const TEXT = {
	name: 'Friday night',
	description: 'https://townbell.example/events/7',
	location: 'The Hearth',
	scheduled_start_time: AHEAD.toISOString(),
	scheduled_end_time: '2026-10-17T03:30:00.000Z',
};
const remote = (status: DiscordStatus, changes: Partial<typeof TEXT> = {}) => ({
	...TEXT,
	...changes,
	status,
	isExternal: true,
});
const plan = (wish: Partial<MirrorWish>) =>
	planMirror({
		event: { status: 'active', date: AHEAD },
		text: TEXT,
		remote: null,
		isImageStale: false,
		now: NOW,
		...wish,
	});

const { scheduled, active, completed, cancelled } = DISCORD_STATUS;
const setStatus = (status: DiscordStatus): MirrorStep => ({ kind: 'setStatus', status });
const done: MirrorStep = { kind: 'done' };
const create: MirrorStep = { kind: 'create' };

test.each<[EventStatus, DiscordStatus | 'nothing', MirrorStep]>([
	['active', 'nothing', create],
	['active', scheduled, done],
	['active', active, done],
	['active', completed, create],
	['active', cancelled, create],
	['cancelled', 'nothing', done],
	['cancelled', scheduled, setStatus(cancelled)],
	['cancelled', active, setStatus(completed)],
	['cancelled', completed, done],
	['cancelled', cancelled, done],
	['completed', 'nothing', done],
	['completed', scheduled, setStatus(active)],
	['completed', active, setStatus(completed)],
	['completed', completed, done],
	['completed', cancelled, done],
])('ours is %s, theirs %s: %j', (status, theirs, step) => {
	const event = { status, date: AHEAD };
	expect(plan({ event, remote: theirs === 'nothing' ? null : remote(theirs) })).toEqual(step);
});

test('a night that has begun is not created, and is said so', () => {
	const event = { status: 'active', date: BEGUN } as const;
	expect(plan({ event })).toEqual({ kind: 'refuse', text: expect.stringContaining('begun') });
	expect(plan({ event, remote: remote(cancelled) })).toMatchObject({ kind: 'refuse' });
});

describe('changes', () => {
	test('only what differs is sent, however the same instant is written', () => {
		const theirs = remote(scheduled, { name: 'Old', scheduled_start_time: '2026-10-17T00:30:00+00:00' });
		expect(plan({ remote: theirs })).toEqual({ kind: 'update', fields: { name: TEXT.name } });
	});

	test('an event in a channel there keeps it: no place is sent', () => {
		const theirs = { ...remote(scheduled, { location: '', name: 'Old' }), isExternal: false };
		expect(plan({ remote: theirs })).toEqual({ kind: 'update', fields: { name: TEXT.name } });
	});

	test('a new picture alone is a change', () =>
		expect(plan({ remote: remote(scheduled), isImageStale: true })).toEqual({ kind: 'update', fields: {} }));

	test('a start that is past is not sent', () => {
		const event = { status: 'active', date: BEGUN } as const;
		const text = { ...TEXT, name: 'New', scheduled_start_time: BEGUN.toISOString() };
		expect(plan({ event, text, remote: remote(active) })).toEqual({
			kind: 'update',
			fields: { name: 'New' },
		});
		expect(plan({ event, text, remote: remote(scheduled) })).toEqual({
			kind: 'update',
			fields: { name: 'New' },
		});
	});

	test('a running one that is moved ahead ends, and a new one is made', () => {
		const text = { ...TEXT, scheduled_start_time: '2026-10-18T00:30:00.000Z' };
		const event = { status: 'active', date: new Date(text.scheduled_start_time) } as const;
		expect(plan({ event, text, remote: remote(active) })).toEqual(setStatus(completed));
		expect(plan({ event, text, remote: remote(completed) })).toEqual(create);
	});
});

test.each<[EventStatus, DiscordStatus, EventStatus | null]>([
	['active', scheduled, null],
	['active', active, null],
	['active', completed, 'completed'],
	['active', cancelled, 'cancelled'],
	['cancelled', completed, null],
	['completed', cancelled, null],
])('ours is %s and theirs becomes %s: %s', (own, theirs, status) => {
	expect(statusFromDiscord(own, theirs)).toBe(status);
});

describe('an end that nobody told us of', () => {
	test.each<[EventStatus, DiscordStatus, DiscordStatus | null, EventStatus | null]>([
		['active', cancelled, scheduled, 'cancelled'],
		['active', cancelled, active, 'cancelled'],
		['active', cancelled, null, 'cancelled'],
		['active', completed, active, 'completed'],
		['active', active, scheduled, null],
		// A status that we requested ourselves or already received.
		['active', cancelled, cancelled, null],
		['active', completed, completed, null],
		['cancelled', cancelled, scheduled, null],
		['completed', completed, scheduled, null],
	])('ours %s, theirs %s, known %s: %s', (own, status, known, next) => {
		expect(statusOfUnheardEnd(own, { remote: remote(status), known, text: TEXT })).toBe(next);
	});

	test('a night that was moved since: it is cancelled, but not over', () => {
		const moved = { scheduled_start_time: '2026-10-10T00:30:00.000Z' };
		const at = (status: DiscordStatus) =>
			statusOfUnheardEnd('active', { remote: remote(status, moved), known: scheduled, text: TEXT });
		expect([at(completed), at(cancelled)]).toEqual([null, 'cancelled']);
	});
});
