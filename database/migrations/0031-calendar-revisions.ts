import type { Migration } from './migration.ts';

/**
 * The number and time of the newest text of each entry in a user's calendar. Both only rise, whatever the text depends
 * on: the event, the signup, the group, names or reminders. (decision 0047)
 */
export const calendarRevisions: Migration = {
	name: '0031-calendar-revisions',
	up: ({ run }) =>
		run(`
			CREATE TABLE calendar_revisions (
				user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
				event_id bigint NOT NULL REFERENCES events ON DELETE CASCADE,
				text_hash text NOT NULL CONSTRAINT calendar_revisions_text_hash_check CHECK (text_hash ~ '^[0-9a-f]{64}$'),
				sequence integer NOT NULL,
				changed_at timestamptz NOT NULL,
				PRIMARY KEY (user_id, event_id)
			);
			CREATE INDEX calendar_revisions_event_id_idx ON calendar_revisions (event_id);
		`),
	down: ({ run }) => run('DROP TABLE calendar_revisions'),
};
