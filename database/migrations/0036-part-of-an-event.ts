import type { Migration } from './migration.ts';

/** The columns of a signup that open pages show (migrations 0023 and 0034). */
const SHOWN = ['user_id', 'status', 'signup_source', 'linked_at', 'created_at', 'place', 'passed_at'];
const replaceTrigger = (columns: readonly string[]): string => `
	DROP TRIGGER event_row_changed ON signups;
	CREATE TRIGGER event_row_changed AFTER UPDATE ON signups FOR EACH ROW
		WHEN (${columns.map((column) => `OLD.${column} IS DISTINCT FROM NEW.${column}`).join(' OR ')})
		EXECUTE FUNCTION note_changed_part();`;
const CLOCK = `'^([01][0-9]|2[0-3]):[0-5][0-9]$'`;

/**
 * When a player arrives and leaves, as times of day in the event's zone, and the seats that a creator gave to users who
 * waited for a place: these count until the place of that signup changes, as with declined users (migration 0028).
 */
export const partOfAnEvent: Migration = {
	name: '0036-part-of-an-event',
	up: ({ run }) =>
		run(`
			ALTER TABLE signups ADD COLUMN arrives_at text, ADD COLUMN leaves_at text;
			-- Not valid: the table is not read to check the existing rows, which have no times.
			ALTER TABLE signups
				ADD CONSTRAINT signups_arrives_at_check CHECK (arrives_at ~ ${CLOCK}) NOT VALID,
				ADD CONSTRAINT signups_leaves_at_check CHECK (leaves_at ~ ${CLOCK}) NOT VALID;
			ALTER TABLE group_players ADD COLUMN seated_while_waiting boolean NOT NULL DEFAULT false;
			CREATE FUNCTION end_waiting_seat() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
				UPDATE group_players SET seated_while_waiting = false
				WHERE event_id = OLD.event_id AND user_id = OLD.user_id AND seated_while_waiting;
				RETURN NULL;
			END $$;
			CREATE TRIGGER end_waiting_seat_on_update AFTER UPDATE OF place ON signups FOR EACH ROW
				WHEN (OLD.place <> 'placed' AND coalesce(NEW.place, 'placed') = 'placed') EXECUTE FUNCTION end_waiting_seat();
			CREATE TRIGGER end_waiting_seat_on_delete AFTER DELETE ON signups FOR EACH ROW
				WHEN (OLD.place <> 'placed') EXECUTE FUNCTION end_waiting_seat();
			${replaceTrigger([...SHOWN, 'standby', 'arrives_at', 'leaves_at'])}
		`),
	down: ({ run }) =>
		run(`
			${replaceTrigger(SHOWN)}
			DROP TRIGGER end_waiting_seat_on_delete ON signups;
			DROP TRIGGER end_waiting_seat_on_update ON signups;
			DROP FUNCTION end_waiting_seat();
			ALTER TABLE group_players DROP COLUMN seated_while_waiting;
			ALTER TABLE signups DROP COLUMN arrives_at, DROP COLUMN leaves_at;
		`),
};
