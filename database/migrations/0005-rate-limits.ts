import type { Migration } from './migration.ts';

/**
 * The rate limit counters, shared by all replicas. The table is unlogged because they may be lost in a crash.
 */
export const rateLimits: Migration = {
	name: '0005-rate-limits',
	up: ({ run }) =>
		run(`
			CREATE UNLOGGED TABLE rate_limits (
				key text PRIMARY KEY,
				points integer NOT NULL DEFAULT 0,
				expire bigint
			);
			CREATE INDEX rate_limits_expire_idx ON rate_limits (expire);
		`),
	down: ({ run }) => run('DROP TABLE rate_limits'),
};
