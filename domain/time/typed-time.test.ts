import { afterEach, describe, expect, it, test } from 'vitest';
import { createSeededRandom } from '../../seeds/random.ts';
import { formatTypedTime, readTypedTime } from './typed-time.ts';
import { instantToWallTime, wallTimeToInstant } from './wall-time.ts';
import { EDIT_ZONES } from './zones.ts';

const ZONES = ['America/New_York', 'Europe/Berlin', 'Australia/Sydney', 'Asia/Kolkata'];
const MACHINE_ZONES = ['America/New_York', 'Pacific/Auckland', 'Pacific/Kiritimati', 'America/Nuuk'];
const USUAL_TIME = '20:30';

const MACHINE_ZONE = process.env.TZ;
afterEach(() => {
	if (MACHINE_ZONE === undefined) delete process.env.TZ;
	else process.env.TZ = MACHINE_ZONE;
});

/** Returns the instant of '2026-11-25 18:00' in a zone. */
function at(wall: string, zone: string): Date {
	const [date = '', time = ''] = wall.split(' ');
	const result = wallTimeToInstant({ date, time, zone });
	if ('error' in result) throw new Error(`${wall} in ${zone}: ${result.error}`);
	return result.instant;
}

/** Returns what was understood as '2026-11-27 20:30' in the zone of the result, or the error text. */
function read(text: string, now: Date, zone: string, usualTime = USUAL_TIME): string {
	const result = readTypedTime(text, { now, zone, usualTime });
	if ('error' in result) return result.error;
	const wall = instantToWallTime(result.instant, result.zone);
	return `${wall.date} ${wall.time}${result.zone === zone ? '' : ` ${result.zone}`}`;
}

const NOW = '2026-11-25 18:00'; // a Wednesday
const ONE_START = 'Please enter only one time: when the event starts. Try “fri 8:30pm”.';
const ADD_DAY = 'Please add a day, such as “fri” or “dec 4”.';
const ADD_TIME = 'Please add a time, such as 8pm or 20:00.';
const WHICH_MIDNIGHT =
	'Is that the start or the end of the day? Type 00:00 and the day that starts, such as “sat 00:00”.';
const OUT_OF_RANGE = 'Please enter a date from 2000 to 2099';
const unclear = (part: string) =>
	`We couldn't understand “${part}”. Try “fri 8:30pm”, “tomorrow 20:30” or “in 3 hours”.`;
const past = (moment: string) => `${moment} is already past. Please enter a later time.`;
const notAhead = (word: string) => `“${word}” is not in the future. Please enter a later time.`;
const half = (am: string, pm: string, time: string) => `Is that ${am} or ${pm}? Type ${pm} or ${time}.`;
const noDate = (date: string) => `“${date}” does not exist. Please check the date.`;
const twoDates = (typed: string, one: string, two: string) =>
	`Is “${typed}” ${one} or ${two}? Type “${one}” or “${two}”.`;

