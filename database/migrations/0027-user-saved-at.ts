import type { Migration } from './migration.ts';

/** When users last saved their signups themselves: only then do they know the event as it was. */
export const userSavedAt: Migration = {
	name: '0027-user-saved-at',
	up: ({ run }) =>
		run(`
			ALTER TABLE signups ADD COLUMN user_saved_at timestamptz NOT NULL DEFAULT now();
			UPDATE signups SET user_saved_at = updated_at;
		`),
	down: ({ run }) => run('ALTER TABLE signups DROP COLUMN user_saved_at'),
};
