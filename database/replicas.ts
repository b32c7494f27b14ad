import { AsyncLocalStorage } from 'node:async_hooks';
import type { ClientBase } from 'pg';
import type { Sequelize } from 'sequelize-typescript';
import { MAX_LAG_SECONDS, type ReadReplica } from '../domain/database-problems.ts';
import { getCurrentBudget, withDatabaseBudget } from './budget.ts';
import type { Client } from './client.ts';

/** How long connecting to a replica and checking it may take, before the primary is read instead. */
const CHECK_BUDGET_MS = 1_000;
/** A replica that failed is not tried again for this long, so that it delays few requests. */
const RETRY_MS = 5_000;

/** `borrowed`: how many requests have one of its connections, or wait for one. */
type Replica = { name: string; sequelize: Sequelize; retryAt: number; borrowed: number };
let replicas: readonly Replica[] = [];
let nextReplica = 0;
let maxLagSeconds = MAX_LAG_SECONDS;

/** Uses these pools of connections to replicas, by host and port, from now on; the earlier ones stay open. */
export function setReplicas(
	pools: readonly Pick<Replica, 'name' | 'sequelize'>[],
	maxLag = MAX_LAG_SECONDS,
): void {
	maxLagSeconds = maxLag;
	replicas = pools.map((pool) => ({ ...pool, retryAt: 0, borrowed: 0 }));
}

/** Returns whether DATABASE_READ_URLS names replicas. Without them, nothing is noted or checked. */
export const hasReplicas = (): boolean => replicas.length > 0;

/** Closes the connections to all replicas, and reads only the primary from now on. */
export async function closeReplicas(): Promise<void> {
	const closing = replicas;
	replicas = [];
	await Promise.all(closing.map(({ sequelize }) => sequelize.close()));
}

/**
 * Positions in the write-ahead log (LSN) of the primary, as PostgreSQL's text: where it is now, and what a replica must
 * have applied before this user may read it. A required position beyond the current one was noted before a backup was
 * restored, and means nothing.
 */
export type ReadPosition = { current: string; required: readonly (string | null)[] };

/** A replica's connection that one request has borrowed. */
export type BorrowedReplica = {
	/** Null after it failed or was returned; the primary is read then. */
	connection: ClientBase | null;
	/** Resolves after the reads so far, and never rejects. A connection runs one statement after the other. */
	reads: Promise<unknown>;
};

const reads = { replica: 0, primary: 0 };

/** Returns how many requests that may read a replica have read one, and how many the primary instead. */
export const countReads = (): Readonly<typeof reads> => reads;

/**
 * Reads whether the replica has applied what is required, and its lag: the age of the last applied commit, which is an
 * upper bound. A server that is no longer a replica has not caught up.
 */
const CHECK = `SELECT pg_is_in_recovery() AND (SELECT bool_and(coalesce(applied >= lsn, false)) FROM unnest($2::pg_lsn[]) lsn WHERE lsn <= $1::pg_lsn)
			IS NOT FALSE AS "hasCaughtUp",
		CASE WHEN applied >= $1::pg_lsn THEN 0
			ELSE extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp())::float END AS "lagSeconds"
	FROM (SELECT pg_last_wal_replay_lsn() AS applied) state`;

type Checked = { hasCaughtUp: boolean; lagSeconds: number | null };

/**
 * Runs `work` with a connection to a replica that has applied what `position` requires, or with null: there is none, it
 * lags or does not respond, or `position` is null. The check and all reads use the same connection, because an address
 * may lead to several replicas.
 */
export async function withReplica<T>(
	position: ReadPosition | null,
	work: (replica: BorrowedReplica | null) => Promise<T>,
): Promise<T> {
	if (!position || !hasReplicas()) return work(null);
	const found = await borrow(position);
	reads[found ? 'replica' : 'primary'] += 1;
	if (!found) return work(null);
	const { connection, replica } = found;
	const borrowed: BorrowedReplica = { connection, reads: Promise.resolve() };
	try {
		return await work(borrowed);
	} finally {
		borrowed.connection = null;
		await borrowed.reads;
		giveBack(replica, connection);
	}
}

