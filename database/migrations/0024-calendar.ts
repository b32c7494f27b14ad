import type { Migration } from './migration.ts';

/** The key of each user's calendar link, and whether their calendar also has the events without their signup. */
export const calendar: Migration = {
	name: '0024-calendar',
	up: ({ run }) =>
		run(`ALTER TABLE users
			ADD COLUMN calendar_key text
				CONSTRAINT users_calendar_key_check CHECK (calendar_key ~ '^[A-Za-z0-9_-]{43}$'),
			ADD COLUMN calendar_all_events boolean NOT NULL DEFAULT false`),
	down: ({ run }) => run('ALTER TABLE users DROP COLUMN calendar_key, DROP COLUMN calendar_all_events'),
};
