import http from 'node:http';
import { standInEnvironment } from '~/tests/mocks/discord/stand-in.ts';
import { type DatabaseProxy, startDatabaseProxy } from '~/tests/support/database-proxy.ts';
import {
	type AppProcess,
	findFreePort,
	startApp,
	toNumericUrl,
	waitForStatus,
} from '../support/app-process.ts';
import { expect, test } from '../support/fixtures.ts';
import { createOwnDatabase, type OwnDatabase, openPool } from '../support/own-database.ts';
import { createUser } from '../support/rows.ts';

const CLIENTS = 24;
/**
 * The time limit of a stop is 10 s, and a busy machine may notice the end a little later. In milliseconds.
 */
const STOP_MS = 12_000;

test.setTimeout(120_000);

test('SIGTERM under load responds to every request that was sent, refuses new connections and exits with 0', async () => {
	const { app, database, proxy, token } = await startOwnApp();
	const load = startLoad(app.url, token);
	try {
		await expect.poll(() => load.responses.length, { timeout: 30_000 }).toBeGreaterThan(200);
		const before = load.responses.length;
		app.child.kill('SIGTERM');
		expect(await app.ended).toBe(0);
		await load.ended;
		const after = load.responses.slice(before);
		expect(load.errors).toEqual([]);
		expect(load.responses.filter(({ status }) => status !== 200)).toEqual([]);
		expect(after.length).toBeGreaterThan(0);
		expect(after.filter(({ connection }) => connection === 'close').length).toBeGreaterThan(0);
		expect(app.output()).not.toMatch(/^undefined$|stopping took too long/m);
	} finally {
		await app.stop('SIGKILL');
		await proxy.stop();
		await database.remove();
	}
});

test('SIGTERM closes connections that are idle', async () => {
	const { app, database, proxy, token } = await startOwnApp();
	const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
	try {
		const response = await visit(app.url, token, agent);
		expect(response.connection).toBe('keep-alive');
		app.child.kill('SIGTERM');
		expect(await app.ended).toBe(0);
		expect(app.output()).not.toContain('stopping took too long');
	} finally {
		agent.destroy();
		await app.stop('SIGKILL');
		await proxy.stop();
		await database.remove();
	}
});

test('SIGTERM ends the process within its time limit while PostgreSQL is frozen', async () => {
	const { app, database, proxy, token } = await startOwnApp();
	const load = startLoad(app.url, token);
	try {
		await expect.poll(() => load.responses.length, { timeout: 30_000 }).toBeGreaterThan(50);
		proxy.freeze();
		const started = performance.now();
		app.child.kill('SIGTERM');
		expect(await app.ended).toBe(0);
		expect(performance.now() - started).toBeLessThan(STOP_MS);
	} finally {
		await app.stop('SIGKILL');
		await load.ended;
		await proxy.stop();
		await database.remove();
	}
});

test('SIGTERM during the start ends the process within its time limit', async () => {
	const database = await createOwnDatabase({ empty: true });
	const proxy = await startDatabaseProxy(database.url);
	proxy.freeze();
	const app = startApp(await findFreePort(), {
		...standInEnvironment(String(process.env.E2E_DISCORD_URL)),
		DATABASE_URL: proxy.url,
		LOG_LEVEL: 'warn',
	});
	try {
		await waitForStatus(app, '/healthz', 200);
		const started = performance.now();
		app.child.kill('SIGTERM');
		expect(await app.ended).toBe(0);
		expect(performance.now() - started).toBeLessThan(STOP_MS);
		expect(app.output()).not.toMatch(/stopping took too long|uncaught/);
	} finally {
		await app.stop('SIGKILL');
		await proxy.stop();
		await database.remove();
	}
});

async function startOwnApp(): Promise<{
	app: AppProcess;
	database: OwnDatabase;
	proxy: DatabaseProxy;
	token: string;
}> {
	const database = await createOwnDatabase();
	const proxy = await startDatabaseProxy(database.url);
	const app = startApp(await findFreePort(), {
		...standInEnvironment(String(process.env.E2E_DISCORD_URL)),
		DATABASE_URL: proxy.url,
		RATE_LIMIT_FACTOR: '100000',
		LOG_LEVEL: 'warn',
	});
	await waitForStatus(app, '/readyz', 200);
	const pool = openPool(database.url, 1);
	const { token } = await createUser({}, pool);
	await pool.end();
	return { app, database, proxy, token };
}

type LoadResponse = { status: number; connection: string | undefined };

/**
 * Starts clients that each send one request after another over a kept connection, until a connection is
 * refused.
 */
function startLoad(url: string, token: string) {
	const responses: LoadResponse[] = [];
	/** The errors of requests that got no complete response. */
	const errors: string[] = [];
	const run = async () => {
		const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
		for (;;) {
			try {
				responses.push(await visit(url, token, agent));
			} catch (error) {
				const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
				if (code === 'ECONNREFUSED') break;
				errors.push(code);
			}
		}
		agent.destroy();
	};
	const ended = Promise.all(Array.from({ length: CLIENTS }, run)).then(() => undefined);
	return { responses, errors, ended };
}

/**
 * Requests the events page and reads all of it. Rejects when the connection is refused or the response is
 * cut.
 */
function visit(url: string, token: string, agent: http.Agent): Promise<LoadResponse> {
	return new Promise((resolve, reject) => {
		const options = { agent, headers: { Cookie: `session=${token}` } };
		const request = http.get(`${toNumericUrl(url)}/events`, options, (response) => {
			response.on('error', reject);
			response.on('end', () => {
				const { statusCode = 0, headers } = response;
				resolve({ status: statusCode, connection: headers.connection });
			});
			response.resume();
		});
		request.on('error', reject);
	});
}
