import type { z } from 'zod';
import { AUTO_SPLIT_SETTING, readAutoSplitConfig } from '~/domain/groups/config.ts';
import { countPlaces, type Place } from '~/domain/places/places.ts';
import { fromStoredCapacity, type placesShape } from '~/domain/places/schema.ts';

/**
 * SQL for the position of the signup `signup` among those who wait for a place, from 1; null for others. The order is
 * that of `compareWaiting`.
 */
export const buildPositionSql = (signup: string): string => {
	const order = (alias: string) =>
		`(coalesce(${alias}.passed_at, '-infinity'), ${alias}.asked_at, ${alias}.id)`;
	return `CASE WHEN ${signup}.place IN ('waiting', 'offered') THEN (SELECT count(*)::int FROM signups w
		WHERE w.event_id = ${signup}.event_id AND w.place IN ('waiting', 'offered')
			AND ${order('w')} <= ${order(signup)}) END`;
};

/** The places of an event with a capacity, and the viewer's own. */
export type PlacesRow = {
	taken: number;
	waiting: number;
	storytellers: number;
	config: string | null;
	own: Place | null;
	position: number | null;
	expires_at: string | null;
};

/** SQL for the places of the event `e` as JSON of `PlacesRow`, null without a capacity; `mine` is the viewer's signup. */
export const EVENT_PLACES = `CASE WHEN e.capacity IS NOT NULL THEN (SELECT json_build_object(
		'taken', count(*) FILTER (WHERE p.place = 'placed'), 'waiting', count(*) FILTER (WHERE p.place <> 'placed'),
		'storytellers', (SELECT count(*) FROM event_storytellers es WHERE es.event_id = e.id),
		'config', (SELECT value FROM settings WHERE key = '${AUTO_SPLIT_SETTING}'),
		'own', mine.place, 'position', ${buildPositionSql('mine')}, 'expires_at', mine.offer_expires_at)
	FROM signups p WHERE p.event_id = e.id AND p.place IS NOT NULL) END`;

type PlacesView = { [Name in keyof typeof placesShape]: z.output<(typeof placesShape)[Name]> };

/** Returns the places of an event as responses show them. */
export function toPlacesView({
	capacity: stored,
	places: row,
}: {
	capacity: number | null;
	places: PlacesRow | null;
}): PlacesView {
	const capacity = fromStoredCapacity(stored);
	if (!row) return { capacity, places: null, places_taken: 0, waitlist_count: 0, own_place: null };
	const { maxPlayersPerGroup } = readAutoSplitConfig(row.config);
	return {
		capacity,
		places: countPlaces(capacity, { storytellers: row.storytellers, maxPlayersPerGroup }),
		places_taken: row.taken,
		waitlist_count: row.waiting,
		own_place: row.own && {
			state: row.own,
			position: row.position,
			offer_expires_at: row.expires_at && new Date(row.expires_at).toISOString(),
		},
	};
}
