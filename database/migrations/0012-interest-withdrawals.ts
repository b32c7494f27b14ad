import type { Migration } from './migration.ts';

/** Users who withdrew their signup while Discord still lists them as interested. */
export const interestWithdrawals: Migration = {
	name: '0012-interest-withdrawals',
	up: ({ run }) =>
		run(`
			CREATE TABLE interest_withdrawals (
				event_id bigint NOT NULL
					CONSTRAINT interest_withdrawals_event_id_fkey REFERENCES events (id) ON DELETE CASCADE,
				user_id bigint NOT NULL
					CONSTRAINT interest_withdrawals_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
				CONSTRAINT interest_withdrawals_pkey PRIMARY KEY (event_id, user_id)
			);
			CREATE INDEX interest_withdrawals_user_id_idx ON interest_withdrawals (user_id);
		`),
	down: ({ run }) => run('DROP TABLE interest_withdrawals'),
};