/** Typed on Wednesday, November 25th, 2026, at 18:00 by the clock of the community. */
const TABLE: readonly [typed: string, expected: string][] = [
	// A weekday and a time.
	['fri 8:30pm', '2026-11-27 20:30'],
	['Fri. 8:30 pm', '2026-11-27 20:30'],
	['fri - 8:30pm', '2026-11-27 20:30'],
	['Friday 8pm', '2026-11-27 20:00'],
	['FRI, 8:30 P.M.', '2026-11-27 20:30'],
	['fri8pm', '2026-11-27 20:00'],
	['8pm on friday', '2026-11-27 20:00'],
	['fri @ 8 pm', '2026-11-27 20:00'],
	['starting fri at 20:30.', '2026-11-27 20:30'],
	['fri 20.30', '2026-11-27 20:30'],
	['fri 20h', '2026-11-27 20:00'],
	['fri 20h30', '2026-11-27 20:30'],
	['fri 20:30:45', '2026-11-27 20:30'],
	['weds 20:30', '2026-11-25 20:30'],
	['wed 5pm', '2026-12-02 17:00'],
	['wed 18:00', '2026-12-02 18:00'],
	['tues 7pm', '2026-12-01 19:00'],
	['thurs 7pm', '2026-11-26 19:00'],
	['sun 08:00', '2026-11-29 08:00'],
	['fri 12:30', '2026-11-27 12:30'],
	['fri 12:30am', '2026-11-27 00:30'],
	['fri 0:30', '2026-11-27 00:30'],
	['fri noon', '2026-11-27 12:00'],
	['fri half past 8pm', '2026-11-27 20:30'],
	['fri quarter to 1pm', '2026-11-27 12:45'],
	['fri quarter past 7 in the evening', '2026-11-27 19:15'],
	['  fri \t 8：30ｐｍ ', '2026-11-27 20:30'],
	['fri ٢٠:٣٠', '2026-11-27 20:30'],
	['fri २०:३०', '2026-11-27 20:30'],
	// "next" is a day of the next week, and "this" the first one.
	['next Wednesday', '2026-12-02 20:30'],
	['next fri 8pm', '2026-12-04 20:00'],
	['next mon 8pm', '2026-11-30 20:00'],
	['fri next week 8pm', '2026-12-04 20:00'],
	['next week fri 8pm', '2026-12-04 20:00'],
	['this fri 8pm', '2026-11-27 20:00'],
	['this coming fri 8pm', '2026-11-27 20:00'],
	['this wed 5pm', past('Wednesday, November 25th, 2026, 5:00 PM')],
	// Days near today.
	['today 8pm', '2026-11-25 20:00'],
	['today', '2026-11-25 20:30'],
	['tomorrow 20:30', '2026-11-26 20:30'],
	['tomorow 8pm', '2026-11-26 20:00'],
	['tmrw 8pm', '2026-11-26 20:00'],
	['the day after tomorrow at 8pm', '2026-11-27 20:00'],
	['8:30pm', '2026-11-25 20:30'],
	['20:30', '2026-11-25 20:30'],
	['5pm', '2026-11-26 17:00'],
	['18:00', '2026-11-26 18:00'],
	['noon', '2026-11-26 12:00'],
	// A part of the day says am or pm, and may stand for the usual time.
	['tonight', '2026-11-25 20:30'],
	['tonight at 8', '2026-11-25 20:00'],
	['tonight 8:30', '2026-11-25 20:30'],
	['fri evening', '2026-11-27 20:30'],
	['fri evening at 7', '2026-11-27 19:00'],
	['tomorrow morning at 9', '2026-11-26 09:00'],
	['8:15 tomorrow night', '2026-11-26 20:15'],
	['fri morning', ADD_TIME],
	['tonight 1am', '1:00 AM is not in the evening. Please check the time.'],
	['this afternoon 5pm', past('Wednesday, November 25th, 2026, 5:00 PM')],
	// Midnight after today is clear; that of another day may be its start or its end.
	['midnight', '2026-11-26 00:00'],
	['tonight at midnight', '2026-11-26 00:00'],
	['fri midnight', WHICH_MIDNIGHT],
	['tomorrow at midnight', WHICH_MIDNIGHT],
	['fri 00:00', '2026-11-27 00:00'],
	// Dates.
	['2026-12-04 20:30', '2026-12-04 20:30'],
	['2026-12-04 8:30', '2026-12-04 08:30'],
	['2026-12-04T20:30', '2026-12-04 20:30'],
	['2026-12-04', '2026-12-04 20:30'],
	['2026/12/4 8pm', '2026-12-04 20:00'],
	['dec 4 20:30', '2026-12-04 20:30'],
	['Dec 4th, 2026 at 8:30pm', '2026-12-04 20:30'],
	['4th of december 8pm', '2026-12-04 20:00'],
	['20:30 4 dec', '2026-12-04 20:30'],
	['Friday, December 4th, 2026, 8:30 PM', '2026-12-04 20:30'],
	['Fri, Dec 4, 8:30 PM', '2026-12-04 20:30'],
	['Friday 4 December 2026 20:30', '2026-12-04 20:30'],
	['dec 4 - 8pm', '2026-12-04 20:00'],
	['dec 4 (fri) 8pm', '2026-12-04 20:00'],
	['4.4.2027, Sunday 8pm', '2027-04-04 20:00'],
	['dec 4 thu 8pm', 'That day is Friday, December 4th, 2026. Please check the weekday.'],
	['fri, 4 dec 2026, 8pm', '2026-12-04 20:00'],
	['jan 1 00:00', '2027-01-01 00:00'],
	['nov 25 5pm', '2027-11-25 17:00'],
	['29 feb 8pm', '2028-02-29 20:00'],
	['29/2 8pm', '2028-02-29 20:00'],
	['25/12 20:30', '2026-12-25 20:30'],
	['12/25 20:30', '2026-12-25 20:30'],
	['25.12. 20:30', '2026-12-25 20:30'],
	['31.12.2026 20:30', '2026-12-31 20:30'],
	['12/12/26 8pm', '2026-12-12 20:00'],
	['thu dec 4 8pm', 'That day is Friday, December 4th, 2026. Please check the weekday.'],
	['4/12 20:30', twoDates('4/12', 'April 12', 'December 4')],
	['4.12.2026', twoDates('4.12.2026', 'April 12', 'December 4')],
	['12-04-2026 8pm', twoDates('12-04-2026', 'December 4', 'April 12')],
	['2027-02-29 20:30', noDate('2027-02-29')],
	['feb 30 8pm', noDate('feb 30')],
	['fri 31 june 8pm', noDate('fri 31 june')],
	['31/4 8pm', noDate('April 31')],
	['2027-13-01 20:30', noDate('2027-13-01')],
	// From now on.
	['in 3 hours', '2026-11-25 21:00'],
	['in 90 minutes', '2026-11-25 19:30'],
	['in 1.5 hours', '2026-11-25 19:30'],
	['in half an hour', '2026-11-25 18:30'],
	['in 2h 30m', '2026-11-25 20:30'],
	['in 20h', '2026-11-26 14:00'],
	['3 hours from now', '2026-11-25 21:00'],
	['in 2 days 3 hours', '2026-11-27 21:00'],
	['in 3 days', '2026-11-28 20:30'],
	['in 2 weeks at 8pm', '2026-12-09 20:00'],
	['in 2h30', unclear('in 2h30')],
	['in a few hours', unclear('few')],
	['in 1 month 2 hours', unclear('in 1 month 2 hours')],
	['in 3 hours at 8pm', ONE_START],
	['in 0 minutes', past('Wednesday, November 25th, 2026, 6:00 PM')],
	// An hour without am or pm.
	['fri 7', half('7am', '7pm', '19:00')],
	['fri at 7', half('7am', '7pm', '19:00')],
	['8:30', half('8:30am', '8:30pm', '20:30')],
	['fri 10:30', half('10:30am', '10:30pm', '22:30')],
	['fri 8.30', half('8:30am', '8:30pm', '20:30')],
	['8h30', half('8:30am', '8:30pm', '20:30')],
	['fri half past 8', half('8:30am', '8:30pm', '20:30')],
	['dec 4 8', half('8am', '8pm', '20:00')],
	['tomorrow 10', half('10am', '10pm', '22:00')],
	['fri 12', half('12am', '12pm', '12:00')],
	['8', half('8am', '8pm', '20:00')],
	['fri 20', 'Please type the time as 20:00.'],
	// What is left over.
	['fri 8pm party', unclear('party')],
	['game night fri 8pm', unclear('game')],
	['every fri 8pm', unclear('every')],
	['fridays 8pm', unclear('fridays')],
	['fri after 8pm', unclear('after')],
	['2 days after friday', unclear('after')],
	['a week from friday', unclear('from')],
	['fri 8pm פרידת', unclear('\u2068פרידת\u2069')],
	['fri 13pm', unclear('13pm')],
	['fri 25:00', unclear('25:00')],
	['fri 1930', unclear('1930')],
	['the 4th at 8pm', unclear('4th')],
	['friday the 4th at 8', unclear('4th')],
	['asdf', unclear('asdf')],
	['in -3 hours', unclear('in')],
	// More than a start, or no day.
	['8pm-11pm', ONE_START],
	['8-11pm', ONE_START],
	['8 - 11pm', ONE_START],
	['fri 8pm to 11pm', ONE_START],
	['2026-12-04 18:00-02:00', ONE_START],
	['fri 8pm 9pm', ONE_START],
	['fri 10 8pm', ONE_START],
	['sat sun 8pm', ONE_START],
	['fri-sun 8pm', ONE_START],
	['dec 4-6 8pm', ONE_START],
	['dec 4 dec 5 8pm', ONE_START],
	['8pm ET / 5pm PT', ONE_START],
	['next week', ADD_DAY],
	['next 3 days', ADD_DAY],
	['next hours', ADD_DAY],
	['this weekend 8pm', ADD_DAY],
	['december 8pm', ADD_DAY],
	['at', ADD_DAY],
	// The past.
	['yesterday 8pm', notAhead('yesterday')],
	['last friday', notAhead('last friday')],
	['last fri 8pm', notAhead('last fri')],
	['3 days ago', notAhead('ago')],
	['now', notAhead('now')],
	['today 5pm', past('Wednesday, November 25th, 2026, 5:00 PM')],
	['2026-11-25 18:00', past('Wednesday, November 25th, 2026, 6:00 PM')],
	['2020-01-01 20:00', past('Wednesday, January 1st, 2020, 8:00 PM')],
	['2099-12-31 20:30', '2099-12-31 20:30'],
	['2100-01-01 20:30', OUT_OF_RANGE],
	['9999-12-31 20:30', OUT_OF_RANGE],
	['<t:1>', OUT_OF_RANGE],
	['<t:999999999999>', OUT_OF_RANGE],
	// No time at all.
	['', 'Please enter a date and time'],
	[' \u200b\n', 'Please enter a date and time'],
	['fri 8pm'.padEnd(100), '2026-11-27 20:00'],
	['fri 8pm'.padEnd(101), 'Please use at most 100 characters'],
];

