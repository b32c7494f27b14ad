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

/** A connection that does not answer for so long is given up; longer than any statement of the queue takes. */
const QUERY_TIMEOUT_MS = 30_000;
/** What a stop may take beyond its drain time, for a database that does not answer. */
const CLOSE_MS = 2_000;

const HELD = Symbol.for('townbell.queue');
type Held = { url: string; boss: Promise<PgBoss> };
/** Outlives a hot reload, like the database's pool. */
const holder = globalThis as typeof globalThis & { [HELD]?: Held };

export type QueueStart = {
	/** A postgres:// address. */
	url: string;
	/** Whether this process carries out jobs (`work`, `repeat`) and looks after the queue; without, it only sends. */
	isWorking: boolean;
	mirrorRetries?: Retries;
	mirrorPatience?: Patience;
	/** How often somebody looks for jobs that were lost; a minute unless told. */
	superviseSeconds?: number;
};

/**
 * Starts the process's one queue: pg-boss on a pool of its own (3 connections, 1 for sending only), its schema `queue`
 * installed or brought up to date, and every queue there as declared here. Safe when several replicas start at once.
 * Called again it changes nothing; it refuses with the database's error, and may then be called once more.
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
 * Takes no more jobs and waits for those that run, `milliseconds` at most; one that still runs then is put back to be
 * tried again, or has failed. Sending goes on until `stopQueue`.
 */
export async function restQueue(milliseconds: number): Promise<void> {
	const held = holder[HELD];
	if (!held) return;
	await within(
		milliseconds + CLOSE_MS,
		held.boss.then((boss) => boss.stop({ close: false, graceful: true, timeout: milliseconds })),
	);
}

/** Rests the queue and closes its connections; does nothing when there is none. */
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
 * Sends a job inside the caller's transaction: it is there once that commits, and never when it rolls back.
 * `key` is whom the job is about: jobs of `events.mirror` (key: the event's id) are done one after another for each key,
 * in the order in which they were sent, while those of other keys go on.
 */
export function enqueue<Name extends JobName>(
	name: Name,
	data: JobData[Name],
	{ transaction, key }: { transaction: Transaction; key?: string },
): Promise<void> {
	return enqueueAll(name, [{ data, ...(key === undefined ? {} : { key }) }], transaction);
}

/** `enqueue` for many jobs of one name, in one statement. */
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

export type Run = { signal: AbortSignal /** After this one it is not tried again. */; isLastTry: boolean };

/**
 * Carries out the jobs of a name in this process, one at a time, looking for new ones every `pollSeconds`. A handler
 * that throws has its job tried again as the queue's retries say. Called again it lets the running
 * one end and replaces the handler.
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
		// After one job the next is looked for at once: a backlog is not done at the pace of the polls.
		burstWhenBatchFull: true,
	} as const;
	await boss.work(name, options, async (jobs: JobWithMetadata<JobData[Name]>[]) => {
		for (const { data, signal, retryCount, retryLimit } of jobs) {
			await handler(data, { signal, isLastTry: retryCount >= retryLimit });
		}
	});
}

/** Queues a job without data now, and from now on whenever `cron` says (UTC); once for all replicas together. */
export async function repeat(name: ChoreName, cron: string): Promise<void> {
	const boss = await runningBoss();
	await boss.schedule(name, cron, {}, { tz: 'UTC' });
	await boss.send(name, {});
}

/** Those of `keys` for which a job of that name waits, waits for its next try, or runs. */
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

/** Lets the jobs that wait for their next try have it at once: those of `key`, or all. Once the transaction commits. */
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

/** Queues a chore out of its turn; one that waits already is enough. */
export async function hurry(name: ChoreName): Promise<void> {
	const boss = await runningBoss();
	await boss.send(name, {});
}

/**
 * Removes the jobs of `events.mirror` that failed for good; answers how many. `key_strict_fifo` lets a failed job hold
 * back its key's later ones for ever, but here the later one makes good what the earlier could not.
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
		// An idle queue should be quiet: nobody here waits for a chore, and we have no flows.
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

/** Waits for `work`, but no longer than that; a failure is told to the log, for a stop goes on whatever happens. */
async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise((resolve) => {
		timer = setTimeout(resolve, milliseconds);
	});
	await Promise.race([work.catch(reportFault), late]);
	clearTimeout(timer);
}
