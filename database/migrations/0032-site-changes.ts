import type { Migration } from './migration.ts';

const NAMES_DIFFER = `OLD.username IS DISTINCT FROM NEW.username
	OR OLD.preferred_username IS DISTINCT FROM NEW.preferred_username OR OLD.role IS DISTINCT FROM NEW.role`;
const isOrganizer = (row: 'OLD' | 'NEW') => `${row}.role IN ('creator', 'admin')`;

/**
 * Changes that may show on every event are logged with the event 0: the name or role of a user who is or was a creator,
 * because how other names are shown depends on it too (decision 0030). What is kept of the list of events relies on it
 * (decision 0066).
 */
export const siteChanges: Migration = {
	name: '0032-site-changes',
	up: ({ run }) =>
		run(`
			CREATE FUNCTION note_changed_organizer() RETURNS trigger LANGUAGE plpgsql AS $$
			BEGIN
				IF TG_OP <> 'UPDATE' OR ${isOrganizer('OLD')} OR ${isOrganizer('NEW')}
						OR EXISTS (SELECT FROM events WHERE creator_id = NEW.id) THEN
					INSERT INTO event_changes (event_id) VALUES (0) ON CONFLICT DO NOTHING;
				END IF;
				RETURN NULL;
			END $$;
			CREATE TRIGGER organizer_added AFTER INSERT ON users FOR EACH ROW
				WHEN (${isOrganizer('NEW')}) EXECUTE FUNCTION note_changed_organizer();
			CREATE TRIGGER organizer_deleted AFTER DELETE ON users FOR EACH ROW
				WHEN (${isOrganizer('OLD')}) EXECUTE FUNCTION note_changed_organizer();
			CREATE TRIGGER organizer_changed AFTER UPDATE ON users FOR EACH ROW
				WHEN (${NAMES_DIFFER}) EXECUTE FUNCTION note_changed_organizer();
		`),
	down: ({ run }) =>
		run(`
			DROP TRIGGER organizer_added ON users;
			DROP TRIGGER organizer_deleted ON users;
			DROP TRIGGER organizer_changed ON users;
			DROP FUNCTION note_changed_organizer();
			DELETE FROM event_changes WHERE event_id = 0
				AND xid > (SELECT xid FROM event_changes ORDER BY xid LIMIT 1);
		`),
};