describe.each(ZONES)('in %s', (zone) => {
	test.each(TABLE)('%j is %s', (typed, expected) => {
		expect(read(typed, at(NOW, zone), zone)).toBe(expected);
	});
});

it('refuses every text of the table with one more word, wherever that is', () => {
	const [zone, now] = ['Europe/Berlin', at(NOW, 'Europe/Berlin')];
	for (const [typed] of TABLE.filter(([, expected]) => /^\d{4}-/.test(expected))) {
		const words = typed.trim().split(/\s+/);
		for (let place = 0; place <= words.length; place += 1) {
			const word = ['party', 'ish', '#4', '99'][(words.length + place) % 4] ?? '';
			const longer = words.toSpliced(place, 0, word).join(' ');
			const result = readTypedTime(longer, { now, zone, usualTime: USUAL_TIME });
			expect.soft('error' in result ? [] : result, longer).toEqual([]);
		}
	}
});

it.each(MACHINE_ZONES)('reads the table as well on a machine in %s', (machineZone) => {
	process.env.TZ = machineZone;
	for (const [typed, expected] of TABLE) {
		expect.soft(read(typed, at(NOW, 'Europe/Berlin'), 'Europe/Berlin'), typed).toBe(expected);
	}
});

describe('with a zone that the text names', () => {
	/** A summer day: 18:00 in Berlin, 12:00 in New York, Thursday 02:00 in Sydney. */
	const now = new Date('2026-07-15T16:00:00Z');

	test.each<[string, string, string]>([
		['fri 8pm EST', '2026-07-18T00:00Z', 'America/New_York'],
		['fri 8pm edt', '2026-07-18T00:00Z', 'America/New_York'],
		['8pm ET friday', '2026-07-18T00:00Z', 'America/New_York'],
		['fri 8pm (PT)', '2026-07-18T03:00Z', 'America/Los_Angeles'],
		['fri 8pm CST', '2026-07-18T01:00Z', 'America/Chicago'],
		['fri 8pm MT', '2026-07-18T02:00Z', 'America/Denver'],
		['fri 8pm Eastern time', '2026-07-18T00:00Z', 'America/New_York'],
		['fri 8pm GMT', '2026-07-17T20:00Z', 'UTC'],
		['fri 8pm UTC', '2026-07-17T20:00Z', 'UTC'],
		['fri 20:00Z', '2026-07-17T20:00Z', 'UTC'],
		['fri 8pm BST', '2026-07-17T19:00Z', 'Europe/London'],
		['fri 8pm UK time', '2026-07-17T19:00Z', 'Europe/London'],
		['fri 8pm CET', '2026-07-17T18:00Z', 'Europe/Berlin'],
		['jan 15 8pm CEST', '2027-01-15T19:00Z', 'Europe/Berlin'],
		['fri 8pm JST', '2026-07-17T11:00Z', 'Asia/Tokyo'],
		['fri 8pm AEDT', '2026-07-17T10:00Z', 'Australia/Sydney'],
		['fri 8pm NZDT', '2026-07-17T08:00Z', 'Pacific/Auckland'],
		['20:30 Europe/Berlin', '2026-07-15T18:30Z', 'Europe/Berlin'],
		['20:30 europe/LONDON', '2026-07-15T19:30Z', 'Europe/London'],
		['fri 20:30 berlin', '2026-07-17T18:30Z', 'Europe/Berlin'],
		// Days are those of the zone, where it may be tomorrow already.
		['tomorrow 8pm AEST', '2026-07-17T10:00Z', 'Australia/Sydney'],
		['thu 8pm AEST', '2026-07-16T10:00Z', 'Australia/Sydney'],
		['thu 1am AEST', '2026-07-22T15:00Z', 'Australia/Sydney'],
		['1am AEST', '2026-07-16T15:00Z', 'Australia/Sydney'],
		['tonight HST', '2026-07-16T06:30Z', 'Pacific/Honolulu'],
		// A zone that events cannot have counts for the instant only, as an offset does.
		['fri 20:30 Asia/Kolkata', '2026-07-17T15:00Z', 'America/Denver'],
		['fri 20:30 US/Eastern', '2026-07-18T00:30Z', 'America/Denver'],
		['fri 20:30 GMT+2', '2026-07-17T18:30Z', 'America/Denver'],
		['fri 20:30 utc +05:30', '2026-07-17T15:00Z', 'America/Denver'],
		['fri 8pm UTC-5', '2026-07-18T01:00Z', 'America/Denver'],
		['fri 20:30 +02:00', '2026-07-17T18:30Z', 'America/Denver'],
		['tomorrow 1am UTC+14', '2026-07-16T11:00Z', 'America/Denver'],
		['2026-12-04T20:30:59.999+0100', '2026-12-04T19:30Z', 'America/Denver'],
		['2026-12-04T20:30-05:00', '2026-12-05T01:30Z', 'America/Denver'],
		['2026-12-04T20:30:00Z', '2026-12-04T20:30Z', 'UTC'],
		['in 3 hours JST', '2026-07-15T19:00Z', 'Asia/Tokyo'],
		['<t:1796416200>', '2026-12-04T20:30Z', 'America/Denver'],
		['<t:1796416200:F>', '2026-12-04T20:30Z', 'America/Denver'],
		['<t:1796416245:R>', '2026-12-04T20:30Z', 'America/Denver'],
	])('%j is %s in %s', (typed, instant, zone) => {
		expect(readTypedTime(typed, { now, zone: 'America/Denver', usualTime: USUAL_TIME })).toEqual({
			instant: new Date(instant),
			zone,
		});
	});

	const unknown = (zone: string) =>
		`We don't know the time zone “${zone}”. Type its place, such as Europe/Berlin.`;
	test.each([
		['fri 8pm IST', unknown('IST')],
		['fri IST', unknown('IST')],
		['fri 8pm MSK', unknown('MSK')],
		['8pm IST', unknown('IST')],
		['fri 8pm SAST', unknown('SAST')],
		['fri 8pm ist', unclear('ist')],
		['fri 8pm Mars/Olympus', unclear('Mars/Olympus')],
		['fri 8pm CET EST', unclear('EST')],
		['fri 8pm UTC+15', unclear('+')],
		['fri +2', unclear('+')],
		['jst', ADD_DAY],
	])('refuses %j', (typed, error) => {
		expect(read(typed, now, 'America/Denver')).toBe(error);
	});
});

