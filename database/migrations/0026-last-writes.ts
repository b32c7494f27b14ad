import type { Migration } from './migration.ts';

/**
 * The note of a user's last write moves to a separate table. In the user's row it waited for every transaction that
 * changes the user, such as an import.
 */
export const lastWrites: Migration = {
	name: '0026-last-writes',
	up: ({ run }) =>
		run(`
			CREATE TABLE last_writes (
				user_id bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE,
				lsn pg_lsn NOT NULL
			);
			INSERT INTO last_writes SELECT id, last_write_lsn FROM users WHERE last_write_lsn IS NOT NULL;
			ALTER TABLE users DROP COLUMN last_write_lsn;
		`),
	down: ({ run }) =>
		run(`
			ALTER TABLE users ADD COLUMN last_write_lsn pg_lsn;
			UPDATE users SET last_write_lsn = lsn FROM last_writes WHERE user_id = id;
			DROP TABLE last_writes;
		`),
};
