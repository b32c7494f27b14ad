import type { JobWithMetadata, PgBoss, Queue } from 'pg-boss';
import { QueryTypes, type Sequelize, type Transaction } from 'sequelize';
import { inTransaction, reportOwnCommit } from '~/database/connection.ts';
import { QUEUE_SCHEMA } from '~/database/migrate.ts';
import { queryRaw } from '~/database/sql.ts';
import { traceWork } from '~/database/tracing.ts';
import { MIRROR_QUEUE } from '~/domain/queues.ts';
import {
	type JobData,
	type JobName,
	type JobTimeouts,
	listQueues,
	MIRROR_RETRIES,
	MIRROR_TIMEOUTS,
	RETIRED_QUEUES,
	type Retries,
	type ScheduledJobName,
} from './queue/definitions.ts';
import { logQueueError, logQueueWarning } from './queue/report.ts';

export type { JobData, JobName, ScheduledJobName };

/** A query without a result for this long fails; no statement of the queue takes longer. */
const QUERY_TIMEOUT_MS = 30_000;
/** How long a stop may take after the drain time when the database does not respond. */
const CLOSE_MS = 2_000;
/** How often a worker looks for jobs by itself, in case nothing wakes it. */
export const POLL_SECONDS = 300;
/** How long a change waits for the queue's start before it opens its transaction. */
const START_WAIT_MS = 3_000;

const QUEUE_KEY = Symbol.for('townbell.queue');
type RunningQueue = {
	url: string;
	boss: Promise<PgBoss>;
	/** Lets the worker of a queue look for jobs. */
	wakers: Map<string, () => void>;
};
/** Stored on globalThis so that the queue survives a hot reload, like the database's pool. */
const globalStore = globalThis as typeof globalThis & { [QUEUE_KEY]?: RunningQueue };

export type QueueStart = {
	/** A postgres:// address. */
	url: string;
	/**
	 * Whether this process runs jobs (`startWorker`, `scheduleJob`) and maintains the queue; if not, it only sends jobs.
	 */
	shouldRunJobs: boolean;
	mirrorRetries?: Retries;
	mirrorTimeouts?: JobTimeouts;
	/** How often the queue looks for lost jobs by itself, in seconds; 120 by default. */
	superviseSeconds?: number;
};

/**
 * Starts the one queue of the process: pg-boss with its own pool (3 connections, or 1 for sending only), its
 * schema `queue` installed or updated, and every queue created (or deleted) as defined in queue/definitions.ts. Several
 * replicas may start at once. A second call with the same url does nothing; with another url it throws an
 * Error. Throws the database's error when the start fails; it may then be called again.
 */
export async function startQueue(start: QueueStart): Promise<void> {
	const running = globalStore[QUEUE_KEY];
	if (running && running.url !== start.url)
		throw new Error('The queue uses another database: stop it first.');
	if (running) {
		await running.boss;
		return;
	}
	const boss = openQueue(start);
	globalStore[QUEUE_KEY] = { url: start.url, boss, wakers: new Map() };
	try {
		await boss;
	} catch (error) {
		delete globalStore[QUEUE_KEY];
		throw error;
	}
}

/** Returns whether the tables of the queue exist, so that operations can read them. */
export async function isQueueInstalled(sequelize: Sequelize): Promise<boolean> {
	const [row] = await sequelize.query<{ exists: boolean }>(
		`SELECT to_regclass('${QUEUE_SCHEMA}.job') IS NOT NULL AS exists`,
		{ type: QueryTypes.SELECT },
	);
	return row?.exists ?? false;
}

/**
 * Stops taking jobs and waits at most `milliseconds` for the running ones. A job that still runs then is
 * queued for a retry, or fails when it has no retries left. Sending works until `stopQueue`.
 */
export async function drainQueue(milliseconds: number): Promise<void> {
	const running = globalStore[QUEUE_KEY];
	if (!running) return;
	await waitAtMost(
		milliseconds + CLOSE_MS,
		running.boss.then((boss) => boss.stop({ close: false, graceful: true, timeout: milliseconds })),
	);
}

/**
 * Stops taking jobs and closes the connections; does nothing when no queue is started. `milliseconds` is the
 * drain time.
 */
export async function stopQueue(milliseconds = CLOSE_MS): Promise<void> {
	const running = globalStore[QUEUE_KEY];
	if (!running) return;
	await drainQueue(milliseconds);
	delete globalStore[QUEUE_KEY];
	await waitAtMost(
		CLOSE_MS,
		running.boss.then((boss) => boss.stop({ close: true, graceful: false })),
	);
}

