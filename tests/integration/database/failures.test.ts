import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
	closeDatabase,
	connectDatabase,
	database,
	inTransaction,
	isCommitUncertain,
	isDatabaseDown,
	withDatabaseBudget,
} from '~/database/connection.ts';
import { Comment, type Event, IdempotencyKey, Setting, type User } from '~/database/models/index.ts';
import { queryRaw } from '~/database/sql.ts';
import { makeEvent, makeSignup, makeUser } from '~/seeds/factories.ts';
import { jsonError } from '~/server/http/answers.ts';
import { asRefusal } from '~/server/http/status.ts';
import { exportSignups } from '~/server/operations/admin/csv-export.ts';
import { createComment } from '~/server/operations/comments/comments.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { updateSignups } from '~/server/operations/signups/admin.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { type CommitFault, type DatabaseProxy, startDatabaseProxy } from '~/tests/support/database-proxy.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';

useTestEnvironment();
const db = useDatabase();

const now = new Date('2026-10-15T12:00:00Z');
const BUDGET_MS = 400;
/**
 * Much less than a second wait of the same length, or than any other limit (4 s and more). In milliseconds.
 */
const SOON_MS = BUDGET_MS + 350;

let proxy: DatabaseProxy;
let user: User;
let event: Event;

beforeAll(async () => {
	user = await makeUser();
	event = await makeEvent({ status: 'active' });
	await closeDatabase();
});
afterEach(async () => {
	proxy.thaw();
	await closeDatabase();
	await proxy.stop();
});

/** Connects through a new proxy. With only one connection, a query that holds it blocks all others. */
async function connectThroughProxy(poolMax = 1): Promise<void> {
	proxy = await startDatabaseProxy(db.url);
	connectDatabase({ url: proxy.url, poolMax });
	await database().query('SELECT 1');
}

/** Returns the error of `work` under the budget, or null, and the time until then in milliseconds. */
async function failWithin(work: () => Promise<unknown>): Promise<{ error: unknown; milliseconds: number }> {
	const started = performance.now();
	const error = await withDatabaseBudget(BUDGET_MS, work).then(
		() => null,
		(thrown: unknown) => thrown,
	);
	return { error, milliseconds: performance.now() - started };
}

const select = () => database().query('SELECT 1');
const save = (key: string) =>
	inTransaction((transaction) => Setting.create({ key, value: '1' }, { transaction }));
const isSaved = async (key: string) => (await Setting.count({ where: { key } })) === 1;

const comment = (idempotencyKey: string) =>
	perform(
		createComment,
		{ actor: { id: user.id, role: user.role }, now },
		{ params: { eventId: event.id }, read: () => ({ body: 'only once', idempotencyKey }) },
	);
const countComments = () => Comment.count({ where: { eventId: event.id } });

describe('the budget of a request', () => {
	test.each<[string, () => Promise<unknown>]>([
		['a statement', select],
		['a transaction, whose ROLLBACK would hang too', () => save('frozen')],
		[
			'statements one after another',
			() =>
				select()
					.catch(() => undefined)
					.then(select),
		],
		['statements at once', () => Promise.all([select(), select(), select()])],
		['a statement past Sequelize', () => inTransaction((transaction) => queryRaw(transaction, 'SELECT 1'))],
	])('ends %s on a frozen database in time, and the connection is not used again', async (_, work) => {
		await connectThroughProxy();
		proxy.freeze();
		const { error, milliseconds } = await failWithin(work);
		expect(isDatabaseDown(error)).toBe(true);
		expect(milliseconds).toBeGreaterThan(BUDGET_MS - 20);
		expect(milliseconds).toBeLessThan(SOON_MS);
		proxy.thaw();
		// This query has no budget, so it would hang if it waited for the old connection.
		await select();
	});

	test('ends a statement in the middle of a transaction, and nothing of that is written', async () => {
		await connectThroughProxy();
		const { error, milliseconds } = await failWithin(() =>
			inTransaction(async (transaction) => {
				await Setting.create({ key: 'half', value: '1' }, { transaction });
				proxy.freeze();
				await Setting.create({ key: 'other half', value: '1' }, { transaction });
			}),
		);
		expect(isDatabaseDown(error)).toBe(true);
		expect(isCommitUncertain(error)).toBe(false);
		expect(milliseconds).toBeLessThan(SOON_MS);
		proxy.thaw();
		expect(await isSaved('half')).toBe(false);
	});

	test('holds for all round trips of a slow database together', async () => {
		await connectThroughProxy();
		proxy.setLatency(250);
		const { error, milliseconds } = await failWithin(() => save('slow'));
		expect(isDatabaseDown(error)).toBe(true);
		expect(milliseconds).toBeLessThan(SOON_MS);
		proxy.setLatency(0);
		expect(await isSaved('slow')).toBe(false);
	});

	test('counts waiting for a connection, which then goes to somebody else', async () => {
		await connectThroughProxy();
		const busy = await database().transaction();
		const { error, milliseconds } = await failWithin(select);
		expect(isDatabaseDown(error)).toBe(true);
		expect(milliseconds).toBeLessThan(SOON_MS);
		await busy.rollback();
		expect((await failWithin(select)).error).toBeNull();
	});

	test('counts opening a connection, and cuts short nobody else who waits for one', async () => {
		await connectThroughProxy();
		await closeDatabase();
		connectDatabase({ url: proxy.url, poolMax: 1 });
		proxy.freeze();
		const patient = select();
		const { error, milliseconds } = await failWithin(select);
		expect(isDatabaseDown(error)).toBe(true);
		expect(milliseconds).toBeLessThan(SOON_MS);
		proxy.thaw();
		await patient;
	});

	test('an operation’s own budget replaces it; what goes on afterwards has none', async () => {
		await connectThroughProxy();
		proxy.setLatency(BUDGET_MS + 100);
		expect((await failWithin(() => withDatabaseBudget(5_000, select))).error).toBeNull();
		let background: Promise<unknown> = Promise.resolve();
		await withDatabaseBudget(BUDGET_MS, async () => {
			background = Promise.resolve().then(select);
		});
		await background;
	});
});

