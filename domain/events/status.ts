import { EVENT_YEARS, MINUTE_MS } from '../limits.ts';
import type { EventStatus } from './schema.ts';

type Times = { date: Date; duration: number };

/** When an event that starts at `date` and lasts `duration` minutes is over. */
export const endOf = ({ date, duration }: Times): Date => new Date(date.getTime() + duration * MINUTE_MS);

/**
 * The status of an event once it has been edited to these times: a completed one whose end now lies ahead is active
 * again; an active one that is over is completed by the job, a cancelled one stays (decisions, "Events").
 */
export function statusAfterEdit(status: EventStatus, times: Times, now: Date): EventStatus {
	return status === 'completed' && endOf(times) > now ? 'active' : status;
}

/** What a cancelled event becomes when it is reinstated: active, or completed when it is over by now. */
export function statusAfterReinstating(times: Times, now: Date): EventStatus {
	return endOf(times) > now ? 'active' : 'completed';
}

/** Whether events may lie at this instant; a browser's date field takes the year 275760. */
export function isPlannable(date: Date): boolean {
	const year = date.getUTCFullYear();
	return year >= EVENT_YEARS.first && year <= EVENT_YEARS.last;
}
