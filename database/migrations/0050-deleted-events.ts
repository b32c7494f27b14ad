import type { Migration } from './migration.ts';

/**
 * The title and date of each deleted event, so that the audit trail can still name it. A trigger writes them, whatever
 * deletes the event. An event that comes back keeps its row, which its next deletion replaces.
 */
export const deletedEvents: Migration = {
	name: '0050-deleted-events',
	up: ({ run }) =>
		run(`
			CREATE TABLE deleted_events (
				id bigint PRIMARY KEY,
				title text NOT NULL,
				date timestamptz NOT NULL
			);
			INSERT INTO deleted_events (id, title, date)
				SELECT DISTINCT ON (before ->> 'id') (before ->> 'id')::bigint, before ->> 'title', (before ->> 'date')::timestamptz
				FROM undo_rows WHERE table_name = 'events' AND after IS NULL ORDER BY before ->> 'id', id DESC;
			CREATE FUNCTION keep_deleted_events() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
				INSERT INTO deleted_events (id, title, date) SELECT id, title, date FROM deleted
				ON CONFLICT (id) DO UPDATE SET title = excluded.title, date = excluded.date;
				RETURN NULL;
			END $$;
			CREATE TRIGGER keep_deleted_events AFTER DELETE ON events REFERENCING OLD TABLE AS deleted
				FOR EACH STATEMENT EXECUTE FUNCTION keep_deleted_events();
		`),
	down: ({ run }) =>
		run(`
			DROP TRIGGER keep_deleted_events ON events;
			DROP FUNCTION keep_deleted_events();
			DROP TABLE deleted_events;
		`),
};
