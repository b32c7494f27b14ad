import { EASTERN, MINUTE_MS, NOTICES } from '../limits.ts';
import { formatDateTimeShort } from '../time/format.ts';
import type { EventStatus } from './status.ts';

/** The start and status of an event, as it is or as the users who signed up know it. */
export type KnownEvent = { date: Date; status: EventStatus };

export type NoticePlan = {
	kind: 'cancelled' | 'reinstated' | 'moved';
	/** What the users know after the message. */
	told: KnownEvent;
	/** Whether users are asked to confirm their signups for the new start. */
	hasMoved: boolean;
};

/**
 * Returns what to tell the users of a changed event, or null. `told` stays without a message, so that small
 * moves add up, and keeps its start in a cancellation. Nothing is told about a started or completed event.
 */
export function planNotice(told: KnownEvent, event: KnownEvent, now: Date): NoticePlan | null {
	if (event.date < now || event.status === 'completed') return null;
	if (event.status === 'cancelled') {
		if (told.status !== 'active') return null;
		return { kind: 'cancelled', told: { ...told, status: 'cancelled' }, hasMoved: false };
	}
	const hasMoved = Math.abs(event.date.getTime() - told.date.getTime()) > NOTICES.moveMinutes * MINUTE_MS;
	if (told.status === 'cancelled') return { kind: 'reinstated', told: event, hasMoved };
	return hasMoved ? { kind: 'moved', told: event, hasMoved } : null;
}

/** Returns from when to when an event was moved, for its creator; null when its start stays. Takes ISO 8601. */
export const describeMove = (before: string, after: string): string | null =>
	before === after
		? null
		: `Moved from ${formatDateTimeShort(before, EASTERN)} to ${formatDateTimeShort(after, EASTERN)} Eastern.`;
