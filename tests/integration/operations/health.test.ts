import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { database } from '~/database/connection.ts';
import { SCHEMA_NAME } from '~/database/schema/former-migrations.ts';
import { execute } from '~/database/sql.ts';
import { COMMANDS } from '~/domain/discord/command.ts';
import { createEventRow, createSignupRow } from '~/seeds/factories.ts';
import { registerCommands } from '~/server/discord/commands.ts';
import { GATEWAY_LOCK, toApplicationName } from '~/server/discord/gateway-state.ts';
import { getLiveState, startLive, stopLive } from '~/server/live/hub.ts';
import { readHealth } from '~/server/operations/admin/read-health.ts';
import { clearPreflightCache } from '~/server/operations/admin/read-preflight.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { PROCESS_NAME } from '~/server/process-name.ts';
import { useDiscord } from '~/tests/mocks/discord/use-discord.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { deleteJobs } from '~/tests/support/jobs.ts';

useTestEnvironment({ LOG_LEVEL: 'silent' });
const db = useDatabase();
const { state } = useDiscord();

const now = new Date();
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const read = () => perform(readHealth, { actor: { id: '1', role: 'admin' }, now });
const listProblems = async () => (await read()).problems.map(({ key, state: found }) => `${key} ${found}`);

/** Creates a job; one that has ended did so `minutes` ago, another one was queued then. */
const createJob = (name: string, jobState: 'created' | 'completed' | 'failed', minutes: number) =>
	execute(
		`INSERT INTO queue.job (name, state, created_on, completed_on) VALUES (:name, :jobState, :at, :endedAt)`,
		{ name, jobState, at: minutesAgo(minutes), endedAt: jobState === 'created' ? null : minutesAgo(minutes) },
	);

/** Stands for the process that holds the gateway. */
let holder: pg.Client;
const connectAs = async (name: string) => {
	const client = new pg.Client({ connectionString: db.url, application_name: name });
	await client.connect();
	return client;
};

beforeAll(async () => {
	startLive(db.url);
	await vi.waitUntil(() => getLiveState().isListening, { timeout: 10_000 });
});
beforeEach(async () => {
	// The tests share the cached check: discord.js allows 50 requests a second, and these tests are fast.
	await registerCommands(COMMANDS);
	await deleteJobs();
	await createJob('discord.reconcile', 'completed', 5);
	holder = await connectAs(toApplicationName('connected'));
	await holder.query(`SELECT pg_advisory_lock(${GATEWAY_LOCK.join(', ')})`);
});
afterEach(() => holder.end());
afterAll(() => stopLive());

test('shows the facts, and no problem when all is well', async () => {
	const health = await read();
	expect(health.problems).toEqual([]);
	expect(health).toMatchObject({
		database: { pendingMigrations: 0, unknownMigrations: 0 },
		queues: { waiting: 0, oldestAt: null, failed: null, reconciledAt: minutesAgo(5).toISOString() },
		gateway: { state: 'connected', process: PROCESS_NAME },
		replicas: [{ process: PROCESS_NAME, runsJobs: true, isThis: true }],
		live: { streams: 0, isListening: true },
	});
	expect(health.databaseBytes).toBeGreaterThan(1_000_000);
});

test('counts the jobs that failed in the last day, by queue', async () => {
	await createJob('events.complete', 'failed', 23 * 60);
	await createJob('events.complete', 'failed', 1);
	await createJob('images.delete-orphans', 'failed', 25 * 60);
	const { queues, problems } = await read();
	expect(queues).toMatchObject({ failed: 'events.complete (2)', waiting: 0 });
	expect(problems).toMatchObject([
		{ key: 'failed-jobs', title: expect.stringContaining('events.complete (2)') },
	]);
});

test('a job that waits for long is a problem', async () => {
	await createJob('events.complete', 'created', 20);
	const { queues, problems } = await read();
	expect(queues).toMatchObject({ waiting: 1, oldestAt: minutesAgo(20).toISOString() });
	expect(problems).toMatchObject([{ key: 'late-jobs', title: expect.stringContaining('20 minutes ago') }]);
});

