import { formatCount } from '../format-count.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, WEEK_MS } from '../limits.ts';
import { formatOrdinalDate } from './format.ts';

/**
 * Returns how long ago `instant` was, rounded down: 'just now' (also in the future), '5 minutes ago',
 * 'yesterday' (one to less than two days). From one week on, it is the date in `zone`.
 */
export function formatRelative(instant: Date | string, now: Date | string, zone: string): string {
	const elapsedMs = new Date(now).getTime() - new Date(instant).getTime();
	if (elapsedMs < MINUTE_MS) return 'just now';
	if (elapsedMs < HOUR_MS) return countAgo(elapsedMs, MINUTE_MS, 'minute');
	if (elapsedMs < DAY_MS) return countAgo(elapsedMs, HOUR_MS, 'hour');
	if (elapsedMs < 2 * DAY_MS) return 'yesterday';
	if (elapsedMs < WEEK_MS) return countAgo(elapsedMs, DAY_MS, 'day');
	return formatOrdinalDate(instant, zone);
}

function countAgo(elapsedMs: number, unit: number, name: string): string {
	return `${formatCount(Math.floor(elapsedMs / unit), name)} ago`;
}
