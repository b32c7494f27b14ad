import { formatCount } from '../format-count.ts';
import { MINUTE_MS } from '../limits.ts';
import { MONTHS, WEEKDAYS } from './day.ts';
import { readOffset, readWallParts } from './wall-parts.ts';

/**
 * All functions here take an instant and an IANA zone. They write the English words themselves, not by Intl,
 * so that every server and browser has the same result.
 */
type Instant = Date | string;

/** Returns 'Jan 5th, 2025'. */
export function formatOrdinalDate(instant: Instant, zone: string): string {
	const { year, month, day } = readWallParts(instant, zone);
	return `${monthName(month).slice(0, 3)} ${ordinal(day)}, ${year}`;
}

/** Returns 'Friday, October 16th, 2026'. */
export function formatLongDate(instant: Instant, zone: string): string {
	const { year, month, day, weekday } = readWallParts(instant, zone);
	return `${WEEKDAYS[weekday]}, ${monthName(month)} ${ordinal(day)}, ${year}`;
}

/** Returns 'October 2026'. */
export function formatMonth(instant: Instant, zone: string): string {
	const { year, month } = readWallParts(instant, zone);
	return `${monthName(month)} ${year}`;
}

/** Returns '8:30 PM'. */
export function formatTime(instant: Instant, zone: string): string {
	const { hour, minute } = readWallParts(instant, zone);
	return formatClock(hour, minute);
}

/** Returns '20:30'. */
export function formatTime24(instant: Instant, zone: string): string {
	const { hour, minute } = readWallParts(instant, zone);
	return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

/** Returns a zone's offset from UTC: 'UTC-4', 'UTC+5:30', 'UTC'. */
export function formatOffset(instant: Instant, zone: string): string {
	const minutes = Math.round(readOffset(new Date(instant), zone) / MINUTE_MS);
	if (minutes === 0) return 'UTC';
	const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
	return `UTC${minutes < 0 ? '-' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}

/** Returns 'Fri, 8:30 PM'. */
export function formatWeekdayTime(instant: Instant, zone: string): string {
	const { weekday, hour, minute } = readWallParts(instant, zone);
	return `${shortWeekday(weekday)}, ${formatClock(hour, minute)}`;
}

/** Returns 'Sat, Oct 17'. */
export function formatShortDate(instant: Instant, zone: string): string {
	const { month, day, weekday } = readWallParts(instant, zone);
	return `${shortWeekday(weekday)}, ${monthName(month).slice(0, 3)} ${day}`;
}

/** Returns 'Sat, Oct 17, 2:30 AM'. */
export const formatDateTimeShort = (instant: Instant, zone: string): string =>
	`${formatShortDate(instant, zone)}, ${formatTime(instant, zone)}`;

/** Returns 'Friday evening': the weekday and the part of the day. */
export function formatDayPart(instant: Instant, zone: string): string {
	const { weekday, hour } = readWallParts(instant, zone);
	const part =
		hour < 5 ? 'night' : hour < 12 ? 'morning' : hour < 17 ? 'afternoon' : hour < 22 ? 'evening' : 'night';
	return `${WEEKDAYS[weekday]} ${part}`;
}

/** Returns the three lines of a date tile: `{weekday: 'Fri', day: '16', month: 'Oct'}`. */
export function getTileParts(instant: Instant, zone: string) {
	const { month, day, weekday } = readWallParts(instant, zone);
	return { weekday: shortWeekday(weekday), day: String(day), month: monthName(month).slice(0, 3) };
}

/** Returns a duration (spec, section 2): '0.5 hours', '1 hour', or '1 hour 40 minutes' between half hours. */
export function formatDuration(minutes: number): string {
	const whole = Math.max(0, Math.round(minutes));
	if (whole > 0 && whole % 30 === 0) return formatCount(whole / 60, 'hour');
	const hours = Math.floor(whole / 60);
	const rest = formatCount(whole % 60, 'minute');
	return hours === 0 ? rest : `${formatCount(hours, 'hour')} ${rest}`;
}

/** Returns '2:30 AM' for an hour from 0 to 23 and a minute. */
function formatClock(hour: number, minute: number): string {
	return `${hour % 12 === 0 ? 12 : hour % 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** Returns '8:30 PM' for the value '20:30' of a time field; '' for an empty one. */
export function formatFieldTime(value: string): string {
	const [hour = '', minute = ''] = value.split(':');
	return hour && formatClock(Number(hour), Number(minute));
}

function ordinal(day: number): string {
	const teens = day >= 11 && day <= 13;
	return `${day}${teens ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')}`;
}

function monthName(month: number): string {
	return MONTHS[month - 1] ?? '';
}

function shortWeekday(weekday: number): string {
	return (WEEKDAYS[weekday] ?? '').slice(0, 3);
}
