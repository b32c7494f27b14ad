import type { EventStatus } from '../events/status.ts';
import { type PlacesOfEvent, predictStanding, type Standing } from './standing.ts';
import { listStatusesWith, STATUS_LABELS } from './statuses.ts';

// Apart from standing.ts, because the list gets this text from the server.

/**
 * Returns what signing up without a free place means to a user; null for one with a place, or who waits or
 * runs the event.
 */
export function describeNextInLine(
	before: Standing,
	{ status, ...places }: Partial<PlacesOfEvent> & { status: EventStatus },
): string | null {
	if (status !== 'active' || before.kind === 'waiting') return null;
	const { kind, position } = predictStanding(before, 'confirmed', places);
	if (kind !== 'waiting') return null;
	const labels = listStatusesWith('takesPlace').map((needsPlace) => STATUS_LABELS[needsPlace]);
	return `${labels.join(' or ')} puts you on the waitlist, as number ${position}.`;
}

/** Returns the same where the number of places does not stand beside it. */
export function describeFull(...args: Parameters<typeof describeNextInLine>): string | null {
	const text = describeNextInLine(...args);
	return text && `The event is full. ${text}`;
}
