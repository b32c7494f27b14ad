import type { Migration } from './migration.ts';

/** Counters of the rate limits, shared by all replicas; unlogged, for a crash may forget them. */
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