describe('when the clocks change', () => {
	const FORWARD: readonly [zone: string, eve: string, day: string, weekday: string][] = [
		['America/New_York', '2026-03-07', '2026-03-08', 'sun'],
		['Europe/Berlin', '2026-03-28', '2026-03-29', 'sun'],
		['Australia/Sydney', '2026-10-03', '2026-10-04', 'sun'],
	];
	const SKIPPED = '2:30 AM does not exist on that day: clocks go forward';
	it.each(FORWARD)('refuses a skipped hour in %s', (zone, eve, day, weekday) => {
		const now = at(`${eve} 22:00`, zone);
		for (const typed of [
			`${day} 02:30`,
			`${weekday} 2:30am`,
			'tomorrow 02:30',
			'02:30',
			'2h30 in the morning',
		]) {
			expect(read(typed, now, zone), typed).toBe(SKIPPED);
		}
		expect(read(`${weekday} 3am`, now, zone)).toBe(`${day} 03:00`);
		// Later on that day, the next one is meant.
		expect(read('02:30', at(`${day} 12:00`, zone), zone)).toMatch(/ 02:30$/);
		expect(read(`${weekday} 02:30`, at(`${day} 12:00`, zone), zone)).toMatch(/ 02:30$/);
		expect(read('in 3 hours', at(`${day} 00:30`, zone), zone)).toBe(`${day} 04:30`);
		expect(read('in 24 hours', at(`${eve} 12:00`, zone), zone)).toBe(`${day} 13:00`);
		expect(read('in 1 day', at(`${eve} 12:00`, zone), zone, '12:00')).toBe(`${day} 12:00`);
	});

	const BACK: readonly [zone: string, eve: string, day: string, hour: string][] = [
		['America/New_York', '2026-10-31', '2026-11-01', '01'],
		['Europe/Berlin', '2026-10-24', '2026-10-25', '02'],
		['Australia/Sydney', '2026-04-04', '2026-04-05', '02'],
	];
	it.each(BACK)('takes the first of a repeated hour in %s', (zone, eve, day, hour) => {
		const now = at(`${eve} 22:00`, zone);
		const first = at(`${day} ${hour}:30`, zone);
		const second = new Date(first.getTime() + 3_600_000);
		expect(instantToWallTime(second, zone).time).toBe(`${hour}:30`);
		for (const typed of [`${day} ${hour}:30`, `sun ${hour}:30`, 'tomorrow'.concat(` ${hour}:30`)]) {
			expect(readTypedTime(typed, { now, zone, usualTime: USUAL_TIME }), typed).toEqual({
				instant: first,
				zone,
			});
		}
		expect(formatTypedTime(first, zone)).toBe(`${day} ${hour}:30`);
		expect(formatTypedTime(second, zone)).toBe(`<t:${second.getTime() / 1_000}>`);
		expect(readTypedTime(formatTypedTime(second, zone), { now, zone, usualTime: USUAL_TIME })).toEqual({
			instant: second,
			zone,
		});
		expect(read('in 3 hours', at(`${day} 00:30`, zone), zone)).toBe(`${day} 02:30`);
		expect(read('in 24 hours', at(`${eve} 12:00`, zone), zone)).toBe(`${day} 11:00`);
	});

	test.each(MACHINE_ZONES)('nothing depends on the clock of a machine in %s', (machineZone) => {
		process.env.TZ = machineZone;
		for (const [typed, now, expected] of [
			['in 3 hours', '2026-03-08T00:00Z', '2026-03-08T03:00Z'],
			['in 14 hours 30 minutes', '2026-03-07T12:00Z', '2026-03-08T02:30Z'],
			['in 26 hours', '2026-03-07T00:15Z', '2026-03-08T02:15Z'],
			['in 26 hours 15 minutes', '2026-09-26T00:00Z', '2026-09-27T02:15Z'],
			['sun 02:30', '2026-03-07T02:30Z', '2026-03-08T02:30Z'],
			['sun 02:30', '2026-09-26T23:30Z', '2026-09-27T02:30Z'],
			['tomorrow 02:30', '2026-03-07T23:59Z', '2026-03-08T02:30Z'],
			['tomorrow 8pm', '2026-03-08T02:30Z', '2026-03-09T20:00Z'],
			['tomorrow 8pm', '2026-03-28T23:30Z', '2026-03-29T20:00Z'],
		] as const) {
			const result = readTypedTime(typed, { now: new Date(now), zone: 'UTC', usualTime: USUAL_TIME });
			expect.soft(result, `${typed} at ${now}`).toEqual({ instant: new Date(expected), zone: 'UTC' });
		}
	});
});

