import type { Migration } from './migration.ts';

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

			CREATE TRIGGER announce_place AFTER UPDATE ON signups FOR EACH ROW
				WHEN (OLD.place IS DISTINCT FROM NEW.place) EXECUTE FUNCTION note_announced_row();
			CREATE TRIGGER event_place_changed AFTER UPDATE ON signups FOR EACH ROW
				WHEN (OLD.place IS DISTINCT FROM NEW.place OR OLD.passed_at IS DISTINCT FROM NEW.passed_at)
				EXECUTE FUNCTION note_changed_part();
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
			DROP TRIGGER event_place_changed ON signups;
			DROP TRIGGER announce_place ON signups;
			DROP INDEX events_capacity_idx;
			ALTER TABLE signups DROP COLUMN place, DROP COLUMN asked_at, DROP COLUMN passed_at, DROP COLUMN offered_at,
				DROP COLUMN offer_expires_at, DROP COLUMN place_reason;
			ALTER TABLE events DROP COLUMN capacity;
		`),
};
