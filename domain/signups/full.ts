import type { EventStatus } from '../events/status.ts';
import { type PlacesOfEvent, predictStanding, type Standing } from './standing.ts';
import { listStatusesWith, STATUS_LABELS } from './statuses.ts';

// Apart from standing.ts, because the list gets this text from the server.

/**
 * Returns what a user reads before they sign up for an active event without a free place; null for one who has a place or
 * waits already, and for one who runs the event.
 */
export function describeFull(
	before: Standing,
	{ status, ...places }: Partial<PlacesOfEvent> & { status: EventStatus },
): string | null {
	if (status !== 'active' || before.kind === 'waiting') return null;
	const { kind, position } = predictStanding(before, 'confirmed', places);
	if (kind !== 'waiting') return null;
	const labels = listStatusesWith('takesPlace').map((needsPlace) => STATUS_LABELS[needsPlace]);
	return `The event is full. ${labels.join(' or ')} puts you on the waitlist, as number ${position}.`;
}
