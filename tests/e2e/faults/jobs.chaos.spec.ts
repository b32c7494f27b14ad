import type pg from 'pg';
import { standInEnvironment } from '~/tests/mocks/discord/stand-in.ts';
import { type AppProcess, findFreePort, startApp, waitForStatus } from '../support/app-process.ts';
import { enqueueJob } from '../support/enqueue-job.ts';
import { expect, test } from '../support/fixtures.ts';
import { createOwnDatabase, createOwnPostgres, type OwnDatabase, openPool } from '../support/own-database.ts';

test.setTimeout(120_000);

/** Longer than one poll of the scheduled jobs, in milliseconds. */
const POLL_MS = 30_000;

let database: OwnDatabase;
let rows: pg.Pool;
const apps: AppProcess[] = [];

function connect(ownDatabase: OwnDatabase): void {
	database = ownDatabase;
	rows = openPool(database.url, 2);
	rows.on('error', () => undefined);
}
test.afterEach(async () => {
	for (const app of apps.splice(0)) await app.stop('SIGKILL');
	await rows.end();
	await database.remove();
});

test('completes an ended event within seconds of the start, and a stop waits for the running job', async () => {
	connect(await createOwnDatabase());
	const first = await start({ DISCORD_SERVICE: 'off' });
	const endedEvent = await insertEvent(300);
	const runningEvent = await insertEvent(60);

	await test.step('a replica without the Discord service runs no jobs', async () => {
		await new Promise((resolve) => setTimeout(resolve, 3_000));
		expect(await statusOf(endedEvent)).toBe('active');
		expect(await countJobs('true')).toBe(0);
		expect(await first.stop()).toBe(0);
	});

	const lock = await rows.connect();
	await lock.query('BEGIN; LOCK TABLE rate_limits');
	const app = await start();
	await expect.poll(() => statusOf(endedEvent), { timeout: POLL_MS }).toBe('completed');
	expect(await statusOf(runningEvent)).toBe('active');

	await test.step('SIGTERM waits for the job that is blocked by the lock', async () => {
		const lockedJob = `name = 'limits.delete-expired-counters'`;
		await expect.poll(() => countJobs(`${lockedJob} AND state = 'active'`)).toBe(1);
		const stopStarted = Date.now();
		const stopped = app.stop();
		await new Promise((resolve) => setTimeout(resolve, 500));
		expect(app.child.exitCode).toBeNull();
		await lock.query('COMMIT');
		lock.release();
		expect(await stopped).toBe(0);
		expect(Date.now() - stopStarted).toBeLessThan(10_000);
		expect(await countJobs(`${lockedJob} AND state = 'completed'`)).toBe(1);
		expect(await countJobs(`state = 'active'`)).toBe(0);
		expect(await countConnections()).toBe(0);
	});
});

test('a job blocked by the database delays a stop by at most the drain time', async () => {
	connect(await createOwnDatabase());
	const app = await start();
	await expect.poll(() => countJobs(`state IN ('created', 'active')`), { timeout: POLL_MS }).toBe(0);
	// The table stays locked for longer than the job's own time limit, so its changes get no result. It can be read, because
	// who looks for due jobs reads it too.
	const lock = await rows.connect();
	await lock.query('BEGIN; LOCK TABLE events IN EXCLUSIVE MODE');
	await enqueueJob(database.url, 'events.complete');
	await expect
		.poll(() => countJobs(`name = 'events.complete' AND state = 'active'`), { timeout: POLL_MS })
		.toBe(1);
	const stopStarted = Date.now();
	expect(await app.stop()).toBe(0);
	expect(Date.now() - stopStarted).toBeLessThan(14_000);
	expect(await countJobs(`state = 'active'`)).toBe(0);
	await lock.query('ROLLBACK');
	lock.release();
});

test('after a database restart the process still runs and runs jobs again', async () => {
	const postgres = await createOwnPostgres();
	connect(postgres);
	const app = await start();
	await expect.poll(() => countJobs(`state = 'completed'`), { timeout: POLL_MS }).toBeGreaterThan(0);
	await postgres.stop();
	await waitForStatus(app, '/readyz', 503);
	await expect.poll(app.output, { timeout: POLL_MS }).toContain('the database does not respond');
	expect(app.child.exitCode).toBeNull();
	await postgres.start();
	await waitForStatus(app, '/readyz', 200);

	const endedEvent = await insertEvent(300);
	await enqueueJob(database.url, 'events.complete');
	await expect.poll(() => statusOf(endedEvent), { timeout: POLL_MS }).toBe('completed');
	expect(await app.stop()).toBe(0);
	expect(app.output()).not.toMatch(/"level":(50|60)/);
	expect(app.output()).not.toContain(new URL(database.url).password);
});

async function start(env: Record<string, string> = {}): Promise<AppProcess> {
	const app = startApp(await findFreePort(), {
		...standInEnvironment(String(process.env.E2E_DISCORD_URL)),
		DATABASE_URL: database.url,
		LOG_LEVEL: 'info',
		...env,
	});
	apps.push(app);
	await waitForStatus(app, '/readyz', 200);
	return app;
}

/** Creates a three-hour event that began `minutesAgo` minutes ago. Returns its id. */
async function insertEvent(minutesAgo: number): Promise<string> {
	const { rows: created } = await rows.query<{ id: string }>(
		`INSERT INTO events (title, date, duration) VALUES ('Night', now() - make_interval(mins => $1), 180) RETURNING id`,
		[minutesAgo],
	);
	return String(created[0]?.id);
}

async function statusOf(id: string): Promise<string | undefined> {
	const { rows: found } = await rows.query<{ status: string }>('SELECT status FROM events WHERE id = $1', [
		id,
	]);
	return found[0]?.status;
}

/** Returns how many jobs our own queues hold. The queue of pg-boss itself is left out. */
async function countJobs(condition: string): Promise<number> {
	const { rows: found } = await rows.query<{ count: number }>(
		`SELECT count(*)::int AS count FROM queue.job WHERE name NOT LIKE '\\_\\_%' AND ${condition}`,
	);
	return found[0]?.count ?? 0;
}

async function countConnections(): Promise<number> {
	const { rows: found } = await rows.query<{ count: number }>(
		`SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name LIKE 'townbell%' AND datname = current_database()`,
	);
	return found[0]?.count ?? 0;
}
