/** Returns SQL for the end of the event `event`. */
export const buildEndSql = (event = 'e'): string =>
	`(${event}.date + ${event}.duration * interval '1 minute')`;

/** A condition that the series `se` has dates whose events do not exist yet (`hasMoreDates`). */
export const SERIES_CONTINUES = '(se.until IS NULL OR se.next_date <= se.until)';

/** Returns SQL for how the series `se` goes on, as a `SeriesProgress`. `isLater` is a condition for its later events `l`. */
export const buildProgressSql = (isLater: string): string => `CASE WHEN ${SERIES_CONTINUES} THEN 'running'
	WHEN EXISTS (SELECT FROM events l WHERE l.series_id = se.id AND l.status = 'active' AND ${isLater}) THEN 'complete'
	ELSE 'ended' END`;
