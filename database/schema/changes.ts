import { differ, type SchemaPart } from './schema-part.ts';

/** The tables of an event's parts, with the columns that its pages show; null when all of them are shown. */
const PARTS: Record<string, readonly string[] | null> = {
	signups: [
		...['user_id', 'status', 'signup_source', 'linked_at', 'created_at', 'place', 'passed_at', 'standby'],
		...['arrives_at', 'leaves_at'],
	],
	comments: null,
	event_storytellers: null,
	groups: null,
	group_players: null,
	discord_mirrors: ['state', 'error'],
	announcements: ['state', 'error'],
};
const EVENT = [
	...['title', 'description', 'date', 'duration', 'location', 'timezone', 'status', 'creator_id', 'image_id'],
	...['discord_event_id', 'version', 'groups_version'],
];

/** Returns the SQL of the triggers that log inserted and deleted rows, and rows whose `columns` have changed. */
const logChanges = (table: string, noteRow: string, columns: readonly string[] | null): string => `
	CREATE TRIGGER event_changed AFTER INSERT OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION ${noteRow}();
	CREATE TRIGGER event_row_changed AFTER UPDATE ON ${table} FOR EACH ROW
		WHEN (${differ(columns ?? ['*'])}) EXECUTE FUNCTION ${noteRow}();`;

/** What open pages and cached events are told of (decision 0039). */
export const changes: SchemaPart = {
	tables: `
	-- A log of which transaction changed which event, for open pages and what is kept in memory (decision 0039). Rows
	-- are only inserted, so that signups for one event do not wait for each other, and each has the id of its
	-- transaction, so that a reader also finds a transaction that commits late. The event 0 stands for what may show
	-- on every event.
	CREATE TABLE event_changes (
		event_id bigint,
		xid xid8 DEFAULT pg_current_xact_id(),
		created_at timestamptz NOT NULL DEFAULT now(),
		PRIMARY KEY (xid, event_id)
	);
	-- A log that lacks older changes is told by its first row, so it is never empty.
	INSERT INTO event_changes (event_id) VALUES (0);
	`,
	triggers: `
	CREATE FUNCTION note_changed_part() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
		INSERT INTO event_changes (event_id) VALUES (coalesce(NEW.event_id, OLD.event_id)) ON CONFLICT DO NOTHING;
		RETURN NULL;
	END $$;
	CREATE FUNCTION note_event_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
		INSERT INTO event_changes (event_id) VALUES (coalesce(NEW.id, OLD.id)) ON CONFLICT DO NOTHING;
		RETURN NULL;
	END $$;
	${Object.entries(PARTS)
		.map(([table, columns]) => logChanges(table, 'note_changed_part', columns))
		.join('')}
	${logChanges('events', 'note_event_change', EVENT)}
	CREATE TRIGGER event_capacity_changed AFTER UPDATE ON events FOR EACH ROW
		WHEN (${differ(['capacity', 'minimum_players', 'decide_minutes', 'on_too_few', 'decision'])})
		EXECUTE FUNCTION note_event_change();
	CREATE TRIGGER event_series_changed AFTER UPDATE ON events FOR EACH ROW
		WHEN (${differ(['series_id'])}) EXECUTE FUNCTION note_event_change();
	CREATE TRIGGER event_changed AFTER INSERT OR DELETE ON event_scripts FOR EACH ROW
		EXECUTE FUNCTION note_changed_part();
	CREATE TRIGGER event_time_moved AFTER UPDATE ON discord_mirrors FOR EACH ROW
		WHEN (${differ(['moved_start', 'moved_end'])}) EXECUTE FUNCTION note_changed_part();

	CREATE FUNCTION note_series_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
		INSERT INTO event_changes (event_id) SELECT id FROM events WHERE series_id = NEW.id ON CONFLICT DO NOTHING;
		RETURN NULL;
	END $$;
	CREATE TRIGGER series_changed AFTER UPDATE ON event_series FOR EACH ROW
		WHEN (OLD.interval_weeks <> NEW.interval_weeks OR OLD.until IS DISTINCT FROM NEW.until)
		EXECUTE FUNCTION note_series_change();

	-- A signup that is saved at the same time is not visible to the trigger yet, so it cannot find every event of a user:
	-- what is shown of users is logged with the event 0 too.
	CREATE FUNCTION note_changed_name() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
		INSERT INTO event_changes (event_id)
		SELECT e.id FROM events e WHERE e.status = 'active' AND e.id IN (
			SELECT event_id FROM signups WHERE user_id = NEW.id
			UNION ALL SELECT event_id FROM event_storytellers WHERE user_id = NEW.id)
		UNION ALL SELECT 0
		ON CONFLICT DO NOTHING;
		RETURN NULL;
	END $$;
	CREATE TRIGGER event_name_changed AFTER UPDATE ON users FOR EACH ROW
		WHEN (${differ(['username', 'preferred_username', 'avatar', 'role'])}) EXECUTE FUNCTION note_changed_name();
	CREATE TRIGGER event_member_left AFTER UPDATE OF left_at ON users FOR EACH ROW
		WHEN (${differ(['left_at'])}) EXECUTE FUNCTION note_changed_name();

	-- How other names are shown depends on the names of creators and admins (decision 0022).
	CREATE FUNCTION note_changed_organizer() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
		IF TG_OP <> 'UPDATE' OR OLD.role IN ('creator', 'admin') OR NEW.role IN ('creator', 'admin')
				OR EXISTS (SELECT FROM events WHERE creator_id = NEW.id) THEN
			INSERT INTO event_changes (event_id) VALUES (0) ON CONFLICT DO NOTHING;
		END IF;
		RETURN NULL;
	END $$;
	CREATE TRIGGER organizer_added AFTER INSERT ON users FOR EACH ROW
		WHEN (NEW.role IN ('creator', 'admin')) EXECUTE FUNCTION note_changed_organizer();
	CREATE TRIGGER organizer_deleted AFTER DELETE ON users FOR EACH ROW
		WHEN (OLD.role IN ('creator', 'admin')) EXECUTE FUNCTION note_changed_organizer();
	`,
};
