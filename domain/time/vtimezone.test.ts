import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../limits.ts';
import { formatVtimezone } from './vtimezone.ts';

type Clock = { year: number; month: number; day: number; hour: number; minute: number; second: number };

/** Returns a function that reads the clocks of a zone, with Intl. */
function createClock(zone: string): (time: number) => Clock {
	const formatter = new Intl.DateTimeFormat('sv-SE', {
		timeZone: zone,
		dateStyle: 'short',
		timeStyle: 'medium',
	});
	return (time) => {
		const [year, month, day, hour, minute, second] = formatter.format(time).split(/\D+/).map(Number);
		return { year, month, day, hour, minute, second } as Clock;
	};
}

/**
 * Returns a function that converts the time of a clock with the rules of a VTIMEZONE, with a parser that is not ours.
 */
function createReader(vtimezone: string): (clock: Clock) => number {
	const component = ICAL.Component.fromString(`BEGIN:VCALENDAR\r\n${vtimezone}\r\nEND:VCALENDAR`);
	const timezone = new ICAL.Timezone(component.getFirstSubcomponent('vtimezone') as ICAL.Component);
	return (clock) => ICAL.Time.fromData({ ...clock, isDate: false }, timezone).toUnixTime() * 1_000;
}

test.each([
	['America/New_York', 'changes in spring and autumn', 2],
	['Europe/Berlin', 'changes on the last Sunday', 2],
	['Australia/Sydney', 'is in the southern hemisphere', 2],
	['Australia/Adelaide', 'has half hours, in the southern hemisphere', 2],
	['Australia/Lord_Howe', 'changes by half an hour', 2],
	['Asia/Kolkata', 'has half hours and no changes', 0],
	['Asia/Tokyo', 'has no changes', 0],
	['Africa/Casablanca', 'changes on other days every year', 0],
])('another parser reads every hour of two years in %s right: it %s', (zone, _, ruleCount) => {
	const vtimezone = formatVtimezone(zone, { first: 2026, last: 2027 });
	expect(vtimezone.match(/RRULE/g)?.length ?? 0).toBe(ruleCount);
	const [readClock, toTime] = [createClock(zone), createReader(vtimezone)];
	const wrong: string[] = [];
	for (let time = Date.UTC(2026, 0, 1); time < Date.UTC(2028, 0, 1); time += HOUR_MS) {
		const clock = readClock(time);
		const read = toTime(clock);
		// When the clocks go back, one hour comes twice; both instants are right.
		const isRight = read === time || JSON.stringify(readClock(read)) === JSON.stringify(clock);
		if (!isRight) wrong.push(new Date(time).toISOString());
	}
	expect(wrong).toEqual([]);
});

test('an event before the rules of today is read by the rules of its year', () => {
	// Until 2006 the clocks of New York changed on the first Sunday of April.
	const vtimezone = formatVtimezone('America/New_York', { first: 2005, last: 2005 });
	const [readClock, toTime] = [createClock('America/New_York'), createReader(vtimezone)];
	for (let time = Date.UTC(2005, 2, 1); time < Date.UTC(2005, 4, 1); time += DAY_MS) {
		expect(toTime(readClock(time))).toBe(time);
	}
});

test('rejects an unknown zone', () => {
	expect(() => formatVtimezone('Mars/Olympus', { first: 2026, last: 2026 })).toThrow(RangeError);
});
