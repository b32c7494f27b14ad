import { closeSync, openSync } from 'node:fs';
import { standInEnvironment } from '~/tests/mocks/discord/stand-in.ts';
import { type AppProcess, findFreePort, startApp, waitForStatus } from '../support/app-process.ts';
import { expect, test } from '../support/fixtures.ts';
import { METRICS_TOKEN } from '../support/own-app.ts';
import { createOwnDatabase, type OwnDatabase, openPool } from '../support/own-database.ts';

/**
 * Longer than the time limit of a stop, in milliseconds, and short enough to detect a stop that never ends.
 */
const STOP_MS = 12_000;
/** The time that the test allows for a start, in milliseconds. The app itself has no limit. */
const START_MS = 60_000;

test.setTimeout(90_000);

const environment = () => ({
	...standInEnvironment(String(process.env.E2E_DISCORD_URL)),
	DATABASE_URL: String(process.env.E2E_DATABASE_URL),
	DISCORD_SERVICE: 'off',
	LOG_LEVEL: 'info',
	METRICS_TOKEN,
});

test('a log on a full disk drops lines and counts them, and pages and SIGTERM work', async () => {
	const full = openSync('/dev/full', 'w');
	const app = startApp(await findFreePort(), environment(), { stdout: full });
	closeSync(full);
	await expectPagesAndStop(app, '/login', 20);
});

test('a log whose reader has closed drops lines and counts them, and pages and SIGTERM work', async () => {
	const app = startApp(await findFreePort(), environment());
	await waitForStatus(app, '/readyz', 200);
	app.child.stdout?.destroy();
	await expectPagesAndStop(app, '/login', 20);
});

test('an unread log drops lines and counts them, and pages and SIGTERM work', async () => {
	const app = startApp(await findFreePort(), environment());
	app.child.stdout?.pause();
	// The path is part of the log line, so these lines soon fill the pipe and the buffer.
	await expectPagesAndStop(app, `/${'x'.repeat(6_000)}`, 400);
});

test('a fatal error is written once, and the process ends with 1', async () => {
	const database = await createBrokenDatabase();
	const app = startApp(await findFreePort(), { ...environment(), DATABASE_URL: database.url });
	try {
		expect(await within(START_MS, app.ended)).toBe(1);
		expect(app.output().match(/start failed/g)).toHaveLength(1);
	} finally {
		await app.stop('SIGKILL');
		await database.remove();
	}
});

test('a fatal error ends the process with 1 although it cannot be written', async () => {
	const database = await createBrokenDatabase();
	const full = openSync('/dev/full', 'w');
	const env = { ...environment(), DATABASE_URL: database.url };
	const app = startApp(await findFreePort(), env, { stdout: full });
	closeSync(full);
	try {
		expect(await within(START_MS, app.ended)).toBe(1);
	} finally {
		await app.stop('SIGKILL');
		await database.remove();
	}
});

/** Creates a database in which the migrations fail, so that the app can never start. */
async function createBrokenDatabase(): Promise<OwnDatabase> {
	const database = await createOwnDatabase({ empty: true });
	const pool = openPool(database.url, 1);
	await pool.query('CREATE TABLE schema_migrations (not_the_name text)');
	await pool.end();
	return database;
}

async function expectPagesAndStop(app: AppProcess, path: string, requests: number): Promise<void> {
	try {
		await waitForStatus(app, '/readyz', 200);
		for (let count = 0; count < requests; count += 1) {
			const response = await fetch(app.url + path, {
				redirect: 'manual',
				signal: AbortSignal.timeout(8_000),
			});
			expect(response.status).toBeLessThan(500);
			await response.arrayBuffer();
		}
		await expect.poll(() => countDroppedLines(app)).toBeGreaterThan(0);
		app.child.kill('SIGTERM');
		expect(await within(STOP_MS, app.ended)).toBe(0);
	} finally {
		await app.stop('SIGKILL');
	}
}

async function countDroppedLines(app: AppProcess): Promise<number> {
	const response = await fetch(`${app.url}/metrics`, {
		headers: { Authorization: `Bearer ${METRICS_TOKEN}` },
	});
	const [, count] = /^townbell_log_lines_dropped_total (\d+)$/m.exec(await response.text()) ?? [];
	return Number(count);
}

/** Returns the result of `ended`, or 'still running' when it takes longer than `milliseconds`. */
async function within<T>(milliseconds: number, ended: Promise<T>): Promise<T | 'still running'> {
	let timer: NodeJS.Timeout | undefined;
	const timeout = new Promise<'still running'>((resolve) => {
		timer = setTimeout(resolve, milliseconds, 'still running');
	});
	const first = await Promise.race([ended, timeout]);
	clearTimeout(timer);
	return first;
}
