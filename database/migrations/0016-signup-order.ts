import type { Migration } from './migration.ts';

/**
 * Puts an event's signups of one status in the order of the signups card, so that a page reads only its rows, and
 * counts a user's signups by status, and those that are not linked, without reading their rows.
 */
export const signupOrder: Migration = {
	name: '0016-signup-order',
	up: ({ run }) =>
		run(`
			-- Dropping an index needs this lock; asking for it later could deadlock with a bulk change of signups.
			LOCK TABLE signups IN ACCESS EXCLUSIVE MODE;
			CREATE INDEX signups_event_order_idx ON signups (event_id, status, created_at, id);
			CREATE INDEX signups_user_id_status_idx ON signups (user_id, status);
			CREATE INDEX signups_unlinked_idx ON signups (user_id) WHERE linked_at IS NULL;
			DROP INDEX signups_event_id_status_idx, signups_user_id_idx;
		`),
	down: ({ run }) =>
		run(`
			LOCK TABLE signups IN ACCESS EXCLUSIVE MODE;
			CREATE INDEX signups_event_id_status_idx ON signups (event_id, status);
			CREATE INDEX signups_user_id_idx ON signups (user_id);
			DROP INDEX signups_event_order_idx, signups_user_id_status_idx, signups_unlinked_idx;
		`),
};
