import type { Migration } from './migration.ts';

/**
 * Marks seats of users who had already declined when a creator seated them; these count. A user who declines
 * after the groups were saved keeps the seat but does not count. Existing seats are treated as the latter.
 */
export const declinedSeats: Migration = {
	name: '0015-declined-seats',
	up: ({ run }) =>
		run('ALTER TABLE group_players ADD COLUMN seated_while_declined boolean NOT NULL DEFAULT false'),
	down: ({ run }) => run('ALTER TABLE group_players DROP COLUMN seated_while_declined'),
};
