import { DAY_MS } from '../limits.ts';
import { MONTHS } from './day.ts';
import { readWallParts } from './wall-parts.ts';

/**
 * Returns the heading of a week in `zone`: 'This week', 'Next week' or 'Week of December 7', with the year
 * when it is another than that of `now`. Weeks start on Monday.
 */
export function formatWeek(instant: Date | string, now: Date, zone: string): string {
	const monday = findMonday(instant, zone);
	const weeksAhead = (monday - findMonday(now, zone)) / (7 * DAY_MS);
	if (weeksAhead === 0) return 'This week';
	if (weeksAhead === 1) return 'Next week';
	const date = new Date(monday);
	const year = date.getUTCFullYear();
	const day = `Week of ${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}`;
	return year === readWallParts(now, zone).year ? day : `${day}, ${year}`;
}

/** Returns the Monday of the calendar week of `instant` in `zone`, as midnight UTC of that date. */
function findMonday(instant: Date | string, zone: string): number {
	const { year, month, day, weekday } = readWallParts(instant, zone);
	return Date.UTC(year, month - 1, day - ((weekday + 6) % 7));
}
