import { CommitUncertain } from '~/database/errors.ts';
import { hasReplicas, listReplicaLags, type ReadPosition } from '~/database/replicas.ts';
import { execute, one } from '~/database/sql.ts';
import type { ReadReplica } from '~/domain/read-replicas.ts';

export type PositionRow = { currentLsn?: string; lastWriteLsn?: string | null };

/**
 * Returns the SQL of the columns of `PositionRow`, for a statement on the primary that reads the user `u`; empty without
 * replicas. A note beyond the end of the log came with a backup of another server and means nothing.
 */
export const selectPosition = (): string =>
	hasReplicas()
		? `, pg_current_wal_insert_lsn()::text AS "currentLsn",
			CASE WHEN u.last_write_lsn <= pg_current_wal_insert_lsn() THEN u.last_write_lsn::text END AS "lastWriteLsn"`
		: '';

/** Returns what a replica must have applied before this user reads it; null without replicas. */
export const toReadPosition = ({ currentLsn, lastWriteLsn = null }: PositionRow): ReadPosition | null =>
	currentLsn === undefined ? null : { current: currentLsn, required: [lastWriteLsn] };

/**
 * Notes that the user has just written, so that their next requests, in any browser and on any process, read what they
 * wrote. Does nothing without replicas. Throws CommitUncertain when it fails: the user must not take an older page for the
 * present state.
 */
export async function noteLastWrite(userId: string): Promise<void> {
	if (!hasReplicas()) return;
	// The insert position, not the written one: with synchronous_commit off, a commit is written later.
	const sql = 'UPDATE users SET last_write_lsn = pg_current_wal_insert_lsn() WHERE id = :userId';
	try {
		await execute(sql, { userId });
	} catch (error) {
		throw new CommitUncertain(error);
	}
}

/** Returns how many seconds each read replica lags. Throws the error of the primary when that one does not respond. */
export async function readReplicaLags(): Promise<ReadReplica[]> {
	if (!hasReplicas()) return [];
	const row = await one<{ lsn: string }>('SELECT pg_current_wal_insert_lsn()::text AS lsn');
	return listReplicaLags(String(row?.lsn));
}
