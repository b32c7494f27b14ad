import { DAY_MS, MINUTE_MS } from '../limits.ts';
import { readOffset } from '../time/wall-parts.ts';
import { toKnownZone } from '../time/zones.ts';
import type { QuietHours } from './reminders.ts';

/** Clocks are changed only at the start of a quarter of an hour. */
const QUARTER_MS = 15 * MINUTE_MS;

/**
 * Returns when the quiet hours around `instant` end, also when clocks change. Null when it is not in quiet
 * hours: equal times include none, and neither does an unknown zone.
 */
export function findQuietEnd(instant: Date, quietHours: QuietHours | null): Date | null {
	if (quietHours === null || !hasZone(quietHours) || !isQuiet(instant.getTime(), quietHours)) return null;
	let time = instant.getTime();
	while (isQuiet(time, quietHours)) {
		const quarterEnd = Math.floor(time / QUARTER_MS) * QUARTER_MS + QUARTER_MS;
		time = Math.min(quarterEnd, time + inDay(readTimeOfDay(quietHours.to) - readClock(time, quietHours)));
	}
	return new Date(time);
}

/** Returns when the quiet hours that include `instant` began, or null; see `findQuietEnd`. */
export function findQuietStart(instant: Date, quietHours: QuietHours | null): Date | null {
	if (quietHours === null || !hasZone(quietHours) || !isQuiet(instant.getTime(), quietHours)) return null;
	let time = instant.getTime();
	while (isQuiet(time - 1, quietHours)) {
		const before = time - 1;
		const quarterStart = Math.floor(before / QUARTER_MS) * QUARTER_MS;
		const sinceStart = inDay(readClock(before, quietHours) - readTimeOfDay(quietHours.from));
		time = Math.max(quarterStart, before - sinceStart);
	}
	return new Date(time);
}

const hasZone = ({ timezone }: QuietHours): boolean => toKnownZone(timezone) !== null;

function isQuiet(time: number, quietHours: QuietHours): boolean {
	const from = readTimeOfDay(quietHours.from);
	return inDay(readClock(time, quietHours) - from) < inDay(readTimeOfDay(quietHours.to) - from);
}

/** Returns what the clock shows, in milliseconds since midnight. */
const readClock = (time: number, { timezone }: QuietHours): number =>
	inDay(time + readOffset(new Date(time), timezone));

/** Returns '22:30' in milliseconds since midnight. */
function readTimeOfDay(text: string): number {
	const [hours, minutes] = text.split(':').map(Number);
	return ((hours ?? 0) * 60 + (minutes ?? 0)) * MINUTE_MS;
}

/** Returns a number of milliseconds as one from 0 to the length of a day. */
const inDay = (milliseconds: number): number => ((milliseconds % DAY_MS) + DAY_MS) % DAY_MS;
