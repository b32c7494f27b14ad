import { DAY_MS, HOUR_MS, MINUTE_MS, WEEK_MS } from '../limits.ts';
import { formatOrdinalDate } from './format.ts';

/**
 * Returns how long ago `instant` was, rounded down: 'just now', '5 minutes ago', '2 hours ago', 'yesterday'
 * (one to less than two days), '3 days ago'; from one week on, the date in `zone`. An instant in the future
 * (from a clock that is fast) counts as just now.
 */
export function formatRelative(instant: Date | string, now: Date | string, zone: string): string {
	const passed = new Date(now).getTime() - new Date(instant).getTime();
	if (passed < MINUTE_MS) return 'just now';
	if (passed < HOUR_MS) return countAgo(passed, MINUTE_MS, 'minute');
	if (passed < DAY_MS) return countAgo(passed, HOUR_MS, 'hour');
	if (passed < 2 * DAY_MS) return 'yesterday';
	if (passed < WEEK_MS) return countAgo(passed, DAY_MS, 'day');
	return formatOrdinalDate(instant, zone);
}

function countAgo(passed: number, unit: number, name: string): string {
	const count = Math.floor(passed / unit);
	return `${count} ${name}${count === 1 ? '' : 's'} ago`;
}
