import type { Migration } from './index.ts';

const build = (parameters: string, own: string) => `
	CREATE FUNCTION event_places(${parameters}) RETURNS json LANGUAGE sql STABLE AS $$
		SELECT json_build_object(
			'taken', count(*) FILTER (WHERE p.place = 'placed'),
			'waiting', count(*) FILTER (WHERE p.place <> 'placed' AND p.status <> 'tentative'),
			'placed', (SELECT json_object_agg(c.status, c.count) FROM (SELECT s.status, count(*) AS count
				FROM signups s WHERE s.event_id = of_event AND s.place = 'placed' GROUP BY s.status) c),
			'storytellers', (SELECT count(*) FROM event_storytellers es WHERE es.event_id = of_event),
			'config', read_setting('auto_split_config', NULL, 'unreadable')${own})
		FROM signups p WHERE p.event_id = of_event AND p.place IS NOT NULL
	$$;`;

const FORMER_OWN = `,
			'own', (SELECT json_build_object('place', m.place, 'expires_at', m.offer_expires_at,
					'position', CASE WHEN m.place <> 'placed' THEN waitlist_position(m.id) END)
				FROM signups m WHERE m.event_id = of_event AND m.user_id = viewer AND m.place IS NOT NULL)`;

/** The places of an event no longer depend on a viewer, whose own place is read with their signup. */
export const eventPlaces: Migration = {
	name: '0076-event-places',
	up: ({ run }) => run(`DROP FUNCTION event_places(bigint, bigint); ${build('of_event bigint', '')}`),
	down: ({ run }) =>
		run(`DROP FUNCTION event_places(bigint); ${build('of_event bigint, viewer bigint', FORMER_OWN)}`),
};
