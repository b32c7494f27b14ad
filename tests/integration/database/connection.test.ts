import { createServer } from 'node:net';
import pg from 'pg';
import { QueryTypes, Sequelize } from 'sequelize';
import { describe, expect, test, vi } from 'vitest';
import {
	closeDatabase,
	connectDatabase,
	database,
	inTransaction,
	isDatabaseDown,
} from '~/database/connection.ts';
import { Setting, User } from '~/database/models/index.ts';
import { makeUser } from '~/seeds/factories.ts';
import { useDatabase } from '~/tests/support/database.ts';

const db = useDatabase({ poolMax: 2 });

async function catchError(work: Promise<unknown>): Promise<unknown> {
	return work.then(
		() => undefined,
		(error: unknown) => error,
	);
}

describe('the connection', () => {
	test('is one a process', async () => {
		expect(connectDatabase({ url: db.url, poolMax: 2 })).toBe(database());
		expect(() => connectDatabase({ url: 'postgres://elsewhere/db', poolMax: 2 })).toThrow('another address');
	});

	test('is there between connectDatabase and closeDatabase only', async () => {
		await closeDatabase();
		await closeDatabase();
		expect(() => database()).toThrow('not connected');
		connectDatabase({ url: db.url, poolMax: 2 });
		expect(await User.count()).toBe(0);
	});

	test('speaks UTC, and gives ids as strings and instants as they were', async () => {
		const [row] = await database().query<{ TimeZone: string }>('SHOW TimeZone', { type: QueryTypes.SELECT });
		expect(['UTC', '00:00', '<+00>-00', '+00', '<+00:00>-00:00', 'Etc/UTC']).toContain(row?.TimeZone);
		const createdAt = new Date('2026-03-08T06:59:59.123Z');
		const { id } = await makeUser({ createdAt });
		const user = await User.findByPk(id);
		expect(typeof user?.id).toBe('string');
		expect(user?.createdAt).toEqual(createdAt);
	});

	test('ends idle transactions after ten seconds, and connections of vanished clients after two minutes', async () => {
		const [row] = await database().query(
			`SELECT current_setting('idle_in_transaction_session_timeout') AS idle,
				current_setting('tcp_keepalives_idle')::int
					+ current_setting('tcp_keepalives_interval')::int * current_setting('tcp_keepalives_count')::int AS vanished`,
			{ type: QueryTypes.SELECT },
		);
		expect(row).toEqual({ idle: '10s', vanished: 120 });
	});

	test('inTransaction commits what ends well and leaves nothing of what throws', async () => {
		await inTransaction((transaction) => Setting.create({ key: 'kept', value: '1' }, { transaction }));
		const failing = inTransaction(async (transaction) => {
			await Setting.create({ key: 'lost', value: '1' }, { transaction });
			throw new Error('changed my mind');
		});
		await expect(failing).rejects.toThrow('changed my mind');
		expect((await Setting.findAll({ where: { key: ['kept', 'lost'] } })).map(({ key }) => key)).toEqual([
			'kept',
		]);
	});
});

describe('isDatabaseDown', () => {
	test('a server that is not there, or does not answer', async () => {
		const silent = createServer(() => undefined).listen(0, '127.0.0.1');
		await new Promise((resolve) => silent.once('listening', resolve));
		const address = silent.address();
		const port = typeof address === 'object' ? address?.port : 0;
		const nobody = new Sequelize('postgres://x:y@127.0.0.1:1/z', { logging: false });
		const mute = new Sequelize(`postgres://x:y@127.0.0.1:${port}/z`, {
			logging: false,
			dialectOptions: { connectionTimeoutMillis: 300 },
		});
		expect(isDatabaseDown(await catchError(nobody.query('SELECT 1')))).toBe(true);
		expect(isDatabaseDown(await catchError(mute.query('SELECT 1')))).toBe(true);
		silent.close();
	});

	test('a connection that the server cuts under a query, and the pool recovers', async () => {
		const cut = database().query('SELECT pg_sleep(20) -- townbell-cut');
		const watched = catchError(cut);
		const killer = new pg.Client({ connectionString: db.url });
		await killer.connect();
		for (let killed = 0; killed === 0; ) {
			const { rowCount } = await killer.query(
				"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%townbell-cut%' AND pid <> pg_backend_pid()",
			);
			killed = rowCount ?? 0;
		}
		await killer.end();
		expect(isDatabaseDown(await watched)).toBe(true);
		// The next query may still meet the closing connection; the one after that gets a new one.
		await vi.waitFor(() => User.count(), 15_000);
	});

	test('no free connection in time', async () => {
		const tight = new Sequelize(db.url, { logging: false, pool: { max: 1, acquire: 2_000 } });
		const busy = await tight.transaction();
		expect(isDatabaseDown(await catchError(tight.query('SELECT 1')))).toBe(true);
		await busy.rollback();
		await tight.close();
	});

	test.each([
		['a wrong query', () => database().query('SELECT nothing FROM nowhere')],
		['a broken constraint', () => makeUser({ role: 'owner' as never })],
		['a plain error', () => Promise.reject(new Error('no'))],
		['something thrown that is no error', () => Promise.reject('no')],
	])('is not %s', async (_, work) => {
		expect(isDatabaseDown(await catchError(work()))).toBe(false);
	});
});
