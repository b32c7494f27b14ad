import type { Migration } from './migration.ts';

const KINDS = [
	...['reminder', 'cancelled', 'reinstated', 'moved', 'nudge', 'placed', 'offered', 'too_few', 'standby'],
	...['regular', 'roll_call'],
];

const createKindsCheck = (kinds: readonly string[]): string => `
	ALTER TABLE direct_messages DROP CONSTRAINT direct_messages_kind_check;
	ALTER TABLE direct_messages ADD CONSTRAINT direct_messages_kind_check
		CHECK (kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')}));`;

/** Replaces the function that counts the position of a signup; `order` is the order of two who wait, of the row `row`. */
const replacePosition = (order: (row: string) => string): string => `
	CREATE OR REPLACE FUNCTION waitlist_position(of_signup bigint) RETURNS integer LANGUAGE sql STABLE AS $$
		SELECT count(*)::int FROM signups mine JOIN signups w ON w.event_id = mine.event_id
			AND w.place IN ('waiting', 'offered') AND w.status <> 'tentative'
			AND (${order('w')}) <= (${order('mine')})
		WHERE mine.id = of_signup AND mine.status <> 'tentative' GROUP BY mine.id
	$$;`;

const byAsking = (row: string) => `coalesce(${row}.passed_at, '-infinity'), ${row}.asked_at, ${row}.id`;
const byLoss = (row: string) =>
	`coalesce(array_position(ARRAY['places', 'undo'], ${row}.lost_by), 3), coalesce(${row}.lost_at, '-infinity')`;

const CURRENT = `nullif(current_setting('townbell.undo_id', true), '')`;
const writeUntil = (row: 'OLD' | 'NEW') => `jsonb_build_object('id', ${row}.id, 'until', ${row}.until)`;

/**
 * How and when a user lost a place without giving it up: they wait before all others (decision 0067). They get a message
 * about it. A change of the number of places in all later events of a series can be undone, so its whole row and its
 * storytellers are kept.
 */
export const lostPlaces: Migration = {
	name: '0051-lost-places',
	up: ({ run }) =>
		run(`
			ALTER TABLE signups ADD COLUMN lost_by text, ADD COLUMN lost_at timestamptz;
			-- Not valid: the table is not read to check the existing rows, which have lost nothing.
			ALTER TABLE signups
				ADD CONSTRAINT signups_lost_by_check CHECK (lost_by IN ('places', 'undo')) NOT VALID,
				ADD CONSTRAINT signups_lost_at_check CHECK ((lost_by IS NULL) = (lost_at IS NULL)) NOT VALID;
			${replacePosition((row) => `${byLoss(row)}, ${byAsking(row)}`)}
			${createKindsCheck([...KINDS, 'moved_to_waitlist'])}

			DROP TRIGGER keep_for_undo ON event_series;
			DROP FUNCTION keep_series_for_undo();
			CREATE TRIGGER keep_for_undo AFTER UPDATE ON event_series FOR EACH ROW
				WHEN (${CURRENT} IS NOT NULL) EXECUTE FUNCTION keep_for_undo();
			CREATE TRIGGER keep_for_undo AFTER INSERT OR UPDATE OR DELETE ON series_storytellers FOR EACH ROW
				WHEN (${CURRENT} IS NOT NULL) EXECUTE FUNCTION keep_for_undo();
		`),
	down: ({ run }) =>
		run(`
			DROP TRIGGER keep_for_undo ON series_storytellers;
			DROP TRIGGER keep_for_undo ON event_series;
			CREATE FUNCTION keep_series_for_undo() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
				INSERT INTO undo_rows (undo_id, table_name, before, after)
				VALUES (${CURRENT}::bigint, 'event_series', ${writeUntil('OLD')}, ${writeUntil('NEW')});
				RETURN NULL;
			END $$;
			CREATE TRIGGER keep_for_undo AFTER UPDATE OF until ON event_series FOR EACH ROW
				WHEN (${CURRENT} IS NOT NULL) EXECUTE FUNCTION keep_series_for_undo();
			DELETE FROM undo_rows WHERE table_name IN ('event_series', 'series_storytellers');
			DELETE FROM direct_messages WHERE kind = 'moved_to_waitlist';
			${createKindsCheck(KINDS)}
			${replacePosition(byAsking)}
			ALTER TABLE signups DROP COLUMN lost_by, DROP COLUMN lost_at;
		`),
};
