import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { EASTERN } from '../limits.ts';
import { createClockSchema } from '../text.ts';
import { instantToWallTime, parseClock, wallTimeToInstant } from './wall-time.ts';
import { EDIT_ZONES } from './zones.ts';

describe('wallTimeToInstant', () => {
	test.each([
		['summer', '2026-10-16', '20:30', EASTERN, '2026-10-17T00:30:00.000Z'],
		['winter', '2026-12-04', '20:30', EASTERN, '2026-12-05T01:30:00.000Z'],
		['UTC', '2026-10-16', '20:30', 'UTC', '2026-10-16T20:30:00.000Z'],
		['with seconds', '2026-10-16', '20:30:59', 'UTC', '2026-10-16T20:30:00.000Z'],
		['just before the gap', '2026-03-08', '01:59', EASTERN, '2026-03-08T06:59:00.000Z'],
		['just after the gap', '2026-03-08', '03:00', EASTERN, '2026-03-08T07:00:00.000Z'],
		['an ambiguous time is the first', '2026-11-01', '01:30', EASTERN, '2026-11-01T05:30:00.000Z'],
		[
			'an ambiguous time is the first, east',
			'2026-10-25',
			'02:30',
			'Europe/Berlin',
			'2026-10-25T00:30:00.000Z',
		],
		[
			'an ambiguous time is the first, south',
			'2026-04-05',
			'02:30',
			'Australia/Sydney',
			'2026-04-04T15:30:00.000Z',
		],
		['a shift of half an hour', '2026-04-05', '01:45', 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z'],
		['far ahead of UTC', '2026-10-16', '20:30', 'Pacific/Kiritimati', '2026-10-16T06:30:00.000Z'],
	])('%s', (_name, date, time, zone, instant) => {
		expect(wallTimeToInstant({ date, time, zone })).toEqual({ instant: new Date(instant) });
	});

	test.each([
		['2026-03-08', '02:30', EASTERN, '2:30 AM does not exist on that day: clocks go forward'],
		['2026-03-08', '02:00', EASTERN, '2:00 AM does not exist on that day: clocks go forward'],
		['2026-03-29', '02:59', 'Europe/Berlin', '2:59 AM does not exist on that day: clocks go forward'],
		['2026-03-29', '00:15', 'Asia/Beirut', '12:15 AM does not exist on that day: clocks go forward'],
		['2026-02-30', '20:30', EASTERN, 'Please enter a date'],
		['tomorrow', '20:30', EASTERN, 'Please enter a date'],
		['2026-10-16', '24:00', EASTERN, 'Please enter a time'],
		['2026-10-16', '8:30', EASTERN, 'Please enter a time'],
		['2026-10-16', '20:30', 'Mars/Olympus', 'Please choose a timezone'],
	])('refuses %s %s in %s', (date, time, zone, error) => {
		expect(wallTimeToInstant({ date, time, zone })).toEqual({ error });
	});
});

it('converts back to the same local time, for any minute of every offered zone, and returns the earliest instant', () => {
	const minutes = fc.integer({ min: Date.UTC(2024, 0, 1) / 60_000, max: Date.UTC(2035, 0, 1) / 60_000 });
	fc.assert(
		fc.property(minutes, fc.constantFrom(...EDIT_ZONES), (minute, { zone }) => {
			const instant = new Date(minute * 60_000);
			const wall = instantToWallTime(instant, zone);
			const back = wallTimeToInstant(wall);
			if (!('instant' in back)) throw new Error(back.error);
			expect(instantToWallTime(back.instant, zone)).toEqual(wall);
			expect(back.instant.getTime()).toBeLessThanOrEqual(instant.getTime());
		}),
	);
});

test.each<[string, string | null]>([
	['20:30', '20:30'],
	['00:00', '00:00'],
	['23:59:59', '23:59'],
	['20:30:00', '20:30'],
	['20:30:00.000', '20:30'],
	['20:30:59.9', '20:30'],
	...[
		'',
		'8:30',
		'24:00',
		'20:60',
		'20:30:60',
		'20:30:0',
		'20:30:',
		'20:30:00Z',
		'20:30:00.',
		' 20:30',
		'20:30\n',
	].map((text): [string, null] => [text, null]),
])('%j is the time of day %j', (text, time) => {
	expect(parseClock(text)).toBe(time);
	expect(createClockSchema('x').safeParse(text).data ?? null).toBe(time);
});
