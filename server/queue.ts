import { type JobWithMetadata, PgBoss, type Queue } from 'pg-boss';
import type { Transaction } from 'sequelize';
import { QUEUE_SCHEMA } from '~/database/migrate.ts';
import { queryRaw } from '~/database/sql.ts';
import {
	type ChoreName,
	type JobData,
	type JobName,
	listQueues,
	MIRROR_PATIENCE,
	MIRROR_RETRIES,
	type Patience,
	type Retries,
} from './queue/declared.ts';
import { reportFault, reportWarning } from './queue/report.ts';

export type { ChoreName, JobData, JobName };

/** A query without a result for this long fails; no statement of the queue takes longer. */
const QUERY_TIMEOUT_MS = 30_000;
/** How long a stop may take after the drain time when the database does not respond. */
const CLOSE_MS = 2_000;

const HELD = Symbol.for('townbell.queue');
type Held = { url: string; boss: Promise<PgBoss> };
/** Stored on globalThis so that the queue survives a hot reload, like the database's pool. */
const holder = globalThis as typeof globalThis & { [HELD]?: Held };

export type QueueStart = {
	/** A postgres:// address. */
	url: string;
	/**
	 * Whether this process runs jobs (`work`, `repeat`) and maintains the queue; if not, it only sends jobs.
	 */
	isWorking: boolean;
	mirrorRetries?: Retries;
	mirrorPatience?: Patience;
	/** How often the queue looks for lost jobs, in seconds; 60 by default. */
	superviseSeconds?: number;
};

/**
 * Starts the one queue of the process: pg-boss with its own pool (3 connections, or 1 for sending only), its
 * schema `queue` installed or updated, and every queue created as declared in queue/declared.ts. Several
 * replicas may start at once. A second call with the same url does nothing; with another url it throws an
 * Error. Throws the database's error when the start fails; it may then be called again.
 */
export async function startQueue(start: QueueStart): Promise<void> {
	const held = holder[HELD];
	if (held && held.url !== start.url) throw new Error('The queue runs on another database: stop it first.');
	if (held) {
		await held.boss;
		return;
	}
	const boss = openQueue(start);
	holder[HELD] = { url: start.url, boss };
	try {
		await boss;
	} catch (error) {
		delete holder[HELD];
		throw error;
	}
}

/**
 * Stops taking jobs and waits at most `milliseconds` for the running ones. A job that still runs then is
 * queued for a retry, or fails when it has no retries left. Sending works until `stopQueue`.
 */
export async function restQueue(milliseconds: number): Promise<void> {
	const held = holder[HELD];
	if (!held) return;
	await within(
		milliseconds + CLOSE_MS,
		held.boss.then((boss) => boss.stop({ close: false, graceful: true, timeout: milliseconds })),
	);
}

/**
 * Stops taking jobs and closes the connections; does nothing when no queue is started. `milliseconds` is the
 * drain time.
 */
export async function stopQueue(milliseconds = CLOSE_MS): Promise<void> {
	const held = holder[HELD];
	if (!held) return;
	await restQueue(milliseconds);
	delete holder[HELD];
	await within(
		CLOSE_MS,
		held.boss.then((boss) => boss.stop({ close: true, graceful: false })),
	);
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
	const boss = await runningBoss();
	await boss.insert(
		name,
		jobs.map(({ data, key }) => ({ data, ...(key === undefined ? {} : { singletonKey: key }) })),
		{ db: { executeSql: (text, values) => queryRaw(transaction, text, values) } },
	);
}

export type Run = { signal: AbortSignal /** Whether no retry is left. */; isLastTry: boolean };

/**
 * Runs the jobs of a name in this process, one at a time, and looks for new ones every `pollSeconds`. A job
 * whose handler throws is retried as its queue's options say. A second call waits for the running job and
 * replaces the handler.
 */
export async function work<Name extends JobName>(
	name: Name,
	pollSeconds: number,
	handler: (data: JobData[Name], run: Run) => Promise<void>,
): Promise<void> {
	const boss = await runningBoss();
	await boss.offWork(name, { wait: true });
	const options = {
		includeMetadata: true,
		batchSize: 1,
		pollingIntervalSeconds: pollSeconds,
		// The next job starts right after the last one, so that a backlog does not wait for the polls.
		burstWhenBatchFull: true,
	} as const;
	await boss.work(name, options, async (jobs: JobWithMetadata<JobData[Name]>[]) => {
		for (const { data, signal, retryCount, retryLimit } of jobs) {
			await handler(data, { signal, isLastTry: retryCount >= retryLimit });
		}
	});
}

