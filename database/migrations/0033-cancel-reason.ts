import type { Migration } from './migration.ts';

/** Why an event was cancelled, for its players; null when no reason was given, and for any other event. */
export const cancelReason: Migration = {
	name: '0033-cancel-reason',
	up: ({ run }) =>
		run(`ALTER TABLE events ADD COLUMN cancel_reason text
			CONSTRAINT events_cancel_reason_check CHECK (char_length(cancel_reason) BETWEEN 1 AND 200)`),
	down: ({ run }) => run('ALTER TABLE events DROP COLUMN cancel_reason'),
};
