import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MINUTE_MS } from '../limits.ts';
import { instantToWallTime } from '../time/wall-time.ts';
import { findQuietEnd, findQuietStart } from './quiet-hours.ts';
import type { QuietHours } from './reminders.ts';

const NEW_YORK = 'America/New_York';
const BERLIN = 'Europe/Berlin';
/** Reads 'HH:MM-HH:MM zone'. */
function parse(text: string): QuietHours {
	const [from = '', to = '', timezone = ''] = text.split(/[- ]/);
	return { from, to, timezone };
}

test.each<[string, string, string, string, string]>([
	[
		'late in the evening',
		`22:00-07:00 ${BERLIN}`,
		'2030-01-10T21:30Z',
		'2030-01-10T21:00Z',
		'2030-01-11T06:00Z',
	],
	[
		'early in the morning',
		`22:00-07:00 ${BERLIN}`,
		'2030-01-11T05:59Z',
		'2030-01-10T21:00Z',
		'2030-01-11T06:00Z',
	],
	['at their start', `22:00-07:00 ${BERLIN}`, '2030-01-10T21:00Z', '2030-01-10T21:00Z', '2030-01-11T06:00Z'],
	['without midnight', '01:15-06:45 UTC', '2030-01-10T03:00Z', '2030-01-10T01:15Z', '2030-01-10T06:45Z'],
	['almost a whole day', '07:00-06:59 UTC', '2030-01-10T06:58Z', '2030-01-09T07:00Z', '2030-01-10T06:59Z'],
	[
		'a night with 23 hours',
		`22:00-07:00 ${NEW_YORK}`,
		'2030-03-10T06:00Z',
		'2030-03-10T03:00Z',
		'2030-03-10T11:00Z',
	],
	[
		'a night with 25 hours',
		`22:00-07:00 ${NEW_YORK}`,
		'2030-11-03T06:00Z',
		'2030-11-03T02:00Z',
		'2030-11-03T12:00Z',
	],
	[
		'an end soon after clocks went forward',
		`22:00-03:05 ${NEW_YORK}`,
		'2030-03-10T06:58Z',
		'2030-03-10T03:00Z',
		'2030-03-10T07:05Z',
	],
	[
		'an end that is skipped',
		`22:00-02:30 ${NEW_YORK}`,
		'2030-03-10T06:00Z',
		'2030-03-10T03:00Z',
		'2030-03-10T07:00Z',
	],
	[
		'a start that is skipped',
		`02:30-07:00 ${NEW_YORK}`,
		'2030-03-10T08:00Z',
		'2030-03-10T07:00Z',
		'2030-03-10T11:00Z',
	],
	[
		'an end that comes twice',
		`22:00-01:30 ${NEW_YORK}`,
		'2030-11-03T05:00Z',
		'2030-11-03T02:00Z',
		'2030-11-03T05:30Z',
	],
	[
		'its second time',
		`22:00-01:30 ${NEW_YORK}`,
		'2030-11-03T06:10Z',
		'2030-11-03T06:00Z',
		'2030-11-03T06:30Z',
	],
	[
		'a change of half an hour',
		'22:00-07:00 Australia/Lord_Howe',
		'2030-04-06T15:00Z',
		'2030-04-06T11:00Z',
		'2030-04-06T20:30Z',
	],
	[
		'a skipped midnight',
		'23:00-00:30 Asia/Beirut',
		'2030-03-30T21:30Z',
		'2030-03-30T21:00Z',
		'2030-03-30T22:00Z',
	],
])('quiet hours: %s', (_, quietHours, instant, start, end) => {
	expect(findQuietStart(new Date(instant), parse(quietHours))).toEqual(new Date(start));
	expect(findQuietEnd(new Date(instant), parse(quietHours))).toEqual(new Date(end));
});

test.each<[string, QuietHours | null, string]>([
	['none', null, '2030-01-10T03:00Z'],
	['equal times', parse('22:00-22:00 UTC'), '2030-01-10T22:00Z'],
	['at their end', parse('22:00-07:00 UTC'), '2030-01-10T07:00Z'],
	['just before their start', parse('22:00-07:00 UTC'), '2030-01-10T21:59:59.999Z'],
	['an unknown zone', parse('22:00-07:00 Mars/Olympus'), '2030-01-10T23:00Z'],
	['only that day’s time is skipped', parse(`02:15-02:45 ${NEW_YORK}`), '2030-03-10T07:00Z'],
])('no quiet hours: %s', (_, quietHours, instant) => {
	expect(findQuietStart(new Date(instant), quietHours)).toBeNull();
	expect(findQuietEnd(new Date(instant), quietHours)).toBeNull();
});

test('the clock shows quiet times from the start until the end, and other times around them', () => {
	const timeOfDay = fc
		.tuple(fc.nat(23), fc.nat(59))
		.map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
	const zone = fc.constantFrom(NEW_YORK, BERLIN, 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC');
	const instant = fc.date({ min: new Date('2029-01-01'), max: new Date('2031-01-01'), noInvalidDate: true });
	fc.assert(
		fc.property(timeOfDay, timeOfDay, zone, instant, (from, to, timezone, now) => {
			const quietHours = { from, to, timezone };
			const isQuiet = (time: number) => {
				const clock = instantToWallTime(new Date(time), timezone).time;
				return from <= to ? from <= clock && clock < to : from <= clock || clock < to;
			};
			const start = findQuietStart(now, quietHours);
			const end = findQuietEnd(now, quietHours);
			if (start === null || end === null) {
				expect([isQuiet(now.getTime()), start, end]).toEqual([false, null, null]);
				return;
			}
			for (let time = start.getTime(); time < end.getTime(); time += MINUTE_MS)
				expect(isQuiet(time)).toBe(true);
			expect([isQuiet(start.getTime() - 1), isQuiet(end.getTime())]).toEqual([false, false]);
		}),
		{ numRuns: 100 },
	);
});
