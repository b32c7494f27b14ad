import { createServer, Socket } from 'node:net';
import pg from 'pg';
import { QueryTypes, Sequelize } from 'sequelize';
import { describe, expect, test, vi } from 'vitest';
import {
	closeDatabase,
	connectDatabase,
	database,
	getPoolState,
	inTransaction,
	isDatabaseDown,
} from '~/database/connection.ts';
import { Setting, User } from '~/database/models/index.ts';
import { createUserRow } from '~/seeds/factories.ts';
import { useDatabase } from '~/tests/support/database.ts';

const db = useDatabase({ poolMax: 2 });

async function catchError(work: Promise<unknown>): Promise<unknown> {
	return work.then(
		() => undefined,
		(error: unknown) => error,
	);
}

describe('the connection', () => {
	test('exists once per process', async () => {
		expect(connectDatabase({ url: db.url, poolMax: 2 })).toBe(database());
		expect(() => connectDatabase({ url: 'postgres://elsewhere/db', poolMax: 2 })).toThrow('another address');
	});

	test('exists only between connectDatabase and closeDatabase', async () => {
		await closeDatabase();
		await closeDatabase();
		expect(() => database()).toThrow('not connected');
		connectDatabase({ url: db.url, poolMax: 2 });
		expect(await User.count()).toBe(0);
	});

	test('uses UTC, and returns ids as strings and instants unchanged', async () => {
		const [row] = await database().query<{ TimeZone: string }>('SHOW TimeZone', { type: QueryTypes.SELECT });
		expect(['UTC', '00:00', '<+00>-00', '+00', '<+00:00>-00:00', 'Etc/UTC']).toContain(row?.TimeZone);
		const createdAt = new Date('2026-03-08T06:59:59.123Z');
		const { id } = await createUserRow({ createdAt });
		const user = await User.findByPk(id);
		expect(typeof user?.id).toBe('string');
		expect(user?.createdAt).toEqual(createdAt);
	});

	test('ends idle transactions after ten seconds, and connections of lost clients after two minutes', async () => {
		const [row] = await database().query(
			`SELECT current_setting('idle_in_transaction_session_timeout') AS idle,
				current_setting('tcp_keepalives_idle')::int
					+ current_setting('tcp_keepalives_interval')::int * current_setting('tcp_keepalives_count')::int AS vanished`,
			{ type: QueryTypes.SELECT },
		);
		expect(row).toEqual({ idle: '10s', vanished: 120 });
	});

	test('stays open while it is not used for an hour, and shows signs of life', async () => {
		await closeDatabase();
		const keepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive');
		// The clock stands still until the pool's own timer is to run.
		vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
		try {
			connectDatabase({ url: db.url, poolMax: 2 });
			await database().query('SELECT 1');
			expect(keepAlive).toHaveBeenCalledWith(true, 60_000);
			vi.advanceTimersByTime(59 * 60_000);
			expect(getPoolState()).toMatchObject({ used: 0, idle: 1 });
			vi.advanceTimersByTime(3 * 60_000);
			expect(getPoolState()).toMatchObject({ used: 0, idle: 0 });
		} finally {
			vi.useRealTimers();
		}
	});

	test('inTransaction commits on success and rolls back on an error', async () => {
		await inTransaction((transaction) => Setting.create({ key: 'kept', value: '1' }, { transaction }));
		const failingTransaction = inTransaction(async (transaction) => {
			await Setting.create({ key: 'lost', value: '1' }, { transaction });
			throw new Error('rolled back on purpose');
		});
		await expect(failingTransaction).rejects.toThrow('rolled back on purpose');
		expect((await Setting.findAll({ where: { key: ['kept', 'lost'] } })).map(({ key }) => key)).toEqual([
			'kept',
		]);
	});
});

describe('isDatabaseDown', () => {
	test('a server that does not exist or does not respond', async () => {
		const silentServer = createServer(() => undefined).listen(0, '127.0.0.1');
		await new Promise((resolve) => silentServer.once('listening', resolve));
		const address = silentServer.address();
		const port = typeof address === 'object' ? address?.port : 0;
		const unreachableDatabase = new Sequelize('postgres://x:y@127.0.0.1:1/z', { logging: false });
		const silentDatabase = new Sequelize(`postgres://x:y@127.0.0.1:${port}/z`, {
			logging: false,
			dialectOptions: { connectionTimeoutMillis: 300 },
		});
		expect(isDatabaseDown(await catchError(unreachableDatabase.query('SELECT 1')))).toBe(true);
		expect(isDatabaseDown(await catchError(silentDatabase.query('SELECT 1')))).toBe(true);
		silentServer.close();
	});

	test('a connection that ends during a query; the pool recovers', async () => {
		const cutQuery = database().query('SELECT pg_sleep(20) -- townbell-cut');
		const cutError = catchError(cutQuery);
		const adminClient = new pg.Client({ connectionString: db.url });
		await adminClient.connect();
		for (let terminatedCount = 0; terminatedCount === 0; ) {
			const { rowCount } = await adminClient.query(
				"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%townbell-cut%' AND pid <> pg_backend_pid()",
			);
			terminatedCount = rowCount ?? 0;
		}
		await adminClient.end();
		expect(isDatabaseDown(await cutError)).toBe(true);
		// The next query may still meet the closing connection; the one after that gets a new one.
		await vi.waitFor(() => User.count(), 15_000);
	});

	test('no free connection in time', async () => {
		const smallPool = new Sequelize(db.url, { logging: false, pool: { max: 1, acquire: 2_000 } });
		const busyTransaction = await smallPool.transaction();
		expect(isDatabaseDown(await catchError(smallPool.query('SELECT 1')))).toBe(true);
		await busyTransaction.rollback();
		await smallPool.close();
	});

	test.each([
		['a wrong query', () => database().query('SELECT nothing FROM nowhere')],
		['a broken constraint', () => createUserRow({ role: 'owner' as never })],
		['a plain error', () => Promise.reject(new Error('no'))],
		['a thrown value that is not an error', () => Promise.reject('no')],
	])('is not %s', async (_, work) => {
		expect(isDatabaseDown(await catchError(work()))).toBe(false);
	});
});