test('an offer of a place that nobody passes on is a problem', async () => {
	const event = await createEventRow({ capacity: 1, date: new Date(now.getTime() + 3_600_000) });
	const signup = await createSignupRow({ eventId: event.id });
	await signup.update({ place: 'offered', askedAt: now, offerExpiresAt: minutesAgo(5) });
	expect(await listProblems()).toEqual(['late-offers missing']);
	await event.destroy();
	expect(await listProblems()).toEqual([]);
});

test('a reconcile that is overdue is a problem', async () => {
	await deleteJobs();
	await createJob('discord.reconcile', 'completed', 120);
	expect(await listProblems()).toEqual(['reconcile missing']);
});

test('a gateway that no process holds is a problem', async () => {
	await holder.query(`SELECT pg_advisory_unlock(${GATEWAY_LOCK.join(', ')})`);
	const { gateway, problems } = await read();
	expect(gateway).toBeNull();
	expect(problems).toMatchObject([{ key: 'gateway', remedy: expect.stringContaining('DISCORD_SERVICE=on') }]);
});

test.each([
	[
		'the longest state',
		toApplicationName('connected without members'),
		'connected without members',
		PROCESS_NAME,
	],
	['the name of an older version', 'townbell-gateway token refused', 'token refused', null],
])('reads the gateway from %s', async (_, name, expectedState, process) => {
	await holder.query(`SELECT set_config('application_name', $1, false)`, [name]);
	expect((await read()).gateway).toEqual({ state: expectedState, process });
});

test('lists each replica once, with those that run no jobs', async () => {
	const others = [
		await connectAs('townbell-live other:7'),
		await connectAs('townbell-live other:8'),
		await connectAs('townbell-gateway connecting other:8'),
	];
	const { replicas } = await read();
	for (const client of others) await client.end();
	expect(replicas).toEqual(
		[
			{ process: 'other:7', runsJobs: false, isThis: false },
			{ process: 'other:8', runsJobs: true, isThis: false },
			{ process: PROCESS_NAME, runsJobs: true, isThis: true },
		].toSorted((one, other) => (one.process < other.process ? -1 : 1)),
	);
});

test('migrations that are not applied, or of a newer version, are problems', async () => {
	await database().query(`UPDATE schema_migrations SET name = '9999-future' WHERE name = '${SCHEMA_NAME}'`);
	const problems = await listProblems();
	await database().query(`UPDATE schema_migrations SET name = '${SCHEMA_NAME}' WHERE name = '9999-future'`);
	expect(problems).toEqual(['pending-migrations missing', 'unknown-migrations missing']);
});

describe('a part that does not respond does not delay the others', () => {
	test('a table of the database', { timeout: 15_000 }, async () => {
		const blocker = await database().transaction();
		await database().query('LOCK TABLE queue.job', { transaction: blocker });
		const startedAt = performance.now();
		const { queues, gateway, problems } = await read();
		expect(performance.now() - startedAt).toBeLessThan(4_500);
		await blocker.rollback();
		expect(queues).toBe('unknown');
		expect(gateway).toMatchObject({ state: 'connected' });
		expect(problems).toMatchObject([{ key: 'queue', state: 'unknown' }]);
	});

	test('Discord', { timeout: 15_000 }, async () => {
		clearPreflightCache();
		state.delay({ route: '*', ms: 4_500 });
		const startedAt = performance.now();
		const { discord, problems } = await read();
		expect(performance.now() - startedAt).toBeLessThan(4_500);
		expect(discord).toBe('unknown');
		expect(problems).toMatchObject([{ key: 'discord', state: 'unknown', href: '/admin/discord-check' }]);
	});
});

test('only admins may read it', async () => {
	const creator = perform(readHealth, { actor: { id: '1', role: 'creator' }, now });
	await expect(creator).rejects.toMatchObject({ kind: 'denied' });
});
