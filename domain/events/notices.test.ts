import { expect, test } from 'vitest';
import { describeMove, type NoticePlan, planNotice } from './notices.ts';
import type { EventStatus } from './status.ts';

const now = new Date('2026-10-15T12:00:00.000Z');
/** Returns what is known of an event that starts at this minute of the test's clock. */
const at = (minutes: number, status: EventStatus = 'active') => ({
	date: new Date(now.getTime() + minutes * 60_000),
	status,
});
const moved = (minutes: number): NoticePlan => ({ kind: 'moved', told: at(minutes), hasMoved: true });

test.each([
	['nothing changed', at(600), at(600), null],
	['moved by exactly 15 minutes', at(600), at(615), null],
	['moved by more than 15 minutes', at(600), at(615.001), moved(615.001)],
	['moved earlier by exactly 15 minutes', at(600), at(585), null],
	['moved earlier by more than 15 minutes', at(600), at(584.999), moved(584.999)],
	['moved to this moment', at(600), at(0), moved(0)],
	['moved to the past', at(600), at(-0.001), null],
	['postponed after its start', at(-10), at(600), moved(600)],
	[
		'cancelled',
		at(600),
		at(600, 'cancelled'),
		{ kind: 'cancelled', told: at(600, 'cancelled'), hasMoved: false },
	],
	[
		'moved and cancelled: the known start stays',
		at(600),
		at(900, 'cancelled'),
		{ kind: 'cancelled', told: at(600, 'cancelled'), hasMoved: false },
	],
	['cancelled after its start', at(-10), at(-10, 'cancelled'), null],
	['still cancelled, and moved', at(600, 'cancelled'), at(900, 'cancelled'), null],
	['reinstated', at(600, 'cancelled'), at(600), { kind: 'reinstated', told: at(600), hasMoved: false }],
	[
		'reinstated, a little later',
		at(600, 'cancelled'),
		at(610),
		{ kind: 'reinstated', told: at(610), hasMoved: false },
	],
	[
		'reinstated and moved',
		at(600, 'cancelled'),
		at(900),
		{ kind: 'reinstated', told: at(900), hasMoved: true },
	],
	['reinstated after its start', at(-10, 'cancelled'), at(-10), null],
	['completed', at(-200), at(-200, 'completed'), null],
	['completed although it was moved to the future', at(600), at(900, 'completed'), null],
	['a cancelled event that is completed', at(-200, 'cancelled'), at(-200, 'completed'), null],
	['active again after its end, by a move to the future', at(-200, 'completed'), at(600), moved(600)],
	['a completed event that is cancelled at once', at(-200, 'completed'), at(600, 'cancelled'), null],
] as const)('%s', (_, told, event, expected) => {
	expect(planNotice(told, event, now)).toEqual(expected);
});

test.each([
	[
		'2026-12-05T01:30:00.000Z',
		'2026-12-06T00:30:00.000Z',
		'Moved from Fri, Dec 4, 8:30 PM to Sat, Dec 5, 7:30 PM Eastern.',
	],
	['2026-12-05T01:30:00.000Z', '2026-12-05T01:30:00.000Z', null],
])('the creator reads from when to when the event was moved: %s, %s', (before, after, text) => {
	expect(describeMove(before, after)).toBe(text);
});
