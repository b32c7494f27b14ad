import type { Migration } from './migration.ts';

/**
 * Who was there (decision 0073). Entries end after 26 weeks; `users.nights_attended` keeps how many nights of ended
 * entries the user attended.
 */
export const attendance: Migration = {
	name: '0039-attendance',
	up: ({ run }) =>
		run(`
			CREATE TABLE attendance (
				event_id bigint NOT NULL CONSTRAINT attendance_event_id_fkey REFERENCES events (id) ON DELETE CASCADE,
				user_id bigint NOT NULL CONSTRAINT attendance_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
				state text NOT NULL,
				PRIMARY KEY (event_id, user_id),
				CONSTRAINT attendance_state_check CHECK (state IN ('present', 'late', 'left_early', 'excused', 'absent'))
			);
			CREATE INDEX attendance_user_id_idx ON attendance (user_id);
			CREATE TRIGGER keep_for_undo AFTER INSERT OR UPDATE OR DELETE ON attendance FOR EACH ROW
				WHEN (nullif(current_setting('townbell.undo_id', true), '') IS NOT NULL) EXECUTE FUNCTION keep_for_undo();
			ALTER TABLE users ADD COLUMN nights_attended integer NOT NULL DEFAULT 0;
		`),
	down: ({ run }) =>
		run(`
			ALTER TABLE users DROP COLUMN nights_attended;
			DROP TABLE attendance;
		`),
};
