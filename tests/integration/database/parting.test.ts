import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
	closeDatabase,
	connectDatabase,
	isDatabaseDown,
	withPatientConnection,
} from '~/database/connection.ts';
import { waitForLock } from '~/server/gateway/lock.ts';
import { startQueue, stopQueue } from '~/server/queue.ts';
import { buildTestUrl, createDatabase, dropDatabase } from '~/tests/support/database.ts';
import { type DatabaseProxy, startDatabaseProxy } from '~/tests/support/database-proxy.ts';

const name = `test_${randomBytes(8).toString('hex')}`;
const uncaught: unknown[] = [];
const note = (error: unknown) => uncaught.push(error);
let parting: DatabaseProxy;

beforeAll(() => createDatabase(name));
afterAll(() => dropDatabase(name));
beforeEach(async () => {
	parting = await startDatabaseProxy(buildTestUrl(name));
	parting.partFromNewConnections();
	uncaught.length = 0;
	process.on('uncaughtException', note);
});
afterEach(async () => {
	await stopQueue();
	await closeDatabase();
	await parting.stop();
	process.off('uncaughtException', note);
});

/** How each of these handles a connection that the server accepts and ends in the same TCP packet. */
test.each<[string, () => Promise<unknown>]>([
	['a page', () => connectDatabase({ url: parting.url, poolMax: 2 }).query('SELECT 1')],
	['a migration', () => withPatientConnection(parting.url, (sequelize) => sequelize.query('SELECT 1'))],
	['the queue', () => startQueue({ url: parting.url, isWorking: true })],
])('%s that meets a server on its way out is refused as by one that is down', async (_, work) => {
	const error = await work().catch((thrown: unknown) => thrown);
	expect(parting.countPartings()).toBeGreaterThan(0);
	expect(isDatabaseDown(error)).toBe(true);
	expect(uncaught).toEqual([]);
});

test('the gateway goes on asking for its lock', async () => {
	const asked = new AbortController();
	const lock = waitForLock(parting.url, { beatMs: 20, silenceMs: 1_000 }, asked.signal);
	await expect.poll(() => parting.countPartings()).toBeGreaterThan(2);
	asked.abort();
	expect(await lock).toBeNull();
	expect(uncaught).toEqual([]);
});
