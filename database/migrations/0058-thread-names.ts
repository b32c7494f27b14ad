import type { Migration } from './migration.ts';

/**
 * The thread of an event's message follows the event's name. Discord allows two new names in ten minutes, so a thread has
 * a due time of its own, and the message does not wait for it. A message that is posted again with many others (`is_quiet`)
 * mentions no role.
 */
export const threadNames: Migration = {
	name: '0058-thread-names',
	up: ({ run }) =>
		run(`
			ALTER TABLE announcements ADD COLUMN thread_name text, ADD COLUMN thread_due_at timestamptz,
				ADD COLUMN is_quiet boolean NOT NULL DEFAULT false;
			CREATE INDEX announcements_thread_due_idx ON announcements (thread_due_at) WHERE thread_due_at IS NOT NULL;
		`),
	down: ({ run }) =>
		run(
			'ALTER TABLE announcements DROP COLUMN thread_name, DROP COLUMN thread_due_at, DROP COLUMN is_quiet;',
		),
};
