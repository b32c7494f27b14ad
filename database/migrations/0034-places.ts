import type { Migration } from './migration.ts';

/** The columns of a signup that open pages show (migration 0023). */
const SIGNUP = ['user_id', 'status', 'signup_source', 'linked_at', 'created_at'];
const differ = (columns: readonly string[]): string =>
	columns.map((column) => `OLD.${column} IS DISTINCT FROM NEW.${column}`).join(' OR ');

/**
 * The places of an event with a capacity (decision 0067). A capacity of 0 stands for as many players as the storytellers
 * can lead. The new columns of signups are all null at first, so no row is written.
 */
export const places: Migration = {
	name: '0034-places',
	up: ({ run }) =>
		run(`
			ALTER TABLE events ADD COLUMN capacity integer
				CONSTRAINT events_capacity_check CHECK (capacity BETWEEN 0 AND 500);
			ALTER TABLE signups
				ADD COLUMN place text CONSTRAINT signups_place_check CHECK (place IN ('placed', 'waiting', 'offered')),
				ADD COLUMN asked_at timestamptz,
				ADD COLUMN passed_at timestamptz,
				ADD COLUMN offered_at timestamptz,
				ADD COLUMN offer_expires_at timestamptz,
				ADD COLUMN place_reason text
					CONSTRAINT signups_place_reason_check CHECK (char_length(place_reason) BETWEEN 1 AND 200),
				ADD CONSTRAINT signups_asked_at_check CHECK ((place IS NULL) = (asked_at IS NULL)),
				ADD CONSTRAINT signups_offer_check CHECK (offer_expires_at IS NULL OR place = 'offered');
			CREATE INDEX signups_place_idx ON signups (event_id, place) WHERE place IS NOT NULL;
			CREATE INDEX events_capacity_idx ON events (date) WHERE capacity IS NOT NULL AND status = 'active';

			-- Functions, so that statements about events without a capacity do not prepare to count places.
			CREATE FUNCTION waitlist_position(of_signup bigint) RETURNS integer LANGUAGE sql STABLE AS $$
				SELECT count(*)::int FROM signups mine JOIN signups w ON w.event_id = mine.event_id
					AND w.place IN ('waiting', 'offered')
					AND (coalesce(w.passed_at, '-infinity'), w.asked_at, w.id)
						<= (coalesce(mine.passed_at, '-infinity'), mine.asked_at, mine.id)
				WHERE mine.id = of_signup
			$$;
			CREATE FUNCTION event_places(of_event bigint, viewer bigint) RETURNS json LANGUAGE sql STABLE AS $$
				SELECT json_build_object(
					'taken', count(*) FILTER (WHERE p.place = 'placed'), 'waiting', count(*) FILTER (WHERE p.place <> 'placed'),
					'storytellers', (SELECT count(*) FROM event_storytellers es WHERE es.event_id = of_event),
					'config', (SELECT value FROM settings WHERE key = 'auto_split_config'),
					'own', (SELECT json_build_object('place', m.place, 'expires_at', m.offer_expires_at,
							'position', CASE WHEN m.place <> 'placed' THEN waitlist_position(m.id) END)
						FROM signups m WHERE m.event_id = of_event AND m.user_id = viewer AND m.place IS NOT NULL))
				FROM signups p WHERE p.event_id = of_event AND p.place IS NOT NULL
			$$;

			DROP TRIGGER announce_changed ON signups;
			CREATE TRIGGER announce_changed AFTER INSERT OR DELETE OR UPDATE OF status, user_id, event_id, place ON signups
				FOR EACH ROW EXECUTE FUNCTION note_announced_row();
			DROP TRIGGER event_row_changed ON signups;
			CREATE TRIGGER event_row_changed AFTER UPDATE ON signups FOR EACH ROW
				WHEN (${differ([...SIGNUP, 'place', 'passed_at'])}) EXECUTE FUNCTION note_changed_part();
			CREATE TRIGGER event_capacity_changed AFTER UPDATE ON events FOR EACH ROW
				WHEN (OLD.capacity IS DISTINCT FROM NEW.capacity) EXECUTE FUNCTION note_event_change();

			ALTER TABLE direct_messages DROP CONSTRAINT direct_messages_kind_check;
			ALTER TABLE direct_messages ADD CONSTRAINT direct_messages_kind_check
				CHECK (kind IN ('reminder', 'cancelled', 'reinstated', 'moved', 'nudge', 'placed', 'offered'));
		`),
	down: ({ run }) =>
		run(`
			DELETE FROM direct_messages WHERE kind IN ('placed', 'offered');
			ALTER TABLE direct_messages DROP CONSTRAINT direct_messages_kind_check;
			ALTER TABLE direct_messages ADD CONSTRAINT direct_messages_kind_check
				CHECK (kind IN ('reminder', 'cancelled', 'reinstated', 'moved', 'nudge'));
			DROP TRIGGER event_capacity_changed ON events;
			DROP TRIGGER event_row_changed ON signups;
			CREATE TRIGGER event_row_changed AFTER UPDATE ON signups FOR EACH ROW
				WHEN (${differ(SIGNUP)}) EXECUTE FUNCTION note_changed_part();
			DROP TRIGGER announce_changed ON signups;
			CREATE TRIGGER announce_changed AFTER INSERT OR DELETE OR UPDATE OF status, user_id, event_id ON signups
				FOR EACH ROW EXECUTE FUNCTION note_announced_row();
			DROP FUNCTION event_places(bigint, bigint);
			DROP FUNCTION waitlist_position(bigint);
			DROP INDEX events_capacity_idx;
			ALTER TABLE signups DROP COLUMN place, DROP COLUMN asked_at, DROP COLUMN passed_at, DROP COLUMN offered_at,
				DROP COLUMN offer_expires_at, DROP COLUMN place_reason;
			ALTER TABLE events DROP COLUMN capacity;
		`),
};
