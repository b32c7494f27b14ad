import { DAY_MS, MINUTE_MS } from '../limits.ts';
import { readOffset, readWallParts } from './wall-parts.ts';

export const WEEKDAYS = [
	'Sunday',
	'Monday',
	'Tuesday',
	'Wednesday',
	'Thursday',
	'Friday',
	'Saturday',
] as const;
export const MONTHS = [
	'January',
	'February',
	'March',
	'April',
	'May',
	'June',
	'July',
	'August',
	'September',
	'October',
	'November',
	'December',
] as const;

/** Returns the first instant of the day of `now` in `zone`, which need not be midnight. */
export function startOfDay(now: Date, zone: string): Date {
	const { year, month, day } = readWallParts(now, zone);
	const midnight = Date.UTC(year, month - 1, day);
	const offsets = [
		readOffset(new Date(midnight - DAY_MS), zone),
		readOffset(new Date(midnight + DAY_MS), zone),
	];
	const candidates = offsets.map((offset) => midnight - offset).sort((a, b) => a - b);
	const isToday = (instant: number) => {
		const wall = readWallParts(new Date(instant), zone);
		return wall.year === year && wall.month === month && wall.day === day;
	};
	for (const instant of candidates) {
		if (isToday(instant) && !isToday(instant - 1)) return new Date(instant);
	}
	return findFirstInstant(isToday, (candidates[0] ?? midnight) - DAY_MS, now.getTime());
}

/** Returns the weekday (0 Sunday to 6 Saturday) of a date 'YYYY-MM-DD', or null for an invalid one. */
export function getWeekday(date: string): number | null {
	const parsed = /^\d{4}-\d{2}-\d{2}$/.test(date) ? new Date(`${date}T00:00:00Z`) : null;
	if (!parsed || Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== date) return null;
	return parsed.getUTCDay();
}

/** Returns the calendar date 'YYYY-MM-DD' that is `days` days after `date` (before it, if negative). */
export function addDays(date: string, days: number): string {
	const moved = new Date(`${date}T00:00:00Z`);
	moved.setUTCDate(moved.getUTCDate() + days);
	return moved.toISOString().slice(0, 10);
}

/** Returns the Monday of the week of a date. */
export const getMonday = (date: string): string => addDays(date, -(((getWeekday(date) ?? 1) + 6) % 7));

// Midnight was skipped, so find the day's first minute by binary search between an instant of the day before
// and `now`.
function findFirstInstant(isToday: (instant: number) => boolean, before: number, now: number): Date {
	let low = Math.floor(before / MINUTE_MS);
	let high = Math.floor(now / MINUTE_MS);
	while (high - low > 1) {
		const middle = Math.floor((low + high) / 2);
		if (isToday(middle * MINUTE_MS)) high = middle;
		else low = middle;
	}
	return new Date(high * MINUTE_MS);
}
