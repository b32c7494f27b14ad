import type { Migration } from './migration.ts';

const replaceFunction = (more: string): string => `
	CREATE OR REPLACE FUNCTION note_changed_name() RETURNS trigger LANGUAGE plpgsql AS $$
	BEGIN
		INSERT INTO event_changes (event_id)
		SELECT e.id FROM events e WHERE e.status = 'active' AND e.id IN (
			SELECT event_id FROM signups WHERE user_id = NEW.id
			UNION ALL SELECT event_id FROM event_storytellers WHERE user_id = NEW.id)
		${more}
		ON CONFLICT DO NOTHING;
		RETURN NULL;
	END $$;`;

/**
 * A changed name, picture or role is logged with the event 0 too: a signup that is saved at the same time is not yet
 * visible to the trigger, so it cannot find its event, and what is kept of that event would have the old name (decision
 * 0066). Changed organizers need no trigger of their own any more.
 */
export const changedNames: Migration = {
	name: '0047-changed-names',
	up: ({ run }) => run(`${replaceFunction('UNION ALL SELECT 0')} DROP TRIGGER organizer_changed ON users;`),
	down: ({ run }) =>
		run(`${replaceFunction('')}
			CREATE TRIGGER organizer_changed AFTER UPDATE ON users FOR EACH ROW
				WHEN (OLD.username IS DISTINCT FROM NEW.username
					OR OLD.preferred_username IS DISTINCT FROM NEW.preferred_username OR OLD.role IS DISTINCT FROM NEW.role)
				EXECUTE FUNCTION note_changed_organizer();`),
};
