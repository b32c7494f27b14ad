import { EVENT_YEARS, MINUTE_MS } from '../limits.ts';

export const EVENT_STATUSES = ['active', 'completed', 'cancelled'] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];

type Times = { date: Date; duration: number };

/** Returns the end of an event that starts at `date` and lasts `duration` minutes. */
export const endOf = ({ date, duration }: Times): Date => new Date(date.getTime() + duration * MINUTE_MS);

/**
 * Returns the status of an event after an edit to these times: a completed event whose end is now in the future becomes
 * active again, every other status stays. A scheduled job completes active events that are over.
 */
export function getStatusAfterEdit(status: EventStatus, times: Times, now: Date): EventStatus {
	return status === 'completed' && endOf(times) > now ? 'active' : status;
}

/**
 * Returns the status of a cancelled event after reinstating it: active, or completed when it is already over.
 */
export function getStatusAfterReinstating(times: Times, now: Date): EventStatus {
	return endOf(times) > now ? 'active' : 'completed';
}

/**
 * Returns whether an event may take place at this instant. A browser's date field accepts years up to 275760.
 */
export function isPlannable(date: Date): boolean {
	const year = date.getUTCFullYear();
	return year >= EVENT_YEARS.first && year <= EVENT_YEARS.last;
}

/** Why the signups of an event cannot change, by its status; '' for an active event. */
export const CLOSED_REASONS: Record<EventStatus, string> = {
	active: '',
	cancelled: "This event is cancelled, so signups can't be changed.",
	completed: "This event is over, so signups can't be changed.",
};
