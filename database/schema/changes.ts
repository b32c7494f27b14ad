import type { SchemaPart } from './schema-part.ts';

const BELONGS_TO_EVENT = 'note_change_of_part';
const SHOWS_ON_EVERY_EVENT = 'note_change_of_all';

/**
 * The tables that a page shows: the function that says which events a row concerns, and the columns that no other user
 * sees. A change of any other column is a change, and so is each new and deleted row.
 */
const SHOWN_TABLES: Record<string, readonly [noteChange: string, ...unseen: string[]]> = {
	events: ['note_change_of_event', 'updated_at'],
	signups: [BELONGS_TO_EVENT, 'updated_at', 'user_saved_at'],
	event_storytellers: [BELONGS_TO_EVENT],
	comments: [BELONGS_TO_EVENT],
	groups: [BELONGS_TO_EVENT],
	group_players: [BELONGS_TO_EVENT],
	group_co_storytellers: [BELONGS_TO_EVENT],
	group_pins: [BELONGS_TO_EVENT],
	group_keep_apart: [BELONGS_TO_EVENT],
	played_groups: [BELONGS_TO_EVENT],
	played_seats: ['note_change_of_seat'],
	attendance: [BELONGS_TO_EVENT],
	event_scripts: [BELONGS_TO_EVENT],
	script_votes: [BELONGS_TO_EVENT],
	event_notices: [BELONGS_TO_EVENT, 'told_date', 'told_status', 'is_dirty'],
	discord_mirrors: [BELONGS_TO_EVENT, 'attempts', 'updated_at', 'image_hash', 'sent_start', 'sent_end'],
	announcements: [
		BELONGS_TO_EVENT,
		...[
			'content_hash',
			'image_hash',
			'posted_groups',
			'sent_at',
			'is_dirty',
			'revision',
			'requests',
			'attempts',
		],
		...['due_at', 'leased_until', 'updated_at', 'thread_name', 'thread_due_at', 'read_revision'],
	],
	event_series: [SHOWS_ON_EVERY_EVENT],
	series_storytellers: [SHOWS_ON_EVERY_EVENT],
	series_regulars: [SHOWS_ON_EVERY_EVENT],
	scripts: [SHOWS_ON_EVERY_EVENT],
	images: [SHOWS_ON_EVERY_EVENT],
	settings: [SHOWS_ON_EVERY_EVENT, 'updated_at'],
	users: [
		SHOWS_ON_EVERY_EVENT,
		...['theme', 'show_countdown', 'notifications', 'reminder_minutes', 'quiet_hours', 'messages_refused_at'],
		...[
			'reminder_way',
			'calendar_key',
			'calendar_all_events',
			'membership_checked_at',
			'member_seen_at',
			'event_roles',
		],
	],
	preferences: [SHOWS_ON_EVERY_EVENT],
	player_preferences: [SHOWS_ON_EVERY_EVENT],
};

/** Returns the SQL of a trigger function that logs a change of the `events`, a query for their ids. */
const createNote = (name: string, events: string): string => `
	CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
		IF TG_OP = 'UPDATE' AND (OLD IS NOT DISTINCT FROM NEW
				OR TG_NARGS > 0 AND to_jsonb(OLD) - TG_ARGV = to_jsonb(NEW) - TG_ARGV) THEN
			RETURN NULL;
		END IF;
		INSERT INTO event_changes (event_id) ${events} ON CONFLICT DO NOTHING;
		RETURN NULL;
	END $$;`;
/** A moved row concerns the event that it belonged to and the one that it belongs to now. */
const selectRowsEvents = (column: string): string =>
	`SELECT id FROM (VALUES (OLD.${column}), (NEW.${column})) AS v (id) WHERE id IS NOT NULL`;

/** What open pages and cached events are told of (decision 0046). */
export const changes: SchemaPart = {
	tables: `
	-- A log of which transaction changed which event. Rows are only inserted, so that signups for one event do not wait
	-- for each other. The event 0 stands for every event.
	CREATE TABLE event_changes (
		event_id bigint,
		xid xid8 DEFAULT pg_current_xact_id(),
		PRIMARY KEY (event_id, xid)
	);
	-- How many rows of the log were counted and deleted, for each event and, for the event -1, of all. The revision of
	-- an event is this number plus its rows in the log. "all_counted": the number of all when the event's was last
	-- raised. Without a foreign key, because Undo can bring an event back.
	CREATE TABLE event_revisions (
		event_id bigint PRIMARY KEY,
		counted bigint NOT NULL,
		all_counted bigint NOT NULL
	);
	CREATE INDEX event_revisions_all_counted_idx ON event_revisions (all_counted);
	-- Within an epoch, revisions only grow. A crash or a fail-over, which may lose commits, empties the table, and a
	-- restored backup has another row.
	CREATE UNLOGGED TABLE revision_epochs (
		is_current boolean PRIMARY KEY DEFAULT true CHECK (is_current),
		epoch text NOT NULL DEFAULT left(gen_random_uuid()::text, 8)
	);
	INSERT INTO revision_epochs DEFAULT VALUES;
	-- Null until the next epoch begins. A standby cannot read the table.
	CREATE FUNCTION revision_epoch() RETURNS text LANGUAGE plpgsql STABLE AS $$ BEGIN
		IF pg_is_in_recovery() THEN RETURN 'standby'; END IF;
		RETURN (SELECT epoch FROM revision_epochs);
	END $$;
	`,
	triggers: `
	${createNote('note_change_of_event', selectRowsEvents('id'))}
	${createNote('note_change_of_part', selectRowsEvents('event_id'))}
	-- The group of a seat is saved before it, so this query sees it.
	${createNote('note_change_of_seat', 'SELECT event_id FROM played_groups WHERE id IN (OLD.group_id, NEW.group_id)')}
	-- A trigger does not see what is saved at the same time, so it cannot list the events that show a user or a setting.
	${createNote('note_change_of_all', 'VALUES (0)')}
	${Object.entries(SHOWN_TABLES)
		.map(([table, [noteChange, ...unseen]]) => {
			const run = `FOR EACH ROW EXECUTE FUNCTION ${noteChange}`;
			const insert = table === 'users' ? '' : 'INSERT OR';
			return `
	CREATE TRIGGER changed AFTER ${insert} UPDATE OR DELETE ON ${table} ${run}(${unseen.map((column) => `'${column}'`).join(', ')});`;
		})
		.join('')}
	-- A new player is seen nowhere before they do something, and hundreds may come in an hour.
	CREATE TRIGGER changed_by_new AFTER INSERT ON users FOR EACH ROW WHEN (NEW.role <> 'player')
		EXECUTE FUNCTION ${SHOWS_ON_EVERY_EVENT}();
	`,
};
