import { describe, expect, test } from 'vitest';
import type { EventDetail } from '../events/schema.ts';
import type { EventStatus } from '../events/status.ts';
import {
	canReachDiscord,
	canRetryMirror,
	type EventTime,
	findMovedTime,
	getStatusAfterMissedEnd,
	getStatusFromDiscord,
	type MirrorPlanInput,
	type MirrorStep,
	planMirror,
	shouldOfferRetry,
	toMinutes,
} from './mirror-plan.ts';
import { DISCORD_STATUS, type DiscordStatus } from './scheduled-event.ts';

const NOW = new Date('2026-10-16T12:00:00Z');
const FUTURE = new Date('2026-10-17T00:30:00Z');
const PAST = new Date('2026-10-16T11:00:00Z');
const TEXT = {
	name: 'Friday night',
	description: 'https://townbell.example/events/7',
	location: 'The Hearth',
	scheduled_start_time: FUTURE.toISOString(),
	scheduled_end_time: '2026-10-17T03:30:00.000Z',
};
const remote = (status: DiscordStatus, changes: Partial<typeof TEXT> = {}) => ({
	...TEXT,
	...changes,
	status,
	isExternal: true,
	seriesStart: null,
});
const plan = (input: Partial<MirrorPlanInput>) =>
	planMirror({
		event: { status: 'active', date: FUTURE },
		text: TEXT,
		remote: null,
		isImageStale: false,
		now: NOW,
		...input,
	});

const { scheduled, active, completed, cancelled } = DISCORD_STATUS;
const setStatus = (status: DiscordStatus): MirrorStep => ({ kind: 'setStatus', status });
const done: MirrorStep = { kind: 'done' };
const create: MirrorStep = { kind: 'create' };

test.each<[EventStatus, Date, { isLinked?: boolean; isMoved?: boolean }, boolean]>([
	['active', FUTURE, {}, true],
	['active', FUTURE, { isLinked: true, isMoved: true }, true],
	['active', PAST, {}, false],
	['active', NOW, { isLinked: true, isMoved: true }, false],
	['active', PAST, { isLinked: true }, true],
	['cancelled', PAST, { isLinked: true, isMoved: true }, true],
	['completed', PAST, { isLinked: true }, true],
])('an event that is %s at %s with %j reaches Discord: %s', (status, date, is, isReached) => {
	const state = { isLinked: false, isMoved: false, now: NOW, ...is };
	expect(canReachDiscord({ status, date }, state)).toBe(isReached);
});

test('what a moderator has moved keeps its times, and gets the other changes', () => {
	const moved = {
		scheduled_start_time: '2026-10-17T01:30:00.000Z',
		scheduled_end_time: '2026-10-17T04:30:00.000Z',
	};
	const open = { isMovedOnDiscord: true };
	expect(plan({ remote: remote(scheduled, moved), ...open })).toEqual(done);
	expect(plan({ remote: remote(scheduled, { ...moved, name: 'Old' }), ...open })).toEqual({
		kind: 'update',
		fields: { name: TEXT.name },
	});
	expect(plan({ remote: remote(active, moved), ...open })).toEqual(done);
	expect(plan({ remote: remote(scheduled, moved), isImageStale: true, ...open })).toEqual({
		kind: 'update',
		fields: {},
	});
	// Without the question, our times are sent.
	expect(plan({ remote: remote(scheduled, moved) })).toMatchObject({ kind: 'update' });
});

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
])('event %s, Discord %s: %j', (status, discordStatus, step) => {
	const event = { status, date: FUTURE };
	expect(plan({ event, remote: discordStatus === 'nothing' ? null : remote(discordStatus) })).toEqual(step);
});

test('refuses to create a mirror for an event that has started', () => {
	const event = { status: 'active', date: PAST } as const;
	expect(plan({ event })).toEqual({ kind: 'refuse', text: expect.stringContaining('have started') });
	expect(plan({ event, remote: remote(cancelled) })).toMatchObject({ kind: 'refuse' });
});