/**
 * Runs `work`, which may send jobs, like `inTransaction`. Waits for the start of the queue before it opens the
 * transaction, so that no row is locked in the meantime. When the queue cannot start, only work that really sends a job
 * fails.
 */
export async function inJobTransaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
	const running = globalStore[QUEUE_KEY];
	if (running) await waitAtMost(START_WAIT_MS, running.boss);
	return inTransaction(work);
}

/**
 * Sends a job inside the given transaction: the job exists when the transaction commits, and never when it
 * rolls back. `key` names the subject of the job: jobs of `events.mirror` (key: the event's id) with the same
 * key run one after another, in the order in which they were sent; jobs with other keys run in the meantime.
 */
export function enqueue<Name extends JobName>(
	name: Name,
	data: JobData[Name],
	{ transaction, key }: { transaction: Transaction; key?: string },
): Promise<void> {
	return enqueueAll(name, [{ data, ...(key === undefined ? {} : { key }) }], transaction);
}

/** Sends many jobs of one name in one statement, inside the given transaction, like `enqueue`. */
export async function enqueueAll<Name extends JobName>(
	name: Name,
	jobs: readonly { data: JobData[Name]; key?: string }[],
	transaction: Transaction,
): Promise<void> {
	if (jobs.length === 0) return;
	const boss = await getBoss();
	await boss.insert(
		name,
		jobs.map(({ data, key }) => ({ data, ...(key === undefined ? {} : { singletonKey: key }) })),
		{ db: { executeSql: (text, values) => queryRaw(transaction, text, values) } },
	);
}

export type JobRun = {
	signal: AbortSignal;
	/** Whether no retry is left. */
	isLastTry: boolean;
};

/**
 * Runs the jobs of a name in this process, one at a time. It looks for new ones when `wakeWorkers` says so, and every
 * `pollSeconds`. A job whose handler throws is retried as its queue's options say. A second call waits for the running
 * job and replaces the handler.
 */
export async function startWorker<Name extends JobName>(
	name: Name,
	pollSeconds: number,
	handler: (data: JobData[Name], run: JobRun) => Promise<void>,
): Promise<void> {
	const boss = await getBoss();
	await boss.offWork(name, { wait: true });
	const wake = () => boss.notifyWorker(workerId);
	const options = {
		includeMetadata: true,
		batchSize: 1,
		pollingIntervalSeconds: pollSeconds,
	} as const;
	const workerId = await boss.work(name, options, async (jobs: JobWithMetadata<JobData[Name]>[]) => {
		// The next job starts right after this one. Of a scheduled job at most one waits.
		if (name === MIRROR_QUEUE) wake();
		try {
			for (const { data, signal, retryCount, retryLimit } of jobs) {
				await traceWork(
					() => ({ kind: 'consumer', name: `process ${name}`, attributes: describeJob(name) }),
					() => handler(data, { signal, isLastTry: retryCount >= retryLimit }),
				);
			}
		} catch (error) {
			// The job gets the time of its next try when this has thrown; `readDelays` reads it.
			reportOwnCommit();
			throw error;
		}
	});
	globalStore[QUEUE_KEY]?.wakers.set(name, wake);
}

/** Lets the workers of these queues in this process look for jobs now. Does nothing for queues without a worker. */
export function wakeWorkers(names: readonly string[]): void {
	for (const name of names) globalStore[QUEUE_KEY]?.wakers.get(name)?.();
}

const describeJob = (name: JobName) => ({
	'messaging.system': 'pg-boss',
	'messaging.operation.name': 'process',
	'messaging.destination.name': name,
});

/** Queues a job without data now and schedules it with `cron` (UTC), once for all replicas together. */
export async function scheduleJob(name: ScheduledJobName, cron: string): Promise<void> {
	const boss = await getBoss();
	await boss.schedule(name, cron, {}, { tz: 'UTC' });
	await boss.send(name, {});
}

/** Returns those of `keys` for which a job of this name is queued, waits for a retry, or runs. */
export async function listBusyKeys(
	name: JobName,
	keys: readonly string[],
	transaction: Transaction,
): Promise<Set<string>> {
	await getBoss();
	const { rows } = await queryRaw(
		transaction,
		`SELECT DISTINCT singleton_key AS key FROM ${QUEUE_SCHEMA}.job
		WHERE name = $1 AND state < 'completed' AND singleton_key = ANY($2)`,
		[name, keys],
	);
	return new Set((rows as { key: string }[]).map(({ key }) => key));
}

/**
 * Makes jobs that wait for a retry due at once, when the transaction commits: the ones of `key`, or all of the name.
 */