describe.each(ZONES)('at the edges of days, weeks and years in %s', (zone) => {
	test.each([
		['2026-11-25 23:59', 'tomorrow 8pm', '2026-11-26 20:00'],
		['2026-11-26 00:01', 'tomorrow 8pm', '2026-11-27 20:00'],
		['2026-11-25 23:59', 'tonight', past('Wednesday, November 25th, 2026, 8:30 PM')],
		['2026-11-26 00:01', 'tonight', '2026-11-26 20:30'],
		['2026-11-25 23:59', 'midnight', '2026-11-26 00:00'],
		['2026-11-26 00:01', 'midnight', '2026-11-27 00:00'],
		['2026-11-25 23:59', 'in 2 minutes', '2026-11-26 00:01'],
		['2026-11-25 23:59', 'thu 20:30', '2026-11-26 20:30'],
		['2026-11-26 00:01', 'thu 20:30', '2026-11-26 20:30'],
		['2026-11-26 20:30', 'thu 20:30', '2026-12-03 20:30'],
		['2026-11-28 12:00', 'sun 8pm', '2026-11-29 20:00'],
		['2026-11-28 12:00', 'next sun 8pm', '2026-12-06 20:00'],
		['2026-11-29 12:00', 'sat 8pm', '2026-12-05 20:00'],
		['2026-11-29 12:00', 'next mon 8pm', '2026-11-30 20:00'],
		['2026-11-30 12:00', 'next mon 8pm', '2026-12-07 20:00'],
		['2026-12-31 23:59', 'tomorrow 8pm', '2027-01-01 20:00'],
		['2026-12-31 23:59', 'fri 8pm', '2027-01-01 20:00'],
		['2026-12-31 23:59', 'in 2 minutes', '2027-01-01 00:01'],
		['2026-12-31 21:00', 'dec 31 8pm', '2027-12-31 20:00'],
		['2027-01-01 00:01', 'jan 1 20:30', '2027-01-01 20:30'],
		['2027-01-01 00:01', 'dec 31 8pm', '2027-12-31 20:00'],
		['2028-02-28 23:59', 'tomorrow 8pm', '2028-02-29 20:00'],
		['2028-02-29 12:00', 'feb 29 8pm', '2028-02-29 20:00'],
		['2028-02-29 12:00', 'tomorrow 8pm', '2028-03-01 20:00'],
		['2028-03-01 12:00', 'feb 29 8pm', '2032-02-29 20:00'],
		['2027-02-28 12:00', 'tomorrow 8pm', '2027-03-01 20:00'],
		['2028-02-28 12:00', 'in 2 days at 8pm', '2028-03-01 20:00'],
	])('at %s, %j is %s', (now, typed, expected) => {
		expect(read(typed, at(now, zone), zone)).toBe(expected);
	});
});

