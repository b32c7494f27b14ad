import { renewChanges } from './0062-changes.ts';
import type { Migration } from './index.ts';

/** The roles that users have on Discord during their events. */
export const eventRoles: Migration = {
	name: '0070-event-roles',
	async up(context) {
		await context.run(`
			ALTER TABLE users ADD event_roles boolean NOT NULL DEFAULT true;

			-- The roles that the bot has given, is giving or taking, and those that it decided not to give (decision 0089).
			-- The account is named by its Discord ID, because the role of an erased user is taken after the erasure.
			-- "event_id": the event for which it was planned first. Without a foreign key, because the event may be deleted.
			CREATE TABLE given_roles (
				discord_id text CHECK (discord_id ~ '^[0-9]{17,20}$'),
				role_id text CHECK (role_id ~ '^[0-9]{17,20}$'),
				user_id bigint REFERENCES users ON DELETE SET NULL,
				event_id bigint NOT NULL,
				state text NOT NULL CHECK (state IN ('planned', 'giving', 'given', 'taking', 'had', 'missing')),
				given_at timestamptz,
				attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
				leased_until timestamptz,
				changed_at timestamptz NOT NULL,
				PRIMARY KEY (discord_id, role_id)
			);
			CREATE INDEX given_roles_user_id_idx ON given_roles (user_id);
		`);
		await renewChanges.up(context);
	},
	down: ({ run }) => run('DROP TABLE given_roles; ALTER TABLE users DROP event_roles'),
};
