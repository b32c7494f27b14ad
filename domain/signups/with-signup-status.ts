import {
	getOwnStanding,
	getSection,
	type OwnEvent,
	type PlacesOfEvent,
	predictStanding,
	type Standing,
} from './standing.ts';
import type { FieldsByStatus, SignupStatus } from './statuses.ts';

/** An event as pages show it: where places are limited, its counts of confirmed and late are those with a place. */
export type EventWithStatus = OwnEvent &
	Partial<PlacesOfEvent> &
	FieldsByStatus<'count'> & { signup_count: number };

/**
 * Returns the event with the viewer's standing and the counts as they will be when the viewer's signup status is `status`
 * (null: removed). Used for the optimistic update between the click and the server's response.
 */
export function withSignupStatus<T extends EventWithStatus>(event: T, status: SignupStatus | null): T {
	const before = getOwnStanding(event);
	if (before.status === status) return event;
	const after = predictStanding(before, status, event);
	const { kind, position, late } = after;
	const changed = { ...event, user_signup_status: status, own_standing: { kind, position, late } };
	countStanding(changed, before, -1);
	countStanding(changed, after, 1);
	return changed;
}

/** Adds `difference` to the numbers of the event in which a standing counts. */
function countStanding(event: EventWithStatus, standing: Standing, difference: 1 | -1): void {
	const section = getSection(standing, (event.places ?? null) !== null);
	if (section === 'waitlist') event.waitlist_count = (event.waitlist_count ?? 0) + difference;
	else if (section !== null) event[`${section}_count`] += difference;
	if (standing.kind === 'placed') event.places_taken = (event.places_taken ?? 0) + difference;
	if (standing.status !== null) event.signup_count += difference;
}
