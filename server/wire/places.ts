import type { z } from 'zod';
import { readAutoSplitConfig } from '~/domain/groups/config.ts';
import { countPlaces, type Place } from '~/domain/places/places.ts';
import { fromStoredCapacity, type placesShape } from '~/domain/places/schema.ts';
import type { SignupStatus } from '~/domain/signups/statuses.ts';

/** SQL for the position of `signup` among those who wait, from 1, in the order of `compareWaiting`; null for others. */
export const buildPositionSql = (signup: string): string =>
	`CASE WHEN ${signup}.place IN ('waiting', 'offered') THEN waitlist_position(${signup}.id) END`;

/** The place of the viewer's own signup. */
export type OwnPlaceRow = { place: Place; position: number | null; expires_at: string | null };

/** SQL for the place of the signup `mine` as JSON of `OwnPlaceRow`; null without one. */
export const OWN_PLACE = `CASE WHEN mine.place IS NOT NULL THEN json_build_object('place', mine.place,
	'expires_at', mine.offer_expires_at, 'position', CASE WHEN mine.place <> 'placed' THEN waitlist_position(mine.id) END) END`;

/** The places of an event with a capacity; the function `event_places` returns it. */
export type PlacesRow = {
	taken: number;
	waiting: number;
	/** How many of each status have a place; null when no one has. */
	placed: Partial<Record<SignupStatus, number>> | null;
	storytellers: number;
	/** The setting of auto-split, or `unreadable`. */
	config: string | null;
};

/** SQL for the places of the event `e` as JSON of `PlacesRow`; null when it neither limits nor needs players. */
export const EVENT_PLACES =
	'CASE WHEN e.capacity IS NOT NULL OR e.minimum_players IS NOT NULL OR e.standbys_called THEN event_places(e.id) END';

type PlacesView = { [Name in keyof typeof placesShape]: z.output<(typeof placesShape)[Name]> };

/** Returns the place of the viewer as responses show it. */
export const toOwnPlace = (own: OwnPlaceRow | null): PlacesView['own_place'] =>
	own && {
		state: own.place,
		position: own.position,
		offer_expires_at: own.expires_at && new Date(own.expires_at).toISOString(),
	};

/** What counts while the setting cannot be read. */
let lastConfig: string | null = null;

/** Returns the places of an event as responses show them, without what depends on the viewer. */
export function toPlacesView({
	capacity: stored,
	places: row,
	decision,
}: {
	capacity: number | null;
	places: PlacesRow | null;
	decision: PlacesView['decision'];
}): Omit<PlacesView, 'own_place'> {
	const capacity = fromStoredCapacity(stored);
	if (!row) return { capacity, decision, places: null, places_taken: 0, waitlist_count: 0 };
	if (row.config !== 'unreadable') lastConfig = row.config;
	const { maxPlayersPerGroup } = readAutoSplitConfig(lastConfig);
	return {
		capacity,
		decision,
		places: countPlaces(capacity, { storytellers: row.storytellers, maxPlayersPerGroup }),
		places_taken: row.taken,
		waitlist_count: row.waiting,
	};
}
