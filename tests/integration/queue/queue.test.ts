import { PgBoss } from 'pg-boss';
import { QueryTypes, type Transaction } from 'sequelize';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { database, inTransaction } from '~/database/connection.ts';
import { Setting } from '~/database/models/index.ts';
import {
	drainQueue,
	enqueue,
	enqueueAll,
	inJobTransaction,
	listBusyKeys,
	releaseKeys,
	retryJobsNow,
	startQueue,
	startWorker,
	stopQueue,
} from '~/server/queue.ts';
import { buildTestUrl, createDatabase, dropDatabase, useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { deleteJobs, listJobs } from '~/tests/support/jobs.ts';

useTestEnvironment();
const db = useDatabase();

const enqueueMirror = (eventId: string) =>
	inTransaction((transaction) => enqueue('events.mirror', { eventId }, { transaction, key: eventId }));
const statesOf = async (key: string) =>
	(await listJobs('events.mirror')).filter((job) => job.key === key).map(({ state }) => state);
const startWorking = async (mirrorRetries = { limit: 0, delaySeconds: 1, maxDelaySeconds: 1 }) => {
	await stopQueue();
	await startQueue({ url: db.url, shouldRunJobs: true, mirrorRetries });
};

beforeEach(async () => {
	await deleteJobs();
});
afterEach(async () => {
	await stopQueue();
	await startQueue({ url: db.url, shouldRunJobs: false });
});

describe('sending', () => {
	test('commits with the transaction', async () => {
		await inTransaction(async (transaction) => {
			await enqueue('events.mirror', { eventId: '7' }, { transaction, key: '7' });
			expect(await listJobs('events.mirror')).toEqual([]);
		});
		expect(await listJobs('events.mirror')).toEqual([{ data: { eventId: '7' }, key: '7', state: 'created' }]);
	});

	test('is undone with the transaction', async () => {
		const failing = inTransaction(async (transaction) => {
			await Setting.create({ key: 'lost', value: '1' }, { transaction });
			await enqueue('events.mirror', { eventId: '7' }, { transaction, key: '7' });
			throw new Error('rolled back on purpose');
		});
		await expect(failing).rejects.toThrow('rolled back on purpose');
		expect(await listJobs('events.mirror')).toEqual([]);
		expect(await Setting.count({ where: { key: 'lost' } })).toBe(0);
	});

	test('waits, as reading does, until the start has updated the tables of the queue', async () => {
		await stopQueue();
		let isStarted = false;
		const start = startQueue({ url: db.url, shouldRunJobs: false }).then(() => {
			isStarted = true;
		});
		const uses = [
			(transaction: Transaction) => enqueue('events.mirror', { eventId: '7' }, { transaction, key: '7' }),
			(transaction: Transaction) => retryJobsNow('events.mirror', { transaction }),
			(transaction: Transaction) => listBusyKeys('events.mirror', ['7'], transaction),
		];
		const wasStarted = uses.map((use) =>
			inTransaction(async (transaction) => {
				await use(transaction);
				return isStarted;
			}),
		);
		expect(await Promise.all(wasStarted)).toEqual([true, true, true]);
		await start;
	});

	test('a transaction that sends jobs begins after the start', async () => {
		await stopQueue();
		const blocker = await database().transaction();
		await database().query('LOCK TABLE queue.version', { transaction: blocker });
		const start = startQueue({ url: db.url, shouldRunJobs: false });
		const steps: string[] = [];
		const work = inJobTransaction(async (transaction) => {
			steps.push('begun');
			await enqueue('events.mirror', { eventId: '7' }, { transaction, key: '7' });
		});
		await vi.waitFor(async () => {
			const waiting = await database().query(
				`SELECT 1 FROM pg_stat_activity WHERE application_name = 'townbell-queue' AND wait_event_type = 'Lock'`,
				{ type: QueryTypes.SELECT },
			);
			expect(waiting).toHaveLength(1);
		});
		expect(steps).toEqual([]);
		await blocker.commit();
		await Promise.all([start, work]);
		expect(await listJobs('events.mirror')).toHaveLength(1);
	});

	test('is refused after the transaction has ended', async () => {
		const endedTransaction = await inTransaction(async (transaction) => transaction);
		const lateEnqueue = enqueue(
			'events.mirror',
			{ eventId: '7' },
			{ transaction: endedTransaction, key: '7' },
		);
		await expect(lateEnqueue).rejects.toThrow('not open');
		expect(await listJobs('events.mirror')).toEqual([]);
	});

	test('uses only the transaction’s connection, even in thirty concurrent transactions', async () => {
		await Promise.all(Array.from({ length: 30 }, (_, index) => enqueueMirror(String(index + 1))));
		expect(await listJobs('events.mirror')).toHaveLength(30);
	});

	test('needs a key where the order matters', async () => {
		const keyless = inTransaction((transaction) =>
			enqueue('events.mirror', { eventId: '7' }, { transaction }),
		);
		await expect(keyless).rejects.toThrow('singletonKey');
	});

	test('enqueues a scheduled job only once', async () => {
		const enqueueTwice = () =>
			inTransaction((transaction) =>
				enqueueAll('events.complete', [{ data: {} }, { data: {} }], transaction),
			);
		await enqueueTwice();
		await enqueueTwice();
		expect(await listJobs('events.complete')).toHaveLength(1);
	});

	test('is refused before the start, and the queue accepts only one database', async () => {
		await expect(startQueue({ url: 'postgres://elsewhere/db', shouldRunJobs: false })).rejects.toThrow(
			'another database',
		);
		await stopQueue();
		await expect(enqueueMirror('7')).rejects.toThrow('not started');
	});

	test('checks names and payloads by type', () => {
		const transaction = {} as Transaction;
		// @ts-expect-error No such job.
		void (() => enqueue('events.mirrored', { eventId: '1' }, { transaction }));
		// @ts-expect-error A job carries ids only.
		void (() => enqueue('events.mirror', { eventId: '1', title: 'x' }, { transaction }));
	});
});

describe('the mirror queue', () => {
	test("runs an event's jobs one after another, in order, in parallel to other events", async () => {
		await startWorking();
		for (const eventId of ['1', '1', '2', '1']) await enqueueMirror(eventId);
		const bosses = await openBosses(2);
		try {
			const [one, other] = bosses as [PgBoss, PgBoss];
			const ids = await listIds('1');
			const first = await one.fetch('events.mirror', { batchSize: 10 });
			expect(first.map(({ id }) => id).sort()).toEqual([ids[0], ...(await listIds('2'))].sort());
			expect(await other.fetch('events.mirror', { batchSize: 10 })).toEqual([]);
			await one.complete('events.mirror', String(ids[0]));
			expect((await other.fetch('events.mirror', { batchSize: 10 })).map(({ id }) => id)).toEqual([ids[1]]);
			await other.complete('events.mirror', String(ids[1]));
			expect((await one.fetch('events.mirror', { batchSize: 10 })).map(({ id }) => id)).toEqual([ids[2]]);
		} finally {
			await Promise.all(bosses.map((boss) => boss.stop({ graceful: false })));
		}
	});

	test('retries up to the limit, reports the last attempt, and makes a later job wait', async () => {
		await startWorking({ limit: 1, delaySeconds: 1, maxDelaySeconds: 1 });
		const tries: [string, boolean][] = [];
		await startWorker('events.mirror', 0.5, async ({ eventId }, { isLastTry }) => {
			tries.push([eventId, isLastTry]);
			throw new Error('Discord is away');
		});
		await enqueueMirror('1');
		await enqueueMirror('1');
		await vi.waitFor(async () => expect(await statesOf('1')).toEqual(['failed', 'created']), 15_000);
		expect(tries).toEqual([
			['1', false],
			['1', true],
		]);
	});

	test('of the jobs that wait for a retry, only that of the given key is made due', async () => {
		await startWorking({ limit: 3, delaySeconds: 600, maxDelaySeconds: 600 });
		await startWorker('events.mirror', 0.5, () => Promise.reject(new Error('Discord is away')));
		for (const eventId of ['1', '2']) await enqueueMirror(eventId);
		await vi.waitFor(async () => {
			expect([await statesOf('1'), await statesOf('2')]).toEqual([['retry'], ['retry']]);
		}, 15_000);
		const due = await inTransaction(async (transaction) => {
			await retryJobsNow('events.mirror', { transaction, key: '1' });
			return database().query<{ key: string }>(
				"SELECT singleton_key AS key FROM queue.job WHERE name = 'events.mirror' AND start_after <= now()",
				{ transaction, type: QueryTypes.SELECT },
			);
		});
		expect(due).toEqual([{ key: '1' }]);
	});

	test('a job that failed finally blocks its key until the key is released', async () => {
		await startWorking();
		let isDiscordDown = true;
		const done: string[] = [];
		await startWorker('events.mirror', 0.5, async ({ eventId }) => {
			if (isDiscordDown && eventId === '1') throw new Error('Discord is away');
			done.push(eventId);
		});
		for (const eventId of ['1', '1', '2']) await enqueueMirror(eventId);
		await vi.waitFor(async () => {
			expect(await statesOf('1')).toEqual(['failed', 'created']);
			expect(await statesOf('2')).toEqual(['completed']);
		}, 15_000);
		isDiscordDown = false;
		await new Promise((resolve) => setTimeout(resolve, 1_200));
		expect(done).toEqual(['2']);
		expect(await releaseKeys()).toBe(1);
		await vi.waitFor(async () => expect(await statesOf('1')).toEqual(['completed']), 15_000);
		expect(await releaseKeys()).toBe(0);
	});
});

test('after a hot reload there is one queue, and only the new handler works', async () => {
	await startWorking();
	await startQueue({ url: db.url, shouldRunJobs: true });
	const old = vi.fn(async () => undefined);
	const renewed = vi.fn(async () => undefined);
	await startWorker('events.mirror', 0.5, old);
	await startWorker('events.mirror', 0.5, renewed);
	for (const eventId of ['1', '2', '3', '4']) await enqueueMirror(eventId);
	await vi.waitFor(() => expect(renewed).toHaveBeenCalledTimes(4), 15_000);
	expect(old).not.toHaveBeenCalled();
});

describe('stopping', () => {
	test('waits for a running job; jobs can be sent until the connections close', async () => {
		await startWorking();
		let markStarted = () => {};
		const jobStarted = new Promise<void>((resolve) => {
			markStarted = resolve;
		});
		await startWorker('events.mirror', 0.5, async () => {
			markStarted();
			await new Promise((resolve) => setTimeout(resolve, 700));
		});
		await enqueueMirror('1');
		await jobStarted;
		await drainQueue(5_000);
		expect(await statesOf('1')).toEqual(['completed']);
		await enqueueMirror('2');
		await stopQueue();
		expect(await statesOf('2')).toEqual(['created']);
	});

	test('does not wait forever: a job that still runs is retried later', async () => {
		await startWorking({ limit: 3, delaySeconds: 60, maxDelaySeconds: 60 });
		let markStarted = (_: AbortSignal) => {};
		const jobStarted = new Promise<AbortSignal>((resolve) => {
			markStarted = resolve;
		});
		await startWorker('events.mirror', 0.5, async (_, { signal }) => {
			markStarted(signal);
			await new Promise((resolve) => signal.addEventListener('abort', resolve));
		});
		await enqueueMirror('1');
		const signal = await jobStarted;
		const started = performance.now();
		await stopQueue(1_000);
		expect(performance.now() - started).toBeLessThan(8_000);
		expect(signal.aborted).toBe(true);
		expect(await statesOf('1')).toEqual(['retry']);
	});

	test('uses few connections and closes all of them', async () => {
		await startWorking();
		await Promise.all(Array.from({ length: 20 }, (_, index) => enqueueMirror(String(index))));
		await releaseKeys();
		expect(await countConnections()).toBeGreaterThan(0);
		expect(await countConnections()).toBeLessThanOrEqual(3);
		await stopQueue();
		await vi.waitFor(async () => expect(await countConnections()).toBe(0), 5_000);
	});
});

describe('the schema', () => {
	const NAME = 'queue_schema_test';
	afterEach(() => dropDatabase(NAME));

	test('is installed once when several replicas start at once', async () => {
		await dropDatabase(NAME);
		await createDatabase(NAME, { empty: true });
		await stopQueue();
		// Each module instance stands for a separate process.
		const globals = globalThis as Record<symbol, unknown>;
		const key = Symbol.for('townbell.queue');
		const replicas: unknown[] = [];
		const starts = Array.from({ length: 4 }, () => {
			const start = startQueue({ url: buildTestUrl(NAME), shouldRunJobs: true });
			replicas.push(globals[key]);
			delete globals[key];
			return start;
		});
		await Promise.all(starts);
		for (const replica of replicas) {
			globals[key] = replica;
			await stopQueue();
		}
		const boss = new PgBoss({ connectionString: buildTestUrl(NAME), schema: 'queue', migrate: false });
		boss.on('error', () => undefined);
		await boss.start();
		const queues = await boss.getQueues();
		const drift = await boss.detectSchemaDrift();
		await boss.stop({ graceful: false });
		expect(queues.find(({ name }) => name === 'events.mirror')).toMatchObject({ policy: 'key_strict_fifo' });
		expect(drift.ok).toBe(true);
	});
});

async function openBosses(count: number): Promise<PgBoss[]> {
	const bosses = Array.from(
		{ length: count },
		() =>
			new PgBoss({
				connectionString: db.url,
				schema: 'queue',
				max: 1,
				supervise: false,
				schedule: false,
				application_name: 'test',
			}),
	);
	for (const boss of bosses) await boss.start();
	return bosses;
}

async function listIds(key: string): Promise<string[]> {
	const rows = await database().query<{ id: string }>(
		'SELECT id FROM queue.job WHERE singleton_key = :key ORDER BY created_on, id',
		{ type: QueryTypes.SELECT, replacements: { key } },
	);
	return rows.map(({ id }) => id);
}

async function countConnections(): Promise<number> {
	const [row] = await database().query<{ count: number }>(
		`SELECT count(*)::int AS count FROM pg_stat_activity
		WHERE application_name = 'townbell-queue' AND datname = current_database()`,
		{ type: QueryTypes.SELECT },
	);
	return row?.count ?? 0;
}