/** Queues a job without data now and schedules it with `cron` (UTC), once for all replicas together. */
export async function repeat(name: ChoreName, cron: string): Promise<void> {
	const boss = await runningBoss();
	await boss.schedule(name, cron, {}, { tz: 'UTC' });
	await boss.send(name, {});
}

/** Returns those of `keys` for which a job of this name is queued, waits for a retry, or runs. */
export async function listKeysAtWork(
	name: JobName,
	keys: readonly string[],
	transaction: Transaction,
): Promise<Set<string>> {
	const { rows } = await queryRaw(
		transaction,
		`SELECT DISTINCT singleton_key AS key FROM ${QUEUE_SCHEMA}.job
		WHERE name = $1 AND state < 'completed' AND singleton_key = ANY($2)`,
		[name, keys],
	);
	return new Set((rows as { key: string }[]).map(({ key }) => key));
}

/**
 * Makes jobs that wait for a retry due at once, when the transaction commits: the ones of `key`, or all of
 * the name.
 */
export async function hasten(
	name: JobName,
	{ transaction, key }: { transaction: Transaction; key?: string },
): Promise<void> {
	await queryRaw(
		transaction,
		`UPDATE ${QUEUE_SCHEMA}.job SET start_after = now()
		WHERE name = $1 AND state = 'retry' AND start_after > now() AND ($2::text IS NULL OR singleton_key = $2)`,
		[name, key ?? null],
	);
}

/** Queues a scheduled job now, in addition to its schedule; does nothing when one is queued already. */
export async function hurry(name: ChoreName): Promise<void> {
	const boss = await runningBoss();
	await boss.send(name, {});
}

/**
 * Deletes the `events.mirror` jobs that failed for good and returns how many. With the policy
 * `key_strict_fifo` a failed job blocks later jobs of its key for ever; here the later job also does the work
 * of the failed one.
 */
export async function releaseKeys(): Promise<number> {
	const boss = await runningBoss();
	let released = 0;
	for (const key of await boss.getBlockedKeys('events.mirror')) {
		const jobs = await boss.findJobs('events.mirror', { key });
		const failed = jobs.filter(({ state }) => state === 'failed').map(({ id }) => id);
		if (failed.length > 0) await boss.deleteJob('events.mirror', failed);
		released += failed.length;
	}
	return released;
}

async function runningBoss(): Promise<PgBoss> {
	const held = holder[HELD];
	if (!held) throw new Error('The queue is not started: call startQueue() first.');
	return held.boss;
}

async function openQueue({ url, isWorking, superviseSeconds = 60, ...mirror }: QueueStart): Promise<PgBoss> {
	const connection = {
		connectionString: url,
		application_name: 'townbell-queue',
		max: isWorking ? 3 : 1,
		connectionTimeoutMillis: 4_000,
		keepAlive: true,
		query_timeout: QUERY_TIMEOUT_MS,
	};
	const boss = new PgBoss({
		...connection,
		schema: QUEUE_SCHEMA,
		supervise: isWorking,
		schedule: isWorking,
		// Keeps an idle queue quiet: scheduled jobs may start late, and the application has no flows.
		cronWorkerIntervalSeconds: 15,
		flowIntervalSeconds: 600,
		maintenanceIntervalSeconds: 3_600,
		superviseIntervalSeconds: superviseSeconds,
		monitorIntervalSeconds: superviseSeconds,
	});
	boss.on('error', reportFault);
	boss.on('warning', reportWarning);
	try {
		await boss.start();
		const { mirrorRetries = MIRROR_RETRIES, mirrorPatience = MIRROR_PATIENCE } = mirror;
		for (const queue of listQueues(mirrorRetries, mirrorPatience)) await declareQueue(boss, queue);
		return boss;
	} catch (error) {
		await within(CLOSE_MS, boss.stop({ graceful: false }));
		throw error;
	}
}

async function declareQueue(boss: PgBoss, { name, policy, ...options }: Queue): Promise<void> {
	await boss.createQueue(name, { policy, ...options });
	await boss.updateQueue(name, options);
}

/**
 * Waits for `work`, at most `milliseconds`. Logs a failure instead of throwing, because a stop must continue.
 */
async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise((resolve) => {
		timer = setTimeout(resolve, milliseconds);
	});
	await Promise.race([work.catch(reportFault), late]);
	clearTimeout(timer);
}