describe('what takes longer than a request may has a budget of its own', () => {
	const admin = { actor: { id: '1', role: 'admin' as const }, now };
	const readFile = async () => {
		const pieces = await perform(exportSignups, admin);
		const read: string[] = [];
		for await (const piece of pieces) read.push(piece);
		return read.join('');
	};
	const updateSignup = async (id: string) =>
		perform(updateSignups, admin, { read: () => ({ signupIds: [id], status: 'late' }) });

	test.each<[string, (id: string) => Promise<unknown>]>([
		['an export', readFile],
		['a bulk tool', updateSignup],
	])('%s', async (_, work) => {
		await connectThroughProxy();
		const { id } = await makeSignup({ eventId: event.id, userId: (await makeUser()).id });
		proxy.setLatency(60);
		const result = withDatabaseBudget(50, () => work(String(id)));
		await expect(result).resolves.toBeTruthy();
		const { error } = await withDatabaseBudget(50, () => failWithin(select));
		expect(error).toBeNull();
		await expect(withDatabaseBudget(50, select)).rejects.toThrow('did not answer in time');
	});
});

test.each(['53000', '53100', '53200', '53300', '57P03'])(
	'%s from the server is a 503 with Retry-After, and nothing is written',
	async (sqlState) => {
		await connectThroughProxy();
		await Comment.destroy({ where: {} });
		await database().query(
			`CREATE OR REPLACE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
				$$ BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = '${sqlState}'; END $$;
			CREATE TRIGGER fail AFTER INSERT ON comments FOR EACH ROW EXECUTE FUNCTION fail()`,
		);
		const error = await comment('no-room').catch((thrown: unknown) => thrown);
		await database().query('DROP TRIGGER fail ON comments');
		const response = jsonError(error, 'request-id');
		expect(response.status).toBe(503);
		expect(response.headers.get('Retry-After')).toBe('5');
		expect(await response.json()).toEqual({ error: expect.stringContaining('The town is asleep') });
		expect(await countComments()).toBe(0);
	},
);

describe('a COMMIT whose outcome is unknown', () => {
	test.each<[CommitFault, number]>([
		['cutBefore', 0],
		['cutAfter', 1],
		['hangAfter', 1],
	])(
		'%s: the request says that it may have been saved; a repeat with the key is one row',
		async (fault, saved) => {
			await connectThroughProxy();
			await Comment.destroy({ where: {} });
			await IdempotencyKey.destroy({ where: {} });
			const broken = proxy.breakNextCommit(fault);
			const { error, milliseconds } = await failWithin(() => comment('key'));
			await broken;
			const refusal = asRefusal(error);
			expect(refusal?.kind).toBe('unavailable');
			expect(refusal?.retryAfter).toBe(5);
			expect(refusal?.message).toBe('Your change may have been saved. Reload before you try again.');
			expect(milliseconds).toBeLessThan(SOON_MS);
			expect(await countComments()).toBe(saved);

			const repeated = await comment('key');
			expect(repeated.body).toBe('only once');
			expect(await countComments()).toBe(1);
			await comment('another-key');
			expect(await countComments()).toBe(2);
		},
	);

	test('is certain when the time was over, or the connection lost, before COMMIT was sent', async () => {
		await connectThroughProxy();
		const late = await failWithin(() =>
			inTransaction(async (transaction) => {
				await Setting.create({ key: 'late', value: '1' }, { transaction });
				proxy.freeze();
				await database()
					.query('SELECT 1', { transaction })
					.catch(() => undefined);
			}),
		);
		proxy.thaw();
		const cut = await failWithin(() =>
			inTransaction(async (transaction) => {
				await Setting.create({ key: 'cut', value: '1' }, { transaction });
				proxy.cut();
				await database()
					.query('SELECT 1', { transaction })
					.catch(() => undefined);
			}),
		);
		for (const { error } of [late, cut]) {
			expect(isDatabaseDown(error)).toBe(true);
			expect(isCommitUncertain(error)).toBe(false);
		}
		expect([await isSaved('late'), await isSaved('cut')]).toEqual([false, false]);
	});

	test('is certain when the server refuses it', async () => {
		await connectThroughProxy();
		await database().query(
			`CREATE TABLE refused (id int UNIQUE DEFERRABLE INITIALLY DEFERRED);
			CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
				$$ BEGIN RAISE EXCEPTION 'no space' USING ERRCODE = '53100'; END $$;
			CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON refused DEFERRABLE INITIALLY DEFERRED
				FOR EACH ROW WHEN (NEW.id = 2) EXECUTE FUNCTION refuse()`,
		);
		const insert = (sql: string) =>
			failWithin(() => inTransaction((transaction) => database().query(sql, { transaction })));
		const { error: twice } = await insert('INSERT INTO refused VALUES (1), (1)');
		expect(isDatabaseDown(twice)).toBe(false);
		const { error: full } = await insert('INSERT INTO refused VALUES (2)');
		expect(isDatabaseDown(full)).toBe(true);
		expect(isCommitUncertain(full)).toBe(false);
		expect(asRefusal(full)?.message).toContain('The town is asleep');
	});
});
