import type { Migration } from './migration.ts';

/** Where the write-ahead log was after each user's last write, so that they read replicas that have applied it. */
export const lastWrite: Migration = {
	name: '0025-last-write',
	up: ({ run }) => run('ALTER TABLE users ADD COLUMN last_write_lsn pg_lsn'),
	down: ({ run }) => run('ALTER TABLE users DROP COLUMN last_write_lsn'),
};
