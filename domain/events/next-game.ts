import type { EventStatus } from './status.ts';

/** Returns the earliest active event that starts after `now`, or null; of equal ones the first. */
export function findNextGame<T extends { status: EventStatus; date: string | Date }>(
	events: readonly T[],
	now: Date,
): T | null {
	let next: T | null = null;
	let nextStart = Number.POSITIVE_INFINITY;
	for (const event of events) {
		const start = new Date(event.date).getTime();
		if (event.status !== 'active' || start <= now.getTime() || start >= nextStart) continue;
		next = event;
		nextStart = start;
	}
	return next;
}