export async function retryJobsNow(
	name: JobName,
	{ transaction, key }: { transaction: Transaction; key?: string },
): Promise<void> {
	await getBoss();
	await queryRaw(
		transaction,
		`UPDATE ${QUEUE_SCHEMA}.job SET start_after = now()
		WHERE name = $1 AND state = 'retry' AND start_after > now() AND ($2::text IS NULL OR singleton_key = $2)`,
		[name, key ?? null],
	);
}

/** Queues a scheduled job now, in addition to its schedule; does nothing when one is queued already. */
export async function enqueueScheduledJob(name: ScheduledJobName): Promise<void> {
	const boss = await getBoss();
	await boss.send(name, {});
	reportOwnCommit();
}

/**
 * Deletes the `events.mirror` jobs that failed for good and returns how many. With the policy `key_strict_fifo` a
 * failed job would block later jobs of its key forever. The next job of the key also does the work of the failed one.
 */
export async function releaseKeys(): Promise<number> {
	const boss = await getBoss();
	let released = 0;
	for (const key of await boss.getBlockedKeys('events.mirror')) {
		const jobs = await boss.findJobs('events.mirror', { key });
		const failed = jobs.filter(({ state }) => state === 'failed').map(({ id }) => id);
		if (failed.length > 0) await boss.deleteJob('events.mirror', failed);
		released += failed.length;
	}
	return released;
}

/** Queues mirror jobs for a retry that are lost (`HAS_LOST_JOBS`). */
export const retryLostJobs = async (): Promise<void> => (await getBoss()).supervise(MIRROR_QUEUE);

async function getBoss(): Promise<PgBoss> {
	const running = globalStore[QUEUE_KEY];
	if (!running) throw new Error('The queue is not started: call startQueue() first.');
	return running.boss;
}

async function openQueue({
	url,
	shouldRunJobs,
	superviseSeconds = 120,
	...mirror
}: QueueStart): Promise<PgBoss> {
	const connection = {
		connectionString: url,
		application_name: 'townbell-queue',
		max: shouldRunJobs ? 3 : 1,
		connectionTimeoutMillis: 4_000,
		keepAlive: true,
		query_timeout: QUERY_TIMEOUT_MS,
		// Longer than an idle queue pauses between two statements: opening a connection costs more than all of them.
		idleTimeoutMillis: 60_000,
	};
	const { PgBoss } = await import('pg-boss');
	const boss = new PgBoss({
		...connection,
		schema: QUEUE_SCHEMA,
		supervise: shouldRunJobs,
		schedule: shouldRunJobs,
		// Keeps an idle queue quiet: scheduled jobs may start late, and the application has no flows.
		cronWorkerIntervalSeconds: 15,
		flowIntervalSeconds: 3_600,
		bamIntervalSeconds: 3_600,
		queueCacheIntervalSeconds: 3_600,
		maintenanceIntervalSeconds: 3_600,
		superviseIntervalSeconds: superviseSeconds,
		// `retryLostJobs` may come in between.
		monitorIntervalSeconds: Math.min(superviseSeconds, 10),
	});
	boss.on('error', logQueueError);
	boss.on('warning', logQueueWarning);
	try {
		await boss.start();
		const { mirrorRetries = MIRROR_RETRIES, mirrorTimeouts = MIRROR_TIMEOUTS } = mirror;
		for (const queue of listQueues(mirrorRetries, mirrorTimeouts)) await declareQueue(boss, queue);
		if (shouldRunJobs) await deleteRetiredQueues(boss);
		return boss;
	} catch (error) {
		await waitAtMost(CLOSE_MS, boss.stop({ graceful: false }));
		throw error;
	}
}

async function declareQueue(boss: PgBoss, { name, policy, ...options }: Queue): Promise<void> {
	await boss.createQueue(name, { policy, ...options });
	await boss.updateQueue(name, options);
}

/**
 * Deletes the retired queues with their schedules and jobs. Logs a failure, because another process may be using or
 * deleting the same queue; the next start tries again.
 */
async function deleteRetiredQueues(boss: PgBoss): Promise<void> {
	for (const { name } of await boss.getQueues(RETIRED_QUEUES))
		await boss.deleteQueue(name).catch(logQueueError);
}

/** Waits for `work`, at most `milliseconds`. Logs a failure instead of throwing, because the caller must continue. */
async function waitAtMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
	let timer: NodeJS.Timeout | undefined;
	const timeout = new Promise((resolve) => {
		timer = setTimeout(resolve, milliseconds);
	});
	await Promise.race([work.catch(logQueueError), timeout]);
	clearTimeout(timer);
}
