import { fromZonedTime } from 'date-fns-tz';
import { DAY_MS } from '../limits.ts';
import { weekdayOf } from './day.ts';
import { formatClock } from './format.ts';
import { readOffset, readWallParts } from './wall-parts.ts';
import { safeZone } from './zones.ts';

/** A date 'YYYY-MM-DD' and a time 'HH:mm' on the clocks of `zone`, an IANA name. */
export type WallTime = { date: string; time: string; zone: string };

/**
 * The instant at which the clocks of `zone` show that date and time. Of two such instants (clocks go back) the first;
 * a time that clocks skip (they go forward), a date, time or zone that is none: an error text for people.
 * (decisions, "Time")
 */
export function wallTimeToInstant({ date, time, zone }: WallTime): { instant: Date } | { error: string } {
	if (weekdayOf(date) === null) return { error: 'Please enter a date' };
	const clock = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time);
	if (!clock) return { error: 'Please enter a time' };
	if (safeZone(zone) === null) return { error: 'Please choose a timezone' };
	const [earliest] = listCandidates(date, time, zone).filter((instant) => {
		const shown = instantToWallTime(instant, zone);
		return shown.date === date && shown.time === time;
	});
	if (earliest) return { instant: earliest };
	return {
		error: `${formatClock(Number(clock[1]), Number(clock[2]))} does not exist on that day: clocks go forward`,
	};
}

/** What the clocks of `zone` show at `instant`, to the minute: the inverse of `wallTimeToInstant`. */
export function instantToWallTime(instant: Date | string, zone: string): WallTime {
	const { year, month, day, hour, minute } = readWallParts(instant, zone);
	const pad = (value: number, length = 2) => String(value).padStart(length, '0');
	return { date: `${pad(year, 4)}-${pad(month)}-${pad(day)}`, time: `${pad(hour)}:${pad(minute)}`, zone };
}

/** The calendar date 'YYYY-MM-DD' that clocks of `zone` show at `now`: what "today" is there. */
export const today = (zone: string, now: Date): string => instantToWallTime(now, zone).date;

// Near a change of the clocks date-fns-tz answers by the machine's own zone, so its answer is one candidate beside those
// of the offsets before and after; whoever calls keeps only what reads back as asked.
function listCandidates(date: string, time: string, zone: string): Date[] {
	const asUtc = Date.parse(`${date}T${time}:00Z`);
	const instants = [-DAY_MS, DAY_MS].map((shift) => asUtc - readOffset(new Date(asUtc + shift), zone));
	instants.push(fromZonedTime(`${date}T${time}:00`, zone).getTime());
	return instants.sort((a, b) => a - b).map((instant) => new Date(instant));
}
