import { PgBoss } from 'pg-boss';
import { QueryTypes } from 'sequelize';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { database } from '~/database/connection.ts';
import { ApiToken, Event, ImportRun, Session, SignInToken } from '~/database/models/index.ts';
import { createEventRow, createUserRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { SCHEDULED_JOBS } from '~/server/jobs/scheduled-jobs.ts';
import { startJobs } from '~/server/jobs/start-jobs.ts';
import { startQueue, stopQueue } from '~/server/queue.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { deleteJobs, listJobs } from '~/tests/support/jobs.ts';

useTestEnvironment();
const db = useDatabase();

const now = new Date('2026-10-15T12:00:00.000Z');
const at = (milliseconds: number) => new Date(now.getTime() + milliseconds);
const DAY = 86_400_000;
const hash = (letter: string) => letter.repeat(64);

beforeEach(async () => {
	await deleteJobs();
	await stopQueue();
	await startQueue({ url: db.url, shouldRunJobs: true });
});
afterEach(() => stopQueue());

test('at the start every scheduled job runs once, with the given clock', async () => {
	const event = await createEventRow({ date: at(-600 * 60_000), duration: 60 });
	const later = await createEventRow({ date: at(600 * 60_000), duration: 60 });
	await startJobs({ now: () => now });
	await vi.waitFor(async () => {
		for (const name of Object.keys(SCHEDULED_JOBS) as (keyof typeof SCHEDULED_JOBS)[]) {
			expect(
				(await listJobs(name)).map(({ state }) => state),
				name,
			).toEqual(['completed']);
		}
	}, 15_000);
	expect((await Event.findByPk(event.id))?.status).toBe('completed');
	expect((await Event.findByPk(later.id))?.status).toBe('active');
});

test('each has a schedule in UTC in the queue’s schema', async () => {
	await startJobs({ now: () => now });
	await startJobs({ now: () => now });
	const rows = await database().query<{ name: string; cron: string; timezone: string }>(
		'SELECT name, cron, timezone FROM queue.schedule ORDER BY name',
		{ type: QueryTypes.SELECT },
	);
	expect(rows).toEqual(
		Object.entries(SCHEDULED_JOBS)
			.map(([name, { cron }]) => ({ name, cron, timezone: 'UTC' }))
			.sort((one, other) => one.name.localeCompare(other.name)),
	);
});

test('a start deletes the queues that earlier versions had under other names, and no other queue', async () => {
	const listNames = async (table: 'queue' | 'schedule' | 'job') => {
		const rows = await database().query<{ name: string }>(
			`SELECT DISTINCT name FROM queue.${table} WHERE name IN (:names)`,
			{ type: QueryTypes.SELECT, replacements: { names: ['auth.remove-outlived-sessions', 'newer.job'] } },
		);
		return rows.map(({ name }) => name).sort();
	};
	const boss = new PgBoss({
		connectionString: db.url,
		schema: 'queue',
		max: 1,
		supervise: false,
		schedule: false,
	});
	await boss.start();
	for (const name of ['auth.remove-outlived-sessions', 'newer.job']) {
		await boss.createQueue(name, { policy: 'short' });
		await boss.schedule(name, '17 * * * *', {}, { tz: 'UTC' });
		await boss.send(name, {});
	}

	// A process that only sends jobs leaves them, and a second start finds nothing to delete.
	for (const shouldRunJobs of [false, true, true]) {
		await stopQueue();
		await startQueue({ url: db.url, shouldRunJobs });
		const expected = shouldRunJobs ? ['newer.job'] : ['auth.remove-outlived-sessions', 'newer.job'];
		for (const table of ['queue', 'schedule', 'job'] as const)
			expect(await listNames(table)).toEqual(expected);
	}
	await boss.deleteQueue('newer.job');
	await boss.stop({ graceful: false });
});

test('a failing job delays no other, stores no details, and runs again', async () => {
	const completedRuns: string[] = [];
	const failing = vi.fn(async () => {
		throw Object.assign(new Error('it broke'), { sql: "INSERT INTO signups VALUES ('a note')" });
	});
	const scheduledJobs = {
		'events.complete': { cron: '* * * * *', run: failing },
		'queue.release-keys': {
			cron: '* * * * *',
			run: async () => completedRuns.push('release'),
		},
	};
	await startJobs({ now: () => now, jobs: scheduledJobs });
	await vi.waitFor(async () => {
		expect((await listJobs('events.complete')).map(({ state }) => state)).toEqual(['failed']);
		expect((await listJobs('queue.release-keys')).map(({ state }) => state)).toEqual(['completed']);
	}, 15_000);
	const [row] = await database().query<{ output: string }>(
		`SELECT output::text FROM queue.job WHERE name = 'events.complete'`,
		{ type: QueryTypes.SELECT },
	);
	expect(row?.output).toContain('the log says why');
	expect(row?.output).not.toMatch(/a note|it broke/);
	await startJobs({ now: () => now, jobs: scheduledJobs });
	await vi.waitFor(() => expect(failing).toHaveBeenCalledTimes(2), 15_000);
	expect(completedRuns.length).toBeGreaterThanOrEqual(1);
});

test('deletes expired rows and keeps the others', async () => {
	const { id: userId } = await createUserRow();
	const addSession = (letter: string, expiresAt: Date) =>
		Session.create({ tokenHash: hash(letter), userId, createdAt: now, lastSeenAt: now, expiresAt });
	await addSession('a', now);
	await addSession('b', at(1));
	const addApiToken = (letter: string, expiresAt: Date) =>
		ApiToken.create({ tokenHash: hash(letter), userId, name: letter, createdAt: now, expiresAt });
	await addApiToken('a', now);
	await addApiToken('b', at(1));
	const addSignInToken = (letter: string, expiresAt: Date) =>
		SignInToken.create({
			tokenHash: hash(letter),
			userId,
			browserHash: hash('0'),
			redirectTo: null,
			expiresAt,
		});
	await addSignInToken('a', at(-DAY));
	await addSignInToken('b', at(-DAY + 1));
	await rowsOf('rate_limits').insert({ key: 'a', points: 1, expire: String(now.getTime()) });
	await rowsOf('rate_limits').insert({ key: 'b', points: 1, expire: String(now.getTime() + 1) });
	const addKey = (name: string, expiresAt: Date) =>
		rowsOf('idempotency_keys').insert({
			key: name,
			actorScope: userId,
			operation: 'createComment',
			requestHash: hash('0'),
			state: 'finished',
			expiresAt,
		});
	await addKey('a', now);
	await addKey('b', at(1));

	const addRun = async (number: number, updatedAt: Date) => {
		const discordEventId = `90000000000000000${number}`;
		await ImportRun.create({ discordEventId, actorId: userId });
		// This is SQL because the model would set `updated_at` itself.
		await database().query(
			'UPDATE import_runs SET updated_at = :updatedAt WHERE discord_event_id = :discordEventId',
			{ replacements: { updatedAt, discordEventId } },
		);
	};
	await addRun(1, at(-30 * DAY));
	await addRun(2, at(-30 * DAY + 1));

	expect(await SCHEDULED_JOBS['admin.delete-expired-runs'].run(now)).toBe(1);
	expect(await SCHEDULED_JOBS['auth.delete-expired-sessions'].run(now)).toBe(2);
	expect(await SCHEDULED_JOBS['auth.delete-expired-sign-ins'].run(now)).toBe(1);
	expect(await SCHEDULED_JOBS['limits.delete-expired-counters'].run(now)).toBe(1);
	expect(await SCHEDULED_JOBS['api.delete-expired-keys'].run(now)).toBe(1);

	expect((await ImportRun.findAll()).map(({ discordEventId }) => discordEventId)).toEqual([
		'900000000000000002',
	]);
	expect((await Session.findAll()).map(({ tokenHash }) => tokenHash)).toEqual([hash('b')]);
	expect((await ApiToken.findAll()).map(({ name }) => name)).toEqual(['b']);
	expect((await SignInToken.findAll()).map(({ tokenHash }) => tokenHash)).toEqual([hash('b')]);
	expect((await rowsOf('rate_limits').list()).map((row) => row.key)).toEqual(['b']);
	expect(
		(await rowsOf<{ key: string }>('idempotency_keys').list({ key: ['a', 'b'] })).map((row) => row.key),
	).toEqual(['b']);
});
