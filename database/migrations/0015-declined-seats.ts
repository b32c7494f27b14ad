import type { Migration } from './migration.ts';

/**
 * A user who declines after the groups were saved keeps their seat and counts nowhere; one whom a creator seats although
 * they have declined does count. Seats from before are taken for the first.
 */
export const declinedSeats: Migration = {
	name: '0015-declined-seats',
	up: ({ run }) =>
		run('ALTER TABLE group_players ADD COLUMN seated_while_declined boolean NOT NULL DEFAULT false'),
	down: ({ run }) => run('ALTER TABLE group_players DROP COLUMN seated_while_declined'),
};