async function borrow(position: ReadPosition) {
	const first = nextReplica++ % replicas.length;
	for (const replica of [...replicas.slice(first), ...replicas.slice(0, first)]) {
		// A request does not wait for a connection of a busy replica.
		if (performance.now() < replica.retryAt || replica.borrowed >= getPool(replica.sequelize).maxSize)
			continue;
		// After a failure only this request tries the replica again, so that others do not wait for it.
		if (replica.retryAt > 0) replica.retryAt = performance.now() + RETRY_MS;
		replica.borrowed += 1;
		try {
			const { connection, checked } = await check(replica, position);
			replica.retryAt = 0;
			if (checked.hasCaughtUp && (checked.lagSeconds ?? Number.POSITIVE_INFINITY) <= maxLagSeconds)
				return { connection, replica };
			giveBack(replica, connection);
		} catch {
			replica.borrowed -= 1;
			replica.retryAt = performance.now() + RETRY_MS;
		}
	}
	return null;
}

function giveBack(replica: Replica, connection: Client): void {
	replica.borrowed -= 1;
	replica.sequelize.connectionManager.releaseConnection(connection);
}

type Pool = { using: number; available: number; maxSize: number; waiting: number };

/** Returns the counts of a pool of connections, which Sequelize's types lack. */
export const getPool = ({ connectionManager }: Sequelize): Pool =>
	(connectionManager as unknown as { pool: Pool }).pool;

async function check({ sequelize: { connectionManager } }: Replica, { current, required }: ReadPosition) {
	const found = await withDatabaseBudget(CHECK_BUDGET_MS, async () => {
		const connection = (await connectionManager.getConnection({ type: 'read' })) as Client;
		try {
			const { rows } = await connection.query<Checked>({
				name: 'check-replica',
				text: CHECK,
				values: [current, required],
			});
			return { connection, checked: rows[0] as Checked };
		} catch (error) {
			connectionManager.releaseConnection(markInvalid(connection));
			throw error;
		}
	});
	found.connection.budget = getCurrentBudget();
	return found;
}

/** Marks the connection, so that Sequelize's pool replaces it, and returns it. */
const markInvalid = <C extends ClientBase>(connection: C): C => Object.assign(connection, { _invalid: true });

/**
 * Returns how many seconds each replica is behind `current`, the primary's position; null: no response, or no replica.
 */
export function listReplicaLags(current: string): Promise<ReadReplica[]> {
	return Promise.all(
		replicas.map(async (replica) => {
			const found = await check(replica, { current, required: [] }).catch(() => null);
			if (found) replica.sequelize.connectionManager.releaseConnection(found.connection);
			const { hasCaughtUp: isReplica = false, lagSeconds = null } = found?.checked ?? {};
			return { name: replica.name, lagSeconds: isReplica ? lagSeconds : null };
		}),
	);
}

const currentReplica = new AsyncLocalStorage<BorrowedReplica | null>();

/** Runs `work`, whose reads outside transactions use the replica; with null, they use the primary. */
export const readFromReplica = <T>(replica: BorrowedReplica | null, work: () => Promise<T>): Promise<T> =>
	currentReplica.run(replica, work);

/**
 * Runs `read` on the replica that the running work may use. Returns undefined when there is none, or when it failed:
 * the primary must be read. A replica also cancels reads that conflict with the changes that it applies.
 */
export async function tryReplica<T>(read: (connection: ClientBase) => Promise<T>): Promise<T | undefined> {
	const borrowed = currentReplica.getStore();
	if (!borrowed) return undefined;
	const result = borrowed.reads.then(() => readBorrowed(borrowed, read));
	borrowed.reads = result;
	return result;
}

async function readBorrowed<T>(
	borrowed: BorrowedReplica,
	read: (connection: ClientBase) => Promise<T>,
): Promise<T | undefined> {
	const { connection } = borrowed;
	if (!connection) return undefined;
	try {
		return await read(connection);
	} catch {
		markInvalid(connection);
		borrowed.connection = null;
		return undefined;
	}
}

const commits = new AsyncLocalStorage<{ hasCommitted: boolean }>();

/** Notes that the running work has committed something, or may have. */
export function markCommitted(): void {
	const work = commits.getStore();
	if (work) work.hasCommitted = true;
}

/** Runs `work` and then, if it has committed something, `note`, also after a failure. Without replicas only `work` runs. */
export async function noteCommits<T>(work: () => Promise<T>, note: () => Promise<void>): Promise<T> {
	if (!hasReplicas()) return work();
	const tracked = { hasCommitted: false };
	try {
		return await commits.run(tracked, work);
	} finally {
		if (tracked.hasCommitted) await note();
	}
}
