import { QueryTypes } from 'sequelize';
import { expect } from 'vitest';
import { database } from '~/database/connection.ts';

/** Waits until `count` statements wait for a lock, and checks that no further one joins them. */
export async function expectLockWaits(count: number): Promise<void> {
	await expect.poll(countLockWaits, { timeout: 20_000 }).toBe(count);
	for (let check = 0; check < 10; check += 1) expect(await countLockWaits()).toBe(count);
}

/** Returns how many statements of the test's database wait for a lock of another connection. */
export async function countLockWaits(): Promise<number> {
	const [row] = await database().query<{ count: number }>(
		`SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
		{ type: QueryTypes.SELECT },
	);
	return row?.count ?? 0;
}

/**
 * Waits until no transaction runs that is older than the last row of the log of changes. Other test files use the same
 * server, and a position that does not contain their transactions does not contain the log's first rows either.
 */
export async function waitForOlderTransactions(): Promise<void> {
	await expect
		.poll(
			() =>
				database().query(
					'SELECT pg_snapshot_xmin(pg_current_snapshot()) > max(xid) AS "isOldest" FROM event_changes',
					{ type: QueryTypes.SELECT },
				),
			{ timeout: 20_000, interval: 5 },
		)
		.toEqual([{ isOldest: true }]);
}
