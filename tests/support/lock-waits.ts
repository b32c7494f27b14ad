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
