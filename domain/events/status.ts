import { EVENT_YEARS, MINUTE_MS } from '../limits.ts';

export const EVENT_STATUSES = ['active', 'completed', 'cancelled'] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];

type Times = { date: Date; duration: number };

/** Returns the end of an event that starts at `date` and lasts `duration` minutes. */
export const endOf = ({ date, duration }: Times): Date => new Date(date.getTime() + duration * MINUTE_MS);

/** Returns the status after an edit: a completed event whose end is in the future becomes active again. */
export function getStatusAfterEdit(status: EventStatus, times: Times, now: Date): EventStatus {
	return status === 'completed' && endOf(times) > now ? 'active' : status;
}

/** Returns the status of a reinstated event: active, or completed when it is over. */
export function getStatusAfterReinstating(times: Times, now: Date): EventStatus {
	return endOf(times) > now ? 'active' : 'completed';
}

/** Returns whether an event may take place then. A browser's date field accepts years up to 275760. */
export function isPlannable(date: Date): boolean {
	const year = date.getUTCFullYear();
	return year >= EVENT_YEARS.first && year <= EVENT_YEARS.last;
}

/** Returns whether an event takes place and has not begun at `now`. */
export const isUpcoming = ({ date, status }: { date: Date; status: EventStatus }, now: Date): boolean =>
	status === 'active' && date > now;

/** Returns why an event has not begun at `now`, as one of the texts; null when it has. */
export function findNotBegun(
	{ date, status }: { date: Date; status: EventStatus },
	now: Date,
	texts: { cancelled: string; notStarted: string },
): string | null {
	if (status === 'cancelled') return texts.cancelled;
	return date > now ? texts.notStarted : null;
}

/** Returns whether an event may take place on this date 'YYYY-MM-DD'. */
export const isPlannableDate = (date: string): boolean => isPlannable(new Date(`${date}T00:00:00Z`));

/** Why the signups of an event cannot change, by its status; '' for an active event. */
export const CLOSED_REASONS: Record<EventStatus, string> = {
	active: '',
	cancelled: "This event is cancelled, so signups can't be changed.",
	completed: "This event is over, so signups can't be changed.",
};