test.each([
	['tomorrow', '10:00', '2026-11-26 10:00'],
	['tomorrow morning', '10:00', '2026-11-26 10:00'],
	['tomorrow evening', '10:00', ADD_TIME],
	['tomorrow 8pm', '10:00', '2026-11-26 20:00'],
])('%j with the usual time %s is %s', (typed, usualTime, expected) => {
	expect(read(typed, at(NOW, 'Europe/Berlin'), 'Europe/Berlin', usualTime)).toBe(expected);
});

/** The first instant at which Intl shows this wall time in the zone, or null; found by trying every offset. */
function findShown(date: string, time: string, zone: string): Date | null {
	const base = Date.parse(`${date}T${time}:00Z`);
	for (let minutes = 14 * 60; minutes >= -12 * 60; minutes -= 15) {
		const instant = new Date(base - minutes * 60_000);
		if (showByIntl(instant, zone) === `${date} ${time}`) return instant;
	}
	return null;
}

const formatters = new Map<string, Intl.DateTimeFormat>();
function showByIntl(instant: Date, zone: string): string {
	const formatter =
		formatters.get(zone) ??
		new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
	formatters.set(zone, formatter);
	return formatter.format(instant);
}

describe('by an oracle', () => {
	const random = createSeededRandom(56);
	const zones = EDIT_ZONES.map(({ zone }) => zone) as [string, ...string[]];
	const WEEKDAYS = ['sun', 'mon', 'tues', 'weds', 'thu', 'fri', 'Saturday'] as const;
	const MONTHS = [
		'jan',
		'feb',
		'March',
		'apr',
		'may',
		'june',
		'jul',
		'Aug',
		'sept',
		'oct',
		'Nov',
		'december',
	];
	const addDay = (date: string, days: number) =>
		new Date(Date.parse(`${date}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

	/** Any minute of ten years; every third one is near a change of the clocks in a northern or southern zone. */
	function drawNow(): Date {
		const year = random.integer(2026, 2035);
		if (!random.chance(1 / 3)) return new Date(Date.UTC(year, 0, 1, 0, random.integer(0, 365 * 24 * 60)));
		const [month, day] = random.pick([
			[2, 8],
			[2, 28],
			[3, 4],
			[8, 26],
			[9, 3],
			[9, 25],
			[10, 1],
		]);
		return new Date(Date.UTC(year, month, day, 0, random.integer(-3 * 24 * 60, 5 * 24 * 60)));
	}

	function drawTime(): { time: string; typed: string } {
		const [hour, minute] = [random.integer(0, 23), random.pick([0, 0, 15, 30, random.integer(0, 59)])];
		const [paddedHour, padded] = [String(hour).padStart(2, '0'), String(minute).padStart(2, '0')];
		const short = hour % 12 === 0 ? 12 : hour % 12;
		const letter = hour < 12 ? 'a' : 'p';
		const typed = random.pick([
			// Of these hours, only the 12-hour form is clear.
			hour === 10 || hour === 11 ? `${hour}:${padded}am` : `${paddedHour}:${padded}`,
			`${short}:${padded}${letter}m`,
			`${short}:${padded} ${letter.toUpperCase()}M`,
			`at ${short}${minute === 0 ? '' : `.${padded}`}${letter}.m.`,
		]);
		return { time: `${paddedHour}:${padded}`, typed };
	}

	/** Returns a typed text and the dates that it can mean, in the order in which they come. */
	function drawDay(today: string): { typed: string; dates: string[] } {
		const [year, month, day] = addDay(today, random.integer(1, 300)).split('-').map(Number) as [
			number,
			number,
			number,
		];
		const iso = (inYear: number) => new Date(Date.UTC(inYear, month - 1, day)).toISOString().slice(0, 10);
		const coming = Array.from({ length: 8 }, (_, days) => addDay(today, days));
		const weekday = random.integer(0, 6);
		const thisYear = Number(today.slice(0, 4));
		const isLeapDay = month === 2 && day === 29;
		return random.pick([
			{
				typed: WEEKDAYS[weekday] ?? '',
				dates: coming.filter((date) => new Date(date).getUTCDay() === weekday),
			},
			{ typed: 'tomorrow', dates: coming.slice(1, 2) },
			{ typed: 'today', dates: coming.slice(0, 1) },
			{ typed: '', dates: coming },
			{ typed: iso(year), dates: [iso(year)] },
			{ typed: `${MONTHS[month - 1]} ${day}, ${year}`, dates: [iso(year)] },
			{
				typed: random.pick([`${MONTHS[month - 1]} ${day}`, `${day} ${MONTHS[month - 1]}`]),
				dates: isLeapDay ? [iso(year)] : [iso(thisYear), iso(thisYear + 1)],
			},
		]);
	}

	it('reads days and times as the first time ahead that the clocks show', () => {
		let ahead = 0;
		for (let turn = 0; turn < 400; turn += 1) {
			const [now, zone, { time, typed: clock }] = [drawNow(), random.pick(zones), drawTime()];
			const shownNow = showByIntl(now, zone);
			const { typed: day, dates } = drawDay(shownNow.slice(0, 10));
			const text = random.pick([`${day} ${clock}`, `${clock} ${day}`]).trim();
			const date = dates.find((each) => `${each} ${time}` > shownNow) ?? dates[0] ?? '';
			const instant = findShown(date, time, zone);
			const result = readTypedTime(text, { now, zone, usualTime: USUAL_TIME });
			const label = `${text} at ${shownNow} in ${zone}`;
			if (instant === null)
				expect(result, label).toEqual({ error: expect.stringContaining('does not exist') });
			else if (instant <= now)
				expect(result, label).toEqual({ error: expect.stringContaining('already past') });
			else {
				expect(result, label).toEqual({ instant, zone });
				ahead += 1;
			}
		}
		expect(ahead).toBeGreaterThan(320);
	});

	it('reads hours and minutes from now on as they pass', () => {
		for (let turn = 0; turn < 200; turn += 1) {
			const [now, zone] = [drawNow(), random.pick(zones)];
			const [hours, minutes] = [random.integer(1, 72), random.integer(1, 600)];
			const [typed, passed] = random.pick<[string, number]>([
				[`in ${hours} hours`, hours * 60],
				[`in ${minutes} minutes`, minutes],
				[`in ${hours}h ${minutes}m`, hours * 60 + minutes],
				[`${minutes} mins from now`, minutes],
			]);
			const instant = new Date(now.getTime() + passed * 60_000);
			expect(readTypedTime(typed, { now, zone, usualTime: USUAL_TIME }), typed).toEqual({ instant, zone });
		}
	});

	it('reads back what formatTypedTime returns, to the minute', () => {
		let stamps = 0;
		for (let turn = 0; turn < 400; turn += 1) {
			const [zone, from] = random.pick<[string, Date]>([
				[random.pick(zones), drawNow()],
				['America/New_York', new Date('2026-11-01T04:00Z')],
				['Europe/Berlin', new Date('2026-10-24T23:00Z')],
				['Australia/Sydney', new Date('2026-04-04T14:00Z')],
			]);
			const instant = new Date(from.getTime() + random.integer(60_000, 4 * 3_600_000));
			const text = formatTypedTime(instant, zone);
			const minute = new Date(Math.floor(instant.getTime() / 60_000) * 60_000);
			if (text.startsWith('<t:')) stamps += 1;
			else expect(text).toBe(showByIntl(instant, zone));
			expect(readTypedTime(text, { now: from, zone, usualTime: USUAL_TIME }), text).toEqual({
				instant: minute,
				zone,
			});
		}
		expect(stamps).toBeGreaterThan(50);
	});
});
