import type { Migration } from './migration.ts';

/**
 * A seat that a creator gave to a declined user counts until that signup changes. A user who confirms and declines again
 * has declined after the groups were saved, so the seat no longer counts (decision 0025).
 */
export const changedDeclinedSeats: Migration = {
	name: '0028-changed-declined-seats',
	up: ({ run }) =>
		run(`
			CREATE FUNCTION end_declined_seat() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
				UPDATE group_players SET seated_while_declined = false
				WHERE event_id = OLD.event_id AND user_id = OLD.user_id AND seated_while_declined;
				RETURN NULL;
			END $$;
			CREATE TRIGGER end_declined_seat_on_update AFTER UPDATE OF status ON signups FOR EACH ROW
				WHEN (OLD.status = 'declined' AND NEW.status <> 'declined') EXECUTE FUNCTION end_declined_seat();
			CREATE TRIGGER end_declined_seat_on_delete AFTER DELETE ON signups FOR EACH ROW
				WHEN (OLD.status = 'declined') EXECUTE FUNCTION end_declined_seat();
		`),
	down: ({ run }) =>
		run(`
			DROP TRIGGER end_declined_seat_on_delete ON signups;
			DROP TRIGGER end_declined_seat_on_update ON signups;
			DROP FUNCTION end_declined_seat();
		`),
};
