import { formatCount } from '../format-count.ts';
import { COUNTDOWN_WARNING_HOURS, DAY_MS, HAPPENING_NOW, HOUR_MS, MINUTE_MS, WEEK_MS } from '../limits.ts';
import type { EventStatus } from './status.ts';

export type HappeningNowWindow = { hoursBefore: number; hoursAfter: number };
export type CountdownParts = { days: number; hours: number; minutes: number; seconds: number };

/** Returns whether the event at `date` is happening; both ends of `window` count (spec, section 4). */
function isHappeningNow(date: Date, now: Date, window: HappeningNowWindow = HAPPENING_NOW): boolean {
	const remainingMs = date.getTime() - now.getTime();
	return remainingMs >= -window.hoursAfter * HOUR_MS && remainingMs <= window.hoursBefore * HOUR_MS;
}

/**
 * Returns the badge text for the time until `date`, in whole units, rounded down (spec, section 4; decision
 * 0012). It is 'Starting soon' only when the window opens less than an hour before the start.
 */
export function formatCountdown(date: Date, now: Date, window: HappeningNowWindow = HAPPENING_NOW): string {
	if (isHappeningNow(date, now, window)) return 'Happening Now';
	const remainingMs = date.getTime() - now.getTime();
	if (remainingMs < 0) return 'Event passed';
	if (remainingMs >= WEEK_MS) return formatUnits(remainingMs, WEEK_MS, 'week');
	if (remainingMs >= DAY_MS) return formatUnits(remainingMs, DAY_MS, 'day');
	if (remainingMs >= HOUR_MS) return formatUnits(remainingMs, HOUR_MS, 'hour');
	return 'Starting soon';
}

/**
 * Returns 'starts in 2 h' while an event counts as happening before its start, otherwise null. 'Happening
 * Now' alone would make a player think they are late.
 */
export function formatUntilStart(date: Date, now: Date): string | null {
	const remainingMs = date.getTime() - now.getTime();
	if (remainingMs <= 0 || !isHappeningNow(date, now)) return null;
	if (remainingMs >= HOUR_MS) return `starts in ${Math.floor(remainingMs / HOUR_MS)} h`;
	return `starts in ${Math.max(1, Math.floor(remainingMs / MINUTE_MS))} min`;
}

/** Returns the time until `date`, rounded down to the second; all zero once it has passed. */
export function getCountdownParts(date: Date, now: Date): CountdownParts {
	const remainingMs = Math.max(0, date.getTime() - now.getTime());
	return {
		days: Math.floor(remainingMs / DAY_MS),
		hours: Math.floor((remainingMs % DAY_MS) / HOUR_MS),
		minutes: Math.floor((remainingMs % HOUR_MS) / MINUTE_MS),
		seconds: Math.floor((remainingMs % MINUTE_MS) / 1_000),
	};
}

export type CountdownWarning = 'Less than 24 hours to go!' | 'Less than 1 hour to go!';

/** Returns the warning next to the countdown, or null, also after the start (spec, section 2). */
export function getCountdownWarning(date: Date, now: Date): CountdownWarning | null {
	const remainingMs = date.getTime() - now.getTime();
	if (remainingMs <= 0 || remainingMs >= COUNTDOWN_WARNING_HOURS.day * HOUR_MS) return null;
	return remainingMs < COUNTDOWN_WARNING_HOURS.hour * HOUR_MS
		? 'Less than 1 hour to go!'
		: 'Less than 24 hours to go!';
}

function formatUnits(remainingMs: number, unit: number, name: string): string {
	return `In ${formatCount(Math.floor(remainingMs / unit), name)}`;
}

/** `note` stands beside the badge; null without one. */
export type EventBadge = {
	tone: 'now' | 'active' | 'cancelled' | 'other';
	text: string;
	note: string | null;
};

/** Returns an event's badge: purple when happening, green, red or else grey (spec, section 4). */
export function getEventBadge(event: { status: EventStatus; date: Date }, now: Date): EventBadge {
	if (event.status === 'cancelled') return { tone: 'cancelled', text: 'Cancelled', note: null };
	if (event.status !== 'active') return { tone: 'other', text: 'Completed', note: null };
	return {
		tone: isHappeningNow(event.date, now) ? 'now' : 'active',
		text: formatCountdown(event.date, now),
		note: formatUntilStart(event.date, now),
	};
}
