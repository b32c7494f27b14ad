import type { Migration } from './migration.ts';

/**
 * The times that Discord had after our last change, and those that a moderator has set there since. Synced mirrors had the
 * times of their events. Open pages show the question about them.
 */
export const movedTimes: Migration = {
	name: '0059-moved-times',
	up: ({ run }) =>
		run(`
			ALTER TABLE discord_mirrors ADD COLUMN sent_start timestamptz, ADD COLUMN sent_end timestamptz,
				ADD COLUMN moved_start timestamptz, ADD COLUMN moved_end timestamptz,
				ADD CONSTRAINT discord_mirrors_moved_check CHECK ((moved_start IS NULL) = (moved_end IS NULL));
			UPDATE discord_mirrors m SET sent_start = e.date, sent_end = e.date + make_interval(mins => e.duration)
			FROM events e WHERE e.id = m.event_id AND m.state = 'synced' AND m.discord_event_id IS NOT NULL;
			CREATE TRIGGER event_time_moved AFTER UPDATE ON discord_mirrors FOR EACH ROW
				WHEN (OLD.moved_start IS DISTINCT FROM NEW.moved_start OR OLD.moved_end IS DISTINCT FROM NEW.moved_end)
				EXECUTE FUNCTION note_changed_part();
		`),
	down: ({ run }) =>
		run(`
			DROP TRIGGER event_time_moved ON discord_mirrors;
			ALTER TABLE discord_mirrors DROP COLUMN sent_start, DROP COLUMN sent_end, DROP COLUMN moved_start,
				DROP COLUMN moved_end;
		`),
};
