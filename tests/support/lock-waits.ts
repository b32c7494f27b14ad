import { QueryTypes } from 'sequelize';
import { database } from '~/database/connection.ts';

/** Returns how many statements of the test's database wait for a lock of another connection. */
export async function countLockWaits(): Promise<number> {
	const [row] = await database().query<{ count: number }>(
		`SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
		{ type: QueryTypes.SELECT },
	);
	return row?.count ?? 0;
}
