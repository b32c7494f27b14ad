import type { Migration } from './migration.ts';

/** Each event of a series is announced when it is near (decision 0042), not all of them when the series is created. */
export const announceLater: Migration = {
	name: '0049-announce-later',
	up: ({ run }) =>
		run(`
			ALTER TABLE events ADD COLUMN announce_later boolean NOT NULL DEFAULT false;
			CREATE INDEX events_announce_later_idx ON events (date) WHERE announce_later;
		`),
	down: ({ run }) => run('ALTER TABLE events DROP COLUMN announce_later;'),
};
