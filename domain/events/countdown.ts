import { COUNTDOWN_WARNING_HOURS, DAY_MS, HAPPENING_NOW, HOUR_MS, MINUTE_MS, WEEK_MS } from '../limits.ts';

export type HappeningNowWindow = { hoursBefore: number; hoursAfter: number };
export type CountdownParts = { days: number; hours: number; minutes: number; seconds: number };

/**
 * Whether the event that starts at `date` is happening: from `window.hoursBefore` hours before its start until
 * `window.hoursAfter` hours after it, both ends included (spec, section 4).
 */
export function isHappeningNow(date: Date, now: Date, window: HappeningNowWindow = HAPPENING_NOW): boolean {
	const ahead = date.getTime() - now.getTime();
	return ahead >= -window.hoursAfter * HOUR_MS && ahead <= window.hoursBefore * HOUR_MS;
}

/**
 * What a badge says about the time until `date`: 'Event passed', 'Happening Now', 'In N week(s)', 'In N day(s)',
 * 'In N hour(s)' or 'Starting soon'; whole units, rounded down (spec, section 4; decisions, "Time").
 * A window narrower than an hour before the start is what lets 'Starting soon' be seen.
 */
export function countdownText(date: Date, now: Date, window: HappeningNowWindow = HAPPENING_NOW): string {
	if (isHappeningNow(date, now, window)) return 'Happening Now';
	const ahead = date.getTime() - now.getTime();
	if (ahead < 0) return 'Event passed';
	if (ahead >= WEEK_MS) return inUnits(ahead, WEEK_MS, 'week');
	if (ahead >= DAY_MS) return inUnits(ahead, DAY_MS, 'day');
	if (ahead >= HOUR_MS) return inUnits(ahead, HOUR_MS, 'hour');
	return 'Starting soon';
}

/** The days, hours, minutes and seconds until `date`, rounded down to the second; all zero once it has come. */
export function countdownParts(date: Date, now: Date): CountdownParts {
	const ahead = Math.max(0, date.getTime() - now.getTime());
	return {
		days: Math.floor(ahead / DAY_MS),
		hours: Math.floor((ahead % DAY_MS) / HOUR_MS),
		minutes: Math.floor((ahead % HOUR_MS) / MINUTE_MS),
		seconds: Math.floor((ahead % MINUTE_MS) / 1_000),
	};
}

export type CountdownWarning = 'Less than 24 hours to go!' | 'Less than 1 hour to go!';

/** The warning beside the countdown: under 24 hours, under 1 hour, else (and once it has come) null (spec, section 2). */
export function countdownWarning(date: Date, now: Date): CountdownWarning | null {
	const ahead = date.getTime() - now.getTime();
	if (ahead <= 0 || ahead >= COUNTDOWN_WARNING_HOURS.day * HOUR_MS) return null;
	return ahead < COUNTDOWN_WARNING_HOURS.hour * HOUR_MS
		? 'Less than 1 hour to go!'
		: 'Less than 24 hours to go!';
}

function inUnits(ahead: number, unit: number, name: string): string {
	const count = Math.floor(ahead / unit);
	return `In ${count} ${count === 1 ? name : `${name}s`}`;
}
