import { MINUTE_MS, NOTICES } from '../limits.ts';
import type { EventStatus } from './status.ts';

/** The start and status of an event, as it is or as the users who signed up know it. */
export type KnownEvent = { date: Date; status: EventStatus };

export type Notice = {
	/** What the users are told. */
	kind: 'cancelled' | 'reinstated' | 'moved';
	/** What they know then. */
	told: KnownEvent;
	/** Whether users are asked to confirm their signups for the new start. */
	hasMoved: boolean;
};

/**
 * Returns what to tell the users who signed up for a changed event, or null when there is nothing to tell. Then `told` stays, so that
 * several small moves add up. They still know the old start of a cancelled event, which counts when it is reinstated. An
 * event that has started is not worth a message.
 */
export function planNotice(told: KnownEvent, event: KnownEvent, now: Date): Notice | null {
	if (event.date < now || event.status === 'completed') return null;
	if (event.status === 'cancelled') {
		const isNews = told.status === 'active';
		return isNews ? { kind: 'cancelled', told: { ...told, status: 'cancelled' }, hasMoved: false } : null;
	}
	const hasMoved = Math.abs(event.date.getTime() - told.date.getTime()) > NOTICES.moveMinutes * MINUTE_MS;
	if (told.status === 'cancelled') return { kind: 'reinstated', told: event, hasMoved };
	return hasMoved ? { kind: 'moved', told: event, hasMoved } : null;
}
