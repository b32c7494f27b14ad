import { fromZonedTime } from 'date-fns-tz';
import { DAY_MS, WEEK_MS } from '../limits.ts';
import { getWeekday } from './day.ts';
import { formatFieldTime } from './format.ts';
import { readOffset, readWallParts } from './wall-parts.ts';
import { toKnownZone } from './zones.ts';

/** A time of day; its seconds, which some browsers and tools add, have no meaning. */
export const CLOCK_PATTERN = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?$/;

/** Returns a time of day as 'HH:mm', without its seconds, or null when `text` is none. */
export const parseClock = (text: string): string | null =>
	CLOCK_PATTERN.test(text) ? text.slice(0, 'HH:mm'.length) : null;

/** A date 'YYYY-MM-DD' and a time 'HH:mm' in `zone`, an IANA name. Seconds of a typed time are dropped. */
export type WallTime = { date: string; time: string; zone: string };

/**
 * Returns the instant at which the clocks in `zone` show this; the first of two when they go back. Returns an
 * error text when they skip it, or for an invalid date, time or zone.
 */
export function wallTimeToInstant({ date, time, zone }: WallTime): { instant: Date } | { error: string } {
	if (getWeekday(date) === null) return { error: 'Please enter a date' };
	const clock = parseClock(time);
	if (clock === null) return { error: 'Please enter a time' };
	if (toKnownZone(zone) === null) return { error: 'Please choose a timezone' };
	const [earliest] = listCandidates(date, clock, zone).filter((instant) => {
		const shown = instantToWallTime(instant, zone);
		return shown.date === date && shown.time === clock;
	});
	if (earliest) return { instant: earliest };
	return {
		error: `${formatFieldTime(clock)} does not exist on that day: clocks go forward`,
	};
}

/**
 * Returns the instant as `wallTimeToInstant` does, but moves a skipped time forward: 2:30 becomes 3:30.
 * Throws an Error when date, time or zone is invalid.
 */
export function wallTimeToNextInstant({ date, time, zone }: WallTime): Date {
	const result = wallTimeToInstant({ date, time, zone });
	if ('instant' in result) return result.instant;
	const asUtc = Date.parse(`${date}T${time}:00Z`);
	if (Number.isNaN(asUtc) || toKnownZone(zone) === null) throw new Error(result.error);
	return new Date(asUtc - readOffset(new Date(asUtc - DAY_MS), zone));
}

/** Returns what the clocks in `zone` show at `instant`, to the minute; the inverse of `wallTimeToInstant`. */
export function instantToWallTime(instant: Date | string, zone: string): WallTime {
	const { year, month, day, hour, minute } = readWallParts(instant, zone);
	const pad = (value: number, length = 2) => String(value).padStart(length, '0');
	return { date: `${pad(year, 4)}-${pad(month)}-${pad(day)}`, time: `${pad(hour)}:${pad(minute)}`, zone };
}

/** Returns whether the clocks in `zone` show the time of this instant twice, because they go back. */
export function isShownTwice(instant: Date, zone: string): boolean {
	const time = instant.getTime();
	const wall = time + readOffset(instant, zone);
	// The starts of the weeks before and after, because offsets are cached and the events of a week share these.
	return [-1, 2].some((weeks) => {
		const offset = readOffset(new Date(Math.floor(time / WEEK_MS + weeks) * WEEK_MS), zone);
		const other = wall - offset;
		return other !== time && readOffset(new Date(other), zone) === offset;
	});
}

/** Returns the calendar date 'YYYY-MM-DD' in `zone` at `now`. */
export const getToday = (zone: string, now: Date): string => instantToWallTime(now, zone).date;

// Near a clock change, the result of date-fns-tz depends on the machine's own zone. It is therefore only one
// candidate next to those from the offsets before and after; `wallTimeToInstant` keeps the ones that convert
// back to the given time.
function listCandidates(date: string, time: string, zone: string): Date[] {
	const asUtc = Date.parse(`${date}T${time}:00Z`);
	const instants = [-DAY_MS, DAY_MS].map((shift) => asUtc - readOffset(new Date(asUtc + shift), zone));
	instants.push(fromZonedTime(`${date}T${time}:00`, zone).getTime());
	return instants.sort((a, b) => a - b).map((instant) => new Date(instant));
}