describe('changes', () => {
	test('sends only the fields that differ; equal instants in other formats do not count', () => {
		const discordStatus = remote(scheduled, {
			name: 'Old',
			scheduled_start_time: '2026-10-17T00:30:00+00:00',
		});
		expect(plan({ remote: discordStatus })).toEqual({ kind: 'update', fields: { name: TEXT.name } });
	});

	test('sends no location for a Discord event in a channel', () => {
		const discordStatus = { ...remote(scheduled, { location: '', name: 'Old' }), isExternal: false };
		expect(plan({ remote: discordStatus })).toEqual({ kind: 'update', fields: { name: TEXT.name } });
	});

	test('a new picture alone is a change', () =>
		expect(plan({ remote: remote(scheduled), isImageStale: true })).toEqual({ kind: 'update', fields: {} }));

	test('does not send a start in the past', () => {
		const event = { status: 'active', date: PAST } as const;
		const text = { ...TEXT, name: 'New', scheduled_start_time: PAST.toISOString() };
		expect(plan({ event, text, remote: remote(active) })).toEqual({
			kind: 'update',
			fields: { name: 'New' },
		});
		expect(plan({ event, text, remote: remote(scheduled) })).toEqual({
			kind: 'update',
			fields: { name: 'New' },
		});
	});

	test('ends a running mirror whose event was moved to the future, and creates a new one', () => {
		const text = { ...TEXT, scheduled_start_time: '2026-10-18T00:30:00.000Z' };
		const event = { status: 'active', date: new Date(text.scheduled_start_time) } as const;
		expect(plan({ event, text, remote: remote(active) })).toEqual(setStatus(completed));
		expect(plan({ event, text, remote: remote(completed) })).toEqual(create);
	});
});

describe('an end on Discord', () => {
	const START = '2026-10-17T00:30:00.000Z';
	const END = TEXT.scheduled_end_time;
	const BEFORE = '2026-10-16T12:00:00Z';
	const DURING = '2026-10-17T02:00:00Z';
	const AFTER = '2026-10-17T03:30:01Z';
	const OTHER_DAY = {
		scheduled_start_time: '2026-10-10T00:30:00.000Z',
		scheduled_end_time: '2026-10-10T03:30:00.000Z',
	};
	const SHORTER = { scheduled_end_time: '2026-10-17T02:00:00.000Z' };
	const IN_CHANNEL = { isExternal: false };
	type Changes = Partial<ReturnType<typeof remote>>;
	const at = (own: EventStatus, status: DiscordStatus, now: string, changes: Changes = {}) => {
		const event = { status: own, date: new Date(START), duration: 180 };
		return getStatusFromDiscord(event, { ...remote(status), ...changes }, new Date(now));
	};

	test.each<[EventStatus, DiscordStatus, string, EventStatus | null]>([
		['active', scheduled, BEFORE, null],
		['active', active, DURING, null],
		['active', completed, BEFORE, 'completed'],
		['active', completed, DURING, 'completed'],
		['active', completed, END, 'completed'],
		['active', cancelled, BEFORE, 'cancelled'],
		['active', cancelled, DURING, 'cancelled'],
		['cancelled', completed, AFTER, null],
		['completed', cancelled, AFTER, null],
	])('event %s, Discord becomes %s at %s: %s', (own, status, now, next) => {
		expect(at(own, status, now)).toBe(next);
	});

	test.each<[string, Changes, DiscordStatus, string, EventStatus | null]>([
		['of the old date of a moved event', OTHER_DAY, completed, BEFORE, null],
		['of the old date of a moved event', OTHER_DAY, cancelled, BEFORE, 'cancelled'],
		['of an event that is longer here, by a user', SHORTER, completed, '2026-10-17T01:30:00Z', 'completed'],
		['of an event that is longer here, by a fast clock', SHORTER, completed, '2026-10-17T01:59:58Z', null],
		['of an event that is longer here, at the old end', SHORTER, completed, DURING, null],
		['in a channel, before the start', IN_CHANNEL, completed, BEFORE, 'completed'],
		['in a channel, before the start', IN_CHANNEL, cancelled, BEFORE, 'cancelled'],
		['in a channel, from the start on', IN_CHANNEL, completed, START, null],
		['in a channel, when it is empty', IN_CHANNEL, completed, DURING, null],
		['in a channel, when it was not started', IN_CHANNEL, cancelled, DURING, null],
		['in a channel, after our end', IN_CHANNEL, cancelled, AFTER, null],
		[
			'in a channel, on the old date of a moved event',
			{ isExternal: false, scheduled_start_time: '2026-10-16T09:00:00Z' },
			cancelled,
			BEFORE,
			null,
		],
	])('%s (%j), status %s at %s: %s', (_, changes, status, now, next) => {
		expect(at('active', status, now, changes)).toBe(next);
	});

	test.each<[DiscordStatus, DiscordStatus | null, EventStatus | null]>([
		[cancelled, scheduled, 'cancelled'],
		[cancelled, active, 'cancelled'],
		[cancelled, null, 'cancelled'],
		[completed, active, 'completed'],
		[active, scheduled, null],
		// A status that we requested ourselves or already received.
		[cancelled, cancelled, null],
		[completed, completed, null],
	])('that we missed: Discord %s, known %s: %s', (status, known, next) => {
		const event = { status: 'active', date: new Date(START), duration: 180 } as const;
		expect(getStatusAfterMissedEnd(event, { remote: remote(status), known, now: NOW })).toBe(next);
	});
});

