import { CommitUncertain, isForeignKeyViolation } from '~/database/errors.ts';
import { hasReplicas, listReplicaLags, type ReadPosition } from '~/database/replicas.ts';
import { execute, selectValue } from '~/database/sql.ts';
import type { ReadReplica } from '~/domain/database-problems.ts';

export type PositionRow = { currentLsn?: string; lastWriteLsn?: string | null };

/**
 * Returns the SQL of the columns of `PositionRow`, for a statement on the primary that reads the user `u`; empty
 * without replicas.
 */
export const selectPosition = (): string =>
	hasReplicas()
		? `, pg_current_wal_insert_lsn()::text AS "currentLsn",
			(SELECT lsn::text FROM last_writes WHERE user_id = u.id) AS "lastWriteLsn"`
		: '';

/** Returns what a replica must have applied before this user reads it; null without replicas. */
export const toReadPosition = ({ currentLsn, lastWriteLsn = null }: PositionRow): ReadPosition | null =>
	currentLsn === undefined ? null : { current: currentLsn, required: [lastWriteLsn] };

/**
 * Notes that the user has just written, so that their next requests, in any browser and on any process, read what they
 * wrote. Does nothing without replicas. Throws CommitUncertain when it fails: the user must not take an older page for
 * the current state.
 */
export const noteLastWrite = (userId: string): Promise<void> => noteWrite('id', userId);

/** The same as `noteLastWrite`, for the user with this Discord ID. */
export const noteLastWriteOfMember = (discordId: string): Promise<void> => noteWrite('discord_id', discordId);

async function noteWrite(column: 'id' | 'discord_id', value: string): Promise<void> {
	if (!hasReplicas()) return;
	// The insert position, not the written one: with synchronous_commit off, a commit is written later. A user who was
	// just deleted gets no note.
	const sql = `INSERT INTO last_writes (user_id, lsn)
		SELECT id, pg_current_wal_insert_lsn() FROM users WHERE ${column} = :value
		ON CONFLICT (user_id) DO UPDATE SET lsn = pg_current_wal_insert_lsn()`;
	try {
		await execute(sql, { value });
	} catch (error) {
		// The user was deleted at this moment.
		if (isForeignKeyViolation(error, 'last_writes_user_id_fkey')) return;
		throw new CommitUncertain(error);
	}
}

/** Returns how many seconds each read replica lags. Throws the error of the primary when that one does not respond. */
export async function readReplicaLags(): Promise<ReadReplica[]> {
	if (!hasReplicas()) return [];
	return listReplicaLags(String(await selectValue('SELECT pg_current_wal_insert_lsn()::text')));
}
