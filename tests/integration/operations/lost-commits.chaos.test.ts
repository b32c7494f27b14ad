import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { closeDatabase, connectDatabase, isDatabaseDown } from '~/database/connection.ts';
import { startEmbeddedDatabase } from '~/database/embedded.ts';
import { execute, one } from '~/database/sql.ts';
import { createEventRow, createUserRow } from '~/seeds/factories.ts';
import { countChanges } from '~/server/live/event-changes.ts';
import { readEventPage } from '~/server/operations/event-page/index.ts';
import { listUpcomingEvents } from '~/server/operations/events/index.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { waitUntil } from '~/tests/chaos/support/wait-until.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { startStreamingPair } from '~/tests/support/streaming-pair.ts';
import { startTcpProxy } from '~/tests/support/tcp-proxy.ts';
import { fillTemplate } from '~/tests/support/template-database.ts';

useTestEnvironment();
const now = new Date('2029-12-01T12:00:00Z');
const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
	for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** A database whose commits are lost when it fails: `fail` returns once another server, or the same one, has its address. */
type FailingDatabase = { url: string; beginLosing: () => Promise<unknown>; fail: () => Promise<unknown> };

/** A server that writes its log ten seconds after a commit, and is killed before. */
async function startCrashingServer(): Promise<FailingDatabase> {
	const directory = await mkdtemp(join(tmpdir(), 'townbell-crash-'));
	cleanUps.push(() => rm(directory, { recursive: true, force: true }));
	await chmod(directory, 0o755);
	const start = (port?: number) =>
		startEmbeddedDatabase({ directory, database: 'townbell', throwaway: true, ...(port ? { port } : {}) });
	let server = await start();
	cleanUps.push(() => server.stop());
	const { url } = server;
	await fillTemplate(url);
	return {
		url,
		beginLosing: async () => {
			await execute(`ALTER SYSTEM SET wal_writer_delay = '10s'`);
			await closeDatabase();
			await server.stop();
			server = await start(Number(new URL(url).port));
			connectDatabase({ url, poolMax: 2 });
		},
		fail: async () => {
			const found = await one<{ data: string }>(`SELECT current_setting('data_directory') AS data`);
			const [pid] = (await readFile(join(found?.data ?? '', 'postmaster.pid'), 'utf8')).split('\n');
			process.kill(Number(pid), 'SIGQUIT');
			await server.stop();
			server = await start(Number(new URL(url).port));
		},
	};
}

/** A primary whose standby no longer receives its commits, and takes over. */
async function startFailingPrimary(): Promise<FailingDatabase> {
	const pair = await startStreamingPair({ prepare: fillTemplate });
	cleanUps.push(() => pair.close());
	const proxy = await startTcpProxy(pair.primaryUrl);
	cleanUps.push(() => proxy.stop());
	return {
		url: proxy.url,
		beginLosing: async () => {
			await pair.waitForReplay();
			await pair.stopStandby();
		},
		fail: async () => {
			await pair.killPrimary();
			await pair.startStandby();
			await pair.promote();
			proxy.setServer(pair.standbyUrl);
			proxy.cut();
		},
	};
}

test.each([
	['a crash', startCrashingServer],
	['a fail-over', startFailingPrimary],
])(
	'after %s that lost a change, another change with its number is shown',
	{ timeout: 120_000 },
	async (_, start) => {
		const { url, beginLosing, fail } = await start();
		connectDatabase({ url, poolMax: 2 });
		cleanUps.push(closeDatabase);
		const { id, role } = await createUserRow({ role: 'creator' });
		const { id: eventId } = await createEventRow({ title: 'Before', date: new Date('2029-12-02T19:00:00Z') });
		const setTitle = (title: string) =>
			execute('UPDATE events SET title = :title WHERE id = :eventId', { title, eventId });
		const readTitles = async () => {
			const context = { actor: { id, role }, now };
			const list = await perform(listUpcomingEvents, context);
			const page = await perform(readEventPage, context, { params: { eventId } });
			return [list.items[0]?.title, page.event.title];
		};
		await countChanges();
		await beginLosing();
		await setTitle('Lost');
		expect([await readTitles(), await readTitles()]).toEqual(Array(2).fill(['Lost', 'Lost']));
		await fail();
		const isBack = () =>
			execute('SELECT 1').then(
				() => true,
				(error) => {
					if (isDatabaseDown(error)) return false;
					throw error;
				},
			);
		await waitUntil('the database responds', isBack, 20_000);
		expect(await one('SELECT title FROM events')).toEqual({ title: 'Before' });
		await setTitle('After');
		expect(await readTitles()).toEqual(['After', 'After']);
		await countChanges();
		expect([await readTitles(), await readTitles()]).toEqual(Array(2).fill(['After', 'After']));
	},
);
