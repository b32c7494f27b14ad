import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
	closeDatabase,
	connectDatabase,
	isDatabaseDown,
	withUnlimitedConnection,
} from '~/database/connection.ts';
import { waitForLock } from '~/server/gateway/lock.ts';
import { startQueue, stopQueue } from '~/server/queue.ts';
import { buildTestUrl, createDatabase, dropDatabase } from '~/tests/support/database.ts';
import { type DatabaseProxy, startDatabaseProxy } from '~/tests/support/database-proxy.ts';

const name = `test_${randomBytes(8).toString('hex')}`;
const uncaught: unknown[] = [];
const recordError = (error: unknown) => uncaught.push(error);
let proxy: DatabaseProxy;

beforeAll(() => createDatabase(name));
afterAll(() => dropDatabase(name));
beforeEach(async () => {
	proxy = await startDatabaseProxy(buildTestUrl(name));
	proxy.endNewConnections();
	uncaught.length = 0;
	process.on('uncaughtException', recordError);
});
afterEach(async () => {
	await stopQueue();
	await closeDatabase();
	await proxy.stop();
	process.off('uncaughtException', recordError);
});

/** How each of these handles a connection that the server accepts and ends in the same TCP packet. */
test.each<[string, () => Promise<unknown>]>([
	['a page', () => connectDatabase({ url: proxy.url, poolMax: 2 }).query('SELECT 1')],
	['a migration', () => withUnlimitedConnection(proxy.url, (sequelize) => sequelize.query('SELECT 1'))],
	['the queue', () => startQueue({ url: proxy.url, shouldRunJobs: true })],
])('%s treats a server that is shutting down as a database that is down', async (_, work) => {
	const error = await work().catch((thrown: unknown) => thrown);
	expect(proxy.countEndedConnections()).toBeGreaterThan(0);
	expect(isDatabaseDown(error)).toBe(true);
	expect(uncaught).toEqual([]);
});

test('the gateway keeps trying to acquire its lock', async () => {
	const controller = new AbortController();
	const lock = waitForLock(proxy.url, { heartbeatMs: 20, heartbeatTimeoutMs: 1_000 }, controller.signal);
	await expect.poll(() => proxy.countEndedConnections()).toBeGreaterThan(2);
	controller.abort();
	expect(await lock).toBeNull();
	expect(uncaught).toEqual([]);
});
