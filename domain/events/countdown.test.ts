import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, WEEK_MS } from '../limits.ts';
import {
	formatCountdown,
	formatUntilStart,
	getCountdownParts,
	getCountdownWarning,
	getEventBadge,
} from './countdown.ts';

const START = new Date('2026-10-17T00:30:00Z');
/** Returns a `now` for which the start is `ahead` milliseconds away. */
const nowBefore = (ahead: number) => new Date(START.getTime() - ahead);

describe('formatCountdown', () => {
	test.each([
		['two years ahead', 105 * WEEK_MS, 'In 105 weeks'],
		['two weeks', 2 * WEEK_MS, 'In 2 weeks'],
		['just under two weeks', 2 * WEEK_MS - 1, 'In 1 week'],
		['a week', WEEK_MS, 'In 1 week'],
		['just under a week', WEEK_MS - 1, 'In 6 days'],
		['two days', 2 * DAY_MS, 'In 2 days'],
		['just under two days', 2 * DAY_MS - 1, 'In 1 day'],
		['a day', DAY_MS, 'In 1 day'],
		['just under a day', DAY_MS - 1, 'In 23 hours'],
		['five hours', 5 * HOUR_MS, 'In 5 hours'],
		['just over four hours', 4 * HOUR_MS + 1, 'In 4 hours'],
		['four hours: the window opens', 4 * HOUR_MS, 'Happening Now'],
		['a minute', MINUTE_MS, 'Happening Now'],
		['the start', 0, 'Happening Now'],
		['half an hour after: the window still open', -0.5 * HOUR_MS, 'Happening Now'],
		['just past half an hour after', -0.5 * HOUR_MS - 1, 'Event passed'],
		['a week after', -WEEK_MS, 'Event passed'],
	])('%s', (_name, ahead, text) => {
		expect(formatCountdown(START, nowBefore(ahead))).toBe(text);
	});

	const narrow = { hoursBefore: 0.25, hoursAfter: 0 };
	test.each([
		['two hours', 2 * HOUR_MS, 'In 2 hours'],
		['just under two hours', 2 * HOUR_MS - 1, 'In 1 hour'],
		['an hour', HOUR_MS, 'In 1 hour'],
		['just under an hour', HOUR_MS - 1, 'Starting soon'],
		['just over a quarter of an hour', 15 * MINUTE_MS + 1, 'Starting soon'],
		['a quarter of an hour', 15 * MINUTE_MS, 'Happening Now'],
		['the start', 0, 'Happening Now'],
		['just after the start', -1, 'Event passed'],
	])('with a narrower window: %s', (_name, ahead, text) => {
		expect(formatCountdown(START, nowBefore(ahead), narrow)).toBe(text);
	});
});

test.each([
	[4 * 3600 + 1, null],
	[4 * 3600, 'starts in 4 h'],
	[3 * 3600, 'starts in 3 h'],
	[2 * 3600 + 3599, 'starts in 2 h'],
	[3600, 'starts in 1 h'],
	[3599, 'starts in 59 min'],
	[30, 'starts in 1 min'],
	[0, null],
	[-600, null],
])('%i seconds before the start: %s', (seconds, text) => {
	const start = new Date('2026-10-17T00:30:00Z');
	expect(formatUntilStart(start, new Date(start.getTime() - seconds * 1000))).toBe(text);
});

describe('getCountdownParts', () => {
	test.each([
		[DAY_MS + 23 * HOUR_MS + 49 * MINUTE_MS + 12_000, { days: 1, hours: 23, minutes: 49, seconds: 12 }],
		[999, { days: 0, hours: 0, minutes: 0, seconds: 0 }],
		[1_000, { days: 0, hours: 0, minutes: 0, seconds: 1 }],
		[0, { days: 0, hours: 0, minutes: 0, seconds: 0 }],
		[-DAY_MS, { days: 0, hours: 0, minutes: 0, seconds: 0 }],
	])('%d ms ahead', (ahead, parts) => {
		expect(getCountdownParts(START, nowBefore(ahead))).toEqual(parts);
	});

	it('adds up to the whole seconds that are left', () => {
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 500 * DAY_MS }), (ahead) => {
				const { days, hours, minutes, seconds } = getCountdownParts(START, nowBefore(ahead));
				expect(days * 86_400 + hours * 3_600 + minutes * 60 + seconds).toBe(Math.floor(ahead / 1_000));
				expect(hours < 24 && minutes < 60 && seconds < 60).toBe(true);
			}),
		);
	});
});

describe('getCountdownWarning', () => {
	test.each([
		[DAY_MS, null],
		[DAY_MS - 1, 'Less than 24 hours to go!'],
		[HOUR_MS, 'Less than 24 hours to go!'],
		[HOUR_MS - 1, 'Less than 1 hour to go!'],
		[1, 'Less than 1 hour to go!'],
		[0, null],
		[-1, null],
	])('%d ms ahead', (ahead, warning) => {
		expect(getCountdownWarning(START, nowBefore(ahead))).toBe(warning);
	});
});

describe('badge', () => {
	const START = new Date('2026-10-17T00:30:00Z');

	test.each([
		['active', 48, { tone: 'active', text: 'In 2 days' }],
		['active', 3, { tone: 'now', text: 'Happening Now', note: 'starts in 3 h' }],
		['active', 0.5, { tone: 'now', text: 'Happening Now', note: 'starts in 30 min' }],
		['active', -0.5, { tone: 'now', text: 'Happening Now' }],
		['active', -2, { tone: 'active', text: 'Event passed' }],
		['cancelled', 48, { tone: 'cancelled', text: 'Cancelled' }],
		['cancelled', 0, { tone: 'cancelled', text: 'Cancelled' }],
		['completed', -3, { tone: 'other', text: 'Completed' }],
		['completed', 0, { tone: 'other', text: 'Completed' }],
	] as const)('%s, %d hours ahead', (status, hours, badge) => {
		const now = new Date(START.getTime() - hours * HOUR_MS);
		expect(getEventBadge({ status, date: START }, now)).toEqual({ note: null, ...badge });
	});
});