const CHANGED_AT = '2026-10-17T00:30:00.000Z';

test.each<[EventDetail['discord_sync']['state'], string | null, EventDetail['status'], number, boolean]>([
	['none', null, 'active', 90, false],
	['synced', null, 'active', 90, false],
	['failed', 'Discord says no.', 'active', 0, true],
	['failed', 'Discord says no.', 'cancelled', 0, true],
	['deleted', null, 'active', 0, true],
	['deleted', null, 'completed', 90, false],
	['pending', null, 'active', 0, false],
	['pending', null, 'active', 59, false],
	['pending', null, 'active', 60, true],
	['pending', "Discord isn't responding.", 'active', 5, true],
])(
	'a mirror that is %s (%s) of an event that is %s, after %d s',
	(state, error, status, seconds, canRetry) => {
		const event = { status, discord_sync: { state, error }, mirrorChangedAt: CHANGED_AT };
		expect(shouldOfferRetry(event, new Date(Date.parse(CHANGED_AT) + seconds * 1_000))).toBe(canRetry);
	},
);

test.each([
	['none', 'active', false],
	['synced', 'active', false],
	['pending', 'active', true],
	['failed', 'active', true],
	['failed', null, true],
	['deleted', 'active', true],
	['deleted', 'cancelled', false],
	['deleted', null, false],
] as const)(
	'a mirror that is %s can be retried or not for an event that is %s',
	(state, status, expected) => {
		expect(canRetryMirror(state, status)).toBe(expected);
	},
);

const at = (start: string, end: string): EventTime => ({
	start: new Date(`2026-10-17T${start}:00Z`),
	end: new Date(`2026-10-17T${end}:00Z`),
});
const sent = at('18:00', '21:00');
const toRemote = ({ start, end }: EventTime, changes = {}) => ({
	status: 1 as const,
	isExternal: true,
	scheduled_start_time: start.toISOString(),
	scheduled_end_time: end.toISOString(),
	seriesStart: null,
	...changes,
});

test.each<[string, EventTime, object, { own?: EventTime; sent?: EventTime | null }, EventTime | null]>([
	['as we sent it', sent, {}, {}, null],
	['as we sent it, and our event has moved since', sent, {}, { own: at('19:00', '22:00') }, null],
	['moved', at('20:00', '23:00'), {}, {}, at('20:00', '23:00')],
	['moved on both sides', at('20:00', '23:00'), {}, { own: at('19:00', '22:00') }, at('20:00', '23:00')],
	['moved to the time that our event has now', at('19:00', '22:00'), {}, { own: at('19:00', '22:00') }, null],
	['longer', at('18:00', '21:30'), {}, {}, at('18:00', '21:30')],
	['written with an offset', sent, { scheduled_start_time: '2026-10-17T18:00:00+00:00' }, {}, null],
	['what Discord had is unknown', at('20:00', '23:00'), {}, { sent: null }, null],
	['running, with a start by Discord', at('17:50', '21:00'), { status: 2 }, {}, null],
	['running, and longer', at('17:50', '22:00'), { status: 2 }, {}, at('18:00', '22:00')],
	['ended', at('20:00', '23:00'), { status: 3 }, {}, null],
	['repeating', at('20:00', '23:00'), { seriesStart: '2026-10-17T20:00:00.000Z' }, {}, null],
	['in a channel, without an end', at('18:00', '18:00'), { isExternal: false }, {}, null],
	['in a channel, moved', at('20:00', '20:00'), { isExternal: false }, {}, at('20:00', '23:00')],
])('%s', (_, shown, changes, times, expected) => {
	expect(findMovedTime(toRemote(shown, changes), { sent, own: sent, ...times })).toEqual(expected);
});

test('the length is rounded up to whole minutes', () => {
	expect(toMinutes({ start: new Date(0), end: new Date(90_500) })).toBe(2);
});
