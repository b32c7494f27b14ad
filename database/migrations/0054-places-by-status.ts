import type { Migration } from './migration.ts';

const createEventPlaces = (byStatus: string): string => `
	CREATE OR REPLACE FUNCTION event_places(of_event bigint, viewer bigint) RETURNS json LANGUAGE sql STABLE AS $$
		SELECT json_build_object(
			'taken', count(*) FILTER (WHERE p.place = 'placed'),
			'waiting', count(*) FILTER (WHERE p.place <> 'placed' AND p.status <> 'tentative'),
			${byStatus}
			'storytellers', (SELECT count(*) FROM event_storytellers es WHERE es.event_id = of_event),
			'config', (SELECT value FROM settings WHERE key = 'auto_split_config'),
			'own', (SELECT json_build_object('place', m.place, 'expires_at', m.offer_expires_at,
					'position', CASE WHEN m.place <> 'placed' THEN waitlist_position(m.id) END)
				FROM signups m WHERE m.event_id = of_event AND m.user_id = viewer AND m.place IS NOT NULL))
		FROM signups p WHERE p.event_id = of_event AND p.place IS NOT NULL
	$$;`;

/** Counts the players with a place also by their status, because people read these numbers (decision 0078). */
export const placesByStatus: Migration = {
	name: '0054-places-by-status',
	up: ({ run }) =>
		run(
			createEventPlaces(`'placed', (SELECT json_object_agg(c.status, c.count) FROM (SELECT s.status, count(*) AS count
				FROM signups s WHERE s.event_id = of_event AND s.place = 'placed' GROUP BY s.status) c),`),
		),
	down: ({ run }) => run(createEventPlaces('')),
};
