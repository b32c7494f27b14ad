import type { Migration } from './migration.ts';

const CURRENT = `nullif(current_setting('townbell.undo_id', true), '')`;
const writeRow = (row: 'OLD' | 'NEW') => `jsonb_build_object('id', ${row}.id, 'until', ${row}.until)`;

/** The last date of a series is kept when an action that can be undone changes it, without the rest of its row. */
export const undoEndOfSeries: Migration = {
	name: '0048-undo-end-of-series',
	up: ({ run }) =>
		run(`
			CREATE FUNCTION keep_series_for_undo() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
				INSERT INTO undo_rows (undo_id, table_name, before, after)
				VALUES (${CURRENT}::bigint, 'event_series', ${writeRow('OLD')}, ${writeRow('NEW')});
				RETURN NULL;
			END $$;
			CREATE TRIGGER keep_for_undo AFTER UPDATE OF until ON event_series FOR EACH ROW
				WHEN (${CURRENT} IS NOT NULL) EXECUTE FUNCTION keep_series_for_undo();
		`),
	down: ({ run }) =>
		run(`
			DROP TRIGGER keep_for_undo ON event_series;
			DROP FUNCTION keep_series_for_undo();
			DELETE FROM undo_rows WHERE table_name = 'event_series';
		`),
};
