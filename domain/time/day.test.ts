import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EASTERN, HOUR_MS } from '../limits.ts';
import { getWeekday, startOfDay } from './day.ts';
import { readWallParts } from './wall-parts.ts';

test.each([
	['an ordinary day', '2026-10-16T02:00:00Z', EASTERN, '2026-10-15T04:00:00Z'],
	['midnight itself', '2026-10-16T04:00:00Z', EASTERN, '2026-10-16T04:00:00Z'],
	['the last millisecond', '2026-10-16T03:59:59.999Z', EASTERN, '2026-10-15T04:00:00Z'],
	['the day clocks go forward', '2026-03-09T03:59:00Z', EASTERN, '2026-03-08T05:00:00Z'],
	['the day clocks go back', '2026-11-02T04:30:00Z', EASTERN, '2026-11-01T04:00:00Z'],
	['far ahead of UTC', '2026-10-16T09:59:00Z', 'Pacific/Kiritimati', '2026-10-15T10:00:00Z'],
	['far behind UTC', '2026-10-16T09:59:00Z', 'Pacific/Honolulu', '2026-10-15T10:00:00Z'],
	['midnight is skipped', '2026-03-29T12:00:00Z', 'Asia/Beirut', '2026-03-28T22:00:00Z'],
	['midnight comes twice', '2026-11-01T12:00:00Z', 'America/Havana', '2026-11-01T04:00:00Z'],
	['a quarter-hour zone', '2026-10-16T12:00:00Z', 'Asia/Kathmandu', '2026-10-15T18:15:00Z'],
])('%s', (_name, now, zone, start) => {
	expect(startOfDay(new Date(now), zone)).toEqual(new Date(start));
});

test('the start is today, and a moment before it is yesterday', () => {
	const zones = fc.constantFrom(
		EASTERN,
		'Europe/Berlin',
		'Asia/Beirut',
		'America/Santiago',
		'Australia/Lord_Howe',
		'Pacific/Apia',
	);
	const dates = fc.date({ min: new Date('2000-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
	fc.assert(
		fc.property(dates, zones, (now, zone) => {
			const start = startOfDay(now, zone);
			expect(start.getTime()).toBeLessThanOrEqual(now.getTime());
			expect(now.getTime() - start.getTime()).toBeLessThan(25 * HOUR_MS);
			expect(readWallParts(start, zone).day).toBe(readWallParts(now, zone).day);
			expect(readWallParts(new Date(start.getTime() - 1), zone).day).not.toBe(readWallParts(now, zone).day);
		}),
	);
});

test.each([
	['2026-10-16', 5],
	['2026-10-18', 0],
	['2028-02-29', 2],
	['2026-02-29', null],
	['2026-13-01', null],
	['16.10.2026', null],
	['', null],
])('the weekday of %s', (date, weekday) => {
	expect(getWeekday(date)).toBe(weekday);
});
