import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { EASTERN } from '../limits.ts';
import {
	formatDateTimeShort,
	formatDayPart,
	formatDuration,
	formatFieldTime,
	formatLongDate,
	formatMonth,
	formatOrdinalDate,
	formatTime,
	formatWeekdayTime,
	getTileParts,
} from './format.ts';

const FRIDAY = '2026-10-17T00:30:00Z';

describe('one instant in two zones', () => {
	test.each([
		['formatOrdinalDate', formatOrdinalDate, 'Oct 16th, 2026', 'Oct 17th, 2026'],
		['formatLongDate', formatLongDate, 'Friday, October 16th, 2026', 'Saturday, October 17th, 2026'],
		['formatTime', formatTime, '8:30 PM', '2:30 AM'],
		['formatWeekdayTime', formatWeekdayTime, 'Fri, 8:30 PM', 'Sat, 2:30 AM'],
		['formatDayPart', formatDayPart, 'Friday evening', 'Saturday night'],
		['formatDateTimeShort', formatDateTimeShort, 'Fri, Oct 16, 8:30 PM', 'Sat, Oct 17, 2:30 AM'],
	])('%s', (_name, format, eastern, berlin) => {
		expect(format(FRIDAY, EASTERN)).toBe(eastern);
		expect(format(new Date(FRIDAY), 'Europe/Berlin')).toBe(berlin);
	});

	test.each([
		[4, 'night'],
		[5, 'morning'],
		[11, 'morning'],
		[12, 'afternoon'],
		[16, 'afternoon'],
		[17, 'evening'],
		[21, 'evening'],
		[22, 'night'],
	])('formatDayPart at %i:30', (hour, part) => {
		expect(formatDayPart(new Date(Date.UTC(2026, 9, 16, hour, 30)), 'UTC')).toBe(`Friday ${part}`);
	});

	test('formatMonth', () => {
		expect(formatMonth('2026-11-01T03:30:00Z', EASTERN)).toBe('October 2026');
		expect(formatMonth('2026-11-01T03:30:00Z', 'Europe/Berlin')).toBe('November 2026');
	});

	test('getTileParts', () => {
		expect(getTileParts(FRIDAY, EASTERN)).toEqual({ weekday: 'Fri', day: '16', month: 'Oct' });
		expect(getTileParts('2026-02-01T12:00:00Z', 'UTC')).toEqual({ weekday: 'Sun', day: '1', month: 'Feb' });
	});
});

test.each([
	['2025-01-01', '1st'],
	['2025-01-02', '2nd'],
	['2025-01-03', '3rd'],
	['2025-01-04', '4th'],
	['2025-01-11', '11th'],
	['2025-01-12', '12th'],
	['2025-01-13', '13th'],
	['2025-01-20', '20th'],
	['2025-01-21', '21st'],
	['2025-01-22', '22nd'],
	['2025-01-23', '23rd'],
	['2025-01-30', '30th'],
	['2025-01-31', '31st'],
])('%s is the %s', (date, ordinal) => {
	expect(formatOrdinalDate(`${date}T12:00:00Z`, 'UTC')).toBe(`Jan ${ordinal}, 2025`);
});

test.each([
	['2026-06-01T00:00:00Z', '12:00 AM'],
	['2026-06-01T00:59:59Z', '12:59 AM'],
	['2026-06-01T11:05:00Z', '11:05 AM'],
	['2026-06-01T12:00:00Z', '12:00 PM'],
	['2026-06-01T23:59:00Z', '11:59 PM'],
	['2026-03-08T02:30:00Z', '2:30 AM'],
	['2026-03-29T02:30:00Z', '2:30 AM'],
])('the time of %s is %s, also where the machine has no such local time', (instant, time) => {
	expect(formatTime(instant, 'UTC')).toBe(time);
});

it('writes plain ASCII for any instant and zone', () => {
	const zones = fc.constantFrom(EASTERN, 'Pacific/Kiritimati', 'Pacific/Honolulu', 'Asia/Kathmandu', 'UTC');
	const dates = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
	fc.assert(
		fc.property(dates, zones, (date, zone) => {
			expect(formatDateTimeShort(date, zone)).toMatch(
				/^[A-Z][a-z]{2}, [A-Z][a-z]{2} \d{1,2}, \d{1,2}:\d{2} [AP]M$/,
			);
			expect(formatLongDate(date, zone)).toMatch(/^[A-Z][a-z]+day, [A-Z][a-z]+ \d{1,2}(st|nd|rd|th), \d{4}$/);
		}),
	);
});

test.each([
	[180, '3 hours'],
	[60, '1 hour'],
	[150, '2.5 hours'],
	[90, '1.5 hours'],
	[30, '0.5 hours'],
	[20, '20 minutes'],
	[1, '1 minute'],
	[0, '0 minutes'],
	[100, '1 hour 40 minutes'],
	[121, '2 hours 1 minute'],
])('%d minutes are %s', (minutes, text) => {
	expect(formatDuration(minutes)).toBe(text);
});

test.each([
	['20:30', '8:30 PM'],
	['00:05', '12:05 AM'],
	['', ''],
])('the field time “%s” is “%s”', (value, text) => expect(formatFieldTime(value)).toBe(text));
