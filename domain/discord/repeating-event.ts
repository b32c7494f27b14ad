import { HOUR_MS } from '../limits.ts';
import { DISCORD_STATUS, type DiscordStatus } from './scheduled-event.ts';

/** One date of a repeating Discord event that was moved or cancelled alone; null: that time was not changed. */
export type SeriesException = {
	originalStart: Date;
	start: Date | null;
	end: Date | null;
	isCancelled: boolean;
};

type SeriesDate = { start: Date; end: Date; status: DiscordStatus };

/** Two dates of a series are at least a day apart, and a moved date stays nearer to its original start. */
const SAME_DATE_MS = 12 * HOUR_MS;

/**
 * Returns when the date takes place that a repeating Discord event stands for now, and its status: `date` with the
 * exception of that date applied. A moved date without its own end keeps its length; a cancelled date has the
 * status cancelled, although the series goes on. (decision 0017)
 */
export function resolveSeriesDate(date: SeriesDate, exceptions: readonly SeriesException[]): SeriesDate {
	const exception =
		exceptions.find(({ originalStart }) => isSameDate(originalStart, date.start)) ??
		// Discord does not document that an exception's ID holds the original start.
		exceptions.find(({ start }) => start !== null && isSameDate(start, date.start));
	if (!exception) return date;
	const start = exception.start ?? date.start;
	const end = exception.end ?? new Date(date.end.getTime() + start.getTime() - date.start.getTime());
	return { start, end, status: exception.isCancelled ? DISCORD_STATUS.cancelled : date.status };
}

/** Returns whether two starts belong to the same date of a series. Discord's own IDs hold the start in seconds only. */
export const isSameDate = (one: Date, other: Date): boolean =>
	Math.abs(one.getTime() - other.getTime()) < SAME_DATE_MS;
