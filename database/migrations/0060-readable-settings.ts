import type { Migration } from './migration.ts';

const createEventPlaces = (config: string): string => `
	CREATE OR REPLACE FUNCTION event_places(of_event bigint, viewer bigint) RETURNS json LANGUAGE sql STABLE AS $$
		SELECT json_build_object(
			'taken', count(*) FILTER (WHERE p.place = 'placed'),
			'waiting', count(*) FILTER (WHERE p.place <> 'placed' AND p.status <> 'tentative'),
			'placed', (SELECT json_object_agg(c.status, c.count) FROM (SELECT s.status, count(*) AS count
				FROM signups s WHERE s.event_id = of_event AND s.place = 'placed' GROUP BY s.status) c),
			'storytellers', (SELECT count(*) FROM event_storytellers es WHERE es.event_id = of_event),
			'config', ${config},
			'own', (SELECT json_build_object('place', m.place, 'expires_at', m.offer_expires_at,
					'position', CASE WHEN m.place <> 'placed' THEN waitlist_position(m.id) END)
				FROM signups m WHERE m.event_id = of_event AND m.user_id = viewer AND m.place IS NOT NULL))
		FROM signups p WHERE p.event_id = of_event AND p.place IS NOT NULL
	$$;`;

/**
 * The value of a setting, what counts when it has no row, and what counts when it cannot be read. A page that shows a
 * setting beside other things is shown without it then.
 */
export const readableSettings: Migration = {
	name: '0060-readable-settings',
	up: ({ run }) =>
		run(`
			CREATE FUNCTION read_setting(name text, absent text, unreadable text) RETURNS text LANGUAGE plpgsql STABLE AS $$
				BEGIN
					RETURN coalesce((SELECT value FROM settings WHERE key = name), absent);
				EXCEPTION WHEN others THEN
					RAISE WARNING 'the setting % could not be read: %', name, SQLERRM;
					RETURN unreadable;
				END
			$$;
			${createEventPlaces("read_setting('auto_split_config', NULL, 'unreadable')")}
		`),
	down: ({ run }) =>
		run(`
			${createEventPlaces("(SELECT value FROM settings WHERE key = 'auto_split_config')")}
			DROP FUNCTION read_setting(text, text, text);
		`),
};
