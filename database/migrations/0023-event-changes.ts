import type { Migration } from './migration.ts';

/** The tables of an event's parts, with the columns that its pages show; null when all of them are shown. */
const PARTS: Record<string, readonly string[] | null> = {
	signups: ['user_id', 'status', 'signup_source', 'linked_at', 'created_at'],
	comments: null,
	event_storytellers: null,
	groups: null,
	group_players: null,
	discord_mirrors: ['state', 'error'],
	announcements: ['state', 'error'],
};
const EVENT = [
	'title',
	'description',
	'date',
	'duration',
	'location',
	'timezone',
	'status',
	'creator_id',
	'image_id',
];
const VERSIONS = ['discord_event_id', 'version', 'groups_version'];
const USER = ['username', 'preferred_username', 'avatar', 'role'];

const differ = (columns: readonly string[]): string =>
	columns.map((column) => `OLD.${column} IS DISTINCT FROM NEW.${column}`).join(' OR ');

/** Returns the SQL of the triggers that log inserted and deleted rows, and rows whose `columns` have changed. */
function createTriggers(table: string, noteRow: string, columns: readonly string[] | null): string {
	const isChanged = differ(columns ?? ['*']);
	return `
		CREATE TRIGGER event_changed AFTER INSERT OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION ${noteRow}();
		CREATE TRIGGER event_row_changed AFTER UPDATE ON ${table} FOR EACH ROW
			WHEN (${isChanged}) EXECUTE FUNCTION ${noteRow}();`;
}

/**
 * A log of which transaction changed which event, for open pages. Triggers write it, so no change is missed. Rows are
 * only inserted, so that signups for one event do not wait for each other, and each has the id of its transaction, so
 * that a reader also finds a transaction that commits late. Notes and preferences write no row.
 */
export const eventChanges: Migration = {
	name: '0023-event-changes',
	up: ({ run }) =>
		run(`
			CREATE TABLE event_changes (
				event_id bigint NOT NULL,
				xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
				created_at timestamptz NOT NULL DEFAULT now(),
				CONSTRAINT event_changes_pkey PRIMARY KEY (xid, event_id)
			);
			-- A log that lacks older changes is told by its first row, so it is never empty. No event has this id.
			INSERT INTO event_changes (event_id) VALUES (0);

			CREATE FUNCTION note_changed_part() RETURNS trigger LANGUAGE plpgsql AS $$
			BEGIN
				INSERT INTO event_changes (event_id) VALUES (coalesce(NEW.event_id, OLD.event_id)) ON CONFLICT DO NOTHING;
				RETURN NULL;
			END $$;
			CREATE FUNCTION note_event_change() RETURNS trigger LANGUAGE plpgsql AS $$
			BEGIN
				INSERT INTO event_changes (event_id) VALUES (coalesce(NEW.id, OLD.id)) ON CONFLICT DO NOTHING;
				RETURN NULL;
			END $$;
			CREATE FUNCTION note_changed_name() RETURNS trigger LANGUAGE plpgsql AS $$
			BEGIN
				INSERT INTO event_changes (event_id)
				SELECT e.id FROM events e WHERE e.status = 'active' AND e.id IN (
					SELECT event_id FROM signups WHERE user_id = NEW.id
					UNION ALL SELECT event_id FROM event_storytellers WHERE user_id = NEW.id)
				ON CONFLICT DO NOTHING;
				RETURN NULL;
			END $$;

			${Object.entries(PARTS)
				.map(([table, columns]) => createTriggers(table, 'note_changed_part', columns))
				.join('')}
			${createTriggers('events', 'note_event_change', [...EVENT, ...VERSIONS])}
			CREATE TRIGGER event_name_changed AFTER UPDATE ON users FOR EACH ROW
				WHEN (${differ(USER)})
				EXECUTE FUNCTION note_changed_name();
		`),
	down: ({ run }) =>
		run(`
			${[...Object.keys(PARTS), 'events']
				.map((table) => `DROP TRIGGER event_changed ON ${table}; DROP TRIGGER event_row_changed ON ${table};`)
				.join(' ')}
			DROP TRIGGER event_name_changed ON users;
			DROP FUNCTION note_changed_part(), note_event_change(), note_changed_name();
			DROP TABLE event_changes;
		`),
};
