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
import { Comment, type Event, Setting, type User } from '~/database/models/index.ts';
import { noteCommits, setReplicas } from '~/database/replicas.ts';
import { queryRaw, writeOne } from '~/database/sql.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { createJsonErrorResponse } from '~/server/http/responses.ts';
import { asRefusal } from '~/server/http/status.ts';
import { exportSignups } from '~/server/operations/admin/export-csv.ts';
import { createComment } from '~/server/operations/comments/create-comment.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { updateSignups } from '~/server/operations/signups/amend-signups.ts';
import { putSignup } from '~/server/operations/signups/put-signup.ts';
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
const MAX_WAIT_MS = BUDGET_MS + 350;

let proxy: DatabaseProxy;
let user: User;
let event: Event;

beforeAll(async () => {
	user = await createUserRow();
	event = await createEventRow({ status: 'active' });
	await closeDatabase();
});
afterEach(async () => {
	proxy.unfreeze();
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
async function measureFailure(
	work: () => Promise<unknown>,
): Promise<{ error: unknown; milliseconds: number }> {
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

const postComment = (idempotencyKey: string) =>
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
		[
			'a statement that bypasses Sequelize',
			() => inTransaction((transaction) => queryRaw(transaction, 'SELECT 1')),
		],
	])('ends %s on a frozen database in time, and the connection is not used again', async (_, work) => {
		await connectThroughProxy();
		proxy.freeze();
		const { error, milliseconds } = await measureFailure(work);
		expect(isDatabaseDown(error)).toBe(true);
		expect(milliseconds).toBeGreaterThan(BUDGET_MS - 20);
		expect(milliseconds).toBeLessThan(MAX_WAIT_MS);
		proxy.unfreeze();
		// This query has no budget, so it would hang if it waited for the old connection.
		await select();
	});

	test('ends a statement in the middle of a transaction and writes nothing', async () => {
		await connectThroughProxy();
		const { error, milliseconds } = await measureFailure(() =>
			inTransaction(async (transaction) => {
				await Setting.create({ key: 'half', value: '1' }, { transaction });
				proxy.freeze();
				await Setting.create({ key: 'other half', value: '1' }, { transaction });
			}),
		);
		expect(isDatabaseDown(error)).toBe(true);
		expect(isCommitUncertain(error)).toBe(false);
		expect(milliseconds).toBeLessThan(MAX_WAIT_MS);
		proxy.unfreeze();
		expect(await isSaved('half')).toBe(false);
	});

	test('limits the sum of all round trips to a slow database', async () => {
		await connectThroughProxy();
		proxy.setLatency(250);
		const { error, milliseconds } = await measureFailure(() => save('slow'));
		expect(isDatabaseDown(error)).toBe(true);
		expect(milliseconds).toBeLessThan(MAX_WAIT_MS);
		proxy.setLatency(0);
		expect(await isSaved('slow')).toBe(false);
	});

	test('includes the wait for a connection, which then serves another query', async () => {
		await connectThroughProxy();
		const busyTransaction = await database().transaction();
		const { error, milliseconds } = await measureFailure(select);
		expect(isDatabaseDown(error)).toBe(true);
		expect(milliseconds).toBeLessThan(MAX_WAIT_MS);
		await busyTransaction.rollback();
		expect((await measureFailure(select)).error).toBeNull();
	});

	test('includes opening a connection, and does not interrupt other waiting queries', async () => {
		await connectThroughProxy();
		await closeDatabase();
		connectDatabase({ url: proxy.url, poolMax: 1 });
		proxy.freeze();
		const unlimitedQuery = select();
		const { error, milliseconds } = await measureFailure(select);
		expect(isDatabaseDown(error)).toBe(true);
		expect(milliseconds).toBeLessThan(MAX_WAIT_MS);
		proxy.unfreeze();
		await unlimitedQuery;
	});

	test('a connection that was not opened in time fails no request that began to wait after the outage', async () => {
		await connectThroughProxy();
		await closeDatabase();
		connectDatabase({ url: proxy.url, poolMax: 1 });
		proxy.openBlackHole();
		expect(isDatabaseDown((await measureFailure(select)).error)).toBe(true);
		proxy.closeBlackHole();
		// The pool has only the connection that still opens.
		await withDatabaseBudget(5_000, select);
	});

	test('an operation’s own budget replaces it; later background work has none', async () => {
		await connectThroughProxy();
		proxy.setLatency(BUDGET_MS + 100);
		expect((await measureFailure(() => withDatabaseBudget(5_000, select))).error).toBeNull();
		let background: Promise<unknown> = Promise.resolve();
		await withDatabaseBudget(BUDGET_MS, async () => {
			background = Promise.resolve().then(select);
		});
		await background;
	});
});

describe('slow operations have their own budget', () => {
	const admin = { actor: { id: '1', role: 'admin' as const }, now };
	const readExport = async () => {
		const chunks = await perform(exportSignups, admin);
		const read: string[] = [];
		for await (const chunk of chunks) read.push(chunk);
		return read.join('');
	};
	const updateSignup = async (id: string) =>
		perform(updateSignups, admin, { read: () => ({ signupIds: [id], status: 'late' }) });

	test.each<[string, (id: string) => Promise<unknown>]>([
		['an export', readExport],
		['a bulk tool', updateSignup],
	])('%s', async (_, work) => {
		await connectThroughProxy();
		const { id } = await createSignupRow({ eventId: event.id, userId: (await createUserRow()).id });
		proxy.setLatency(60);
		const result = withDatabaseBudget(50, () => work(String(id)));
		await expect(result).resolves.toBeTruthy();
		const { error } = await withDatabaseBudget(50, () => measureFailure(select));
		expect(error).toBeNull();
		await expect(withDatabaseBudget(50, select)).rejects.toThrow('did not respond in time');
	});
});

test.each(['53000', '53100', '53200', '53300', '57P03'])(
	'responds with 503 and Retry-After to %s, and writes nothing',
	async (sqlState) => {
		await connectThroughProxy();
		await Comment.destroy({ where: {} });
		await database().query(
			`CREATE OR REPLACE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
				$$ BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = '${sqlState}'; END $$;
			CREATE TRIGGER fail AFTER INSERT ON comments FOR EACH ROW EXECUTE FUNCTION fail()`,
		);
		const error = await postComment('no-room').catch((thrown: unknown) => thrown);
		await database().query('DROP TRIGGER fail ON comments');
		const response = createJsonErrorResponse(error, 'request-id');
		expect(response.status).toBe(503);
		expect(response.headers.get('Retry-After')).toBe('5');
		expect(await response.json()).toEqual({
			error: expect.stringContaining("The database isn't responding"),
		});
		expect(await countComments()).toBe(0);
	},
);

describe('a signup, which is a single statement with its own commit', () => {
	const signUp = () =>
		perform(
			putSignup,
			{ actor: { id: user.id, role: user.role }, now },
			{ params: { eventId: event.id }, read: () => ({ status: 'late' }) },
		);

	test('may have been saved when it was sent and got no response', async () => {
		await connectThroughProxy();
		proxy.freeze();
		const { error } = await measureFailure(signUp);
		expect(isCommitUncertain(error)).toBe(true);
		expect(asRefusal(error)?.message).toContain('may have been saved');
	});

	test('is noted for the reads of replicas when it may have been saved', async () => {
		await connectThroughProxy();
		setReplicas([{ name: 'one:5432', sequelize: database() }]);
		let notes = 0;
		const note = async () => {
			notes += 1;
		};
		proxy.freeze();
		const save = () => writeOne(`UPDATE events SET title = 'Renamed' RETURNING id`, {});
		const { error } = await measureFailure(() => noteCommits(save, note));
		setReplicas([]);
		expect([isCommitUncertain(error), notes]).toEqual([true, 1]);
	});

	test('was not saved when no connection was free to send it', async () => {
		await connectThroughProxy();
		proxy.freeze();
		const blocking = measureFailure(select);
		const { error } = await measureFailure(signUp);
		await blocking;
		expect([isDatabaseDown(error), isCommitUncertain(error)]).toEqual([true, false]);
		expect(asRefusal(error)?.message).toContain("The database isn't responding");
	});

	test('was not saved when the server refused it', async () => {
		await connectThroughProxy();
		await database().query(
			`CREATE FUNCTION refuse_signup() RETURNS trigger LANGUAGE plpgsql AS
				$$ BEGIN RAISE EXCEPTION 'no space' USING ERRCODE = '53100'; END $$;
			CREATE TRIGGER refuse_signup AFTER INSERT ON signups FOR EACH ROW EXECUTE FUNCTION refuse_signup()`,
		);
		const { error } = await measureFailure(signUp);
		await database().query('DROP TRIGGER refuse_signup ON signups');
		expect([isDatabaseDown(error), isCommitUncertain(error)]).toEqual([true, false]);
	});
});

describe('a COMMIT whose outcome is unknown', () => {
	test.each<[CommitFault, number]>([
		['cutBefore', 0],
		['cutAfter', 1],
		['hangAfter', 1],
	])(
		'%s: reports that the change may be saved; a repeat with the key adds no row',
		async (fault, savedCount) => {
			await connectThroughProxy();
			await Comment.destroy({ where: {} });
			await rowsOf('idempotency_keys').delete();
			const brokenCommit = proxy.breakNextCommit(fault);
			const { error, milliseconds } = await measureFailure(() => postComment('key'));
			await brokenCommit;
			const refusal = asRefusal(error);
			expect(refusal?.kind).toBe('unavailable');
			expect(refusal?.retryAfter).toBe(5);
			expect(refusal?.message).toBe('Your change may have been saved. Reload before you try again.');
			expect(milliseconds).toBeLessThan(MAX_WAIT_MS);
			expect(await countComments()).toBe(savedCount);

			const repeated = await postComment('key');
			expect(repeated.body).toBe('only once');
			expect(await countComments()).toBe(1);
			await postComment('another-key');
			expect(await countComments()).toBe(2);
		},
	);

	test('is still reported when the page cannot be loaded afterwards, also after an operation with its own budget', async () => {
		await connectThroughProxy();
		const brokenCommit = proxy.breakNextCommit('cutBefore');
		const text = await withDatabaseBudget(10_000, async () => {
			await measureFailure(() => postComment('page'));
			await brokenCommit;
			await proxy.stop();
			return asRefusal(await select().catch((error: unknown) => error))?.message;
		});
		expect(text).toBe('Your change may have been saved. Reload before you try again.');
	});

	test('is known when the time or the connection ended before COMMIT was sent', async () => {
		await connectThroughProxy();
		const lateResult = await measureFailure(() =>
			inTransaction(async (transaction) => {
				await Setting.create({ key: 'late', value: '1' }, { transaction });
				proxy.freeze();
				await database()
					.query('SELECT 1', { transaction })
					.catch(() => undefined);
			}),
		);
		proxy.unfreeze();
		const cutResult = await measureFailure(() =>
			inTransaction(async (transaction) => {
				await Setting.create({ key: 'cut', value: '1' }, { transaction });
				proxy.cut();
				await database()
					.query('SELECT 1', { transaction })
					.catch(() => undefined);
			}),
		);
		for (const { error } of [lateResult, cutResult]) {
			expect(isDatabaseDown(error)).toBe(true);
			expect(isCommitUncertain(error)).toBe(false);
		}
		expect([await isSaved('late'), await isSaved('cut')]).toEqual([false, false]);
	});

	test('is known when the server refuses it', async () => {
		await connectThroughProxy();
		await database().query(
			`CREATE TABLE refused (id int UNIQUE DEFERRABLE INITIALLY DEFERRED);
			CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
				$$ BEGIN RAISE EXCEPTION 'no space' USING ERRCODE = '53100'; END $$;
			CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON refused DEFERRABLE INITIALLY DEFERRED
				FOR EACH ROW WHEN (NEW.id = 2) EXECUTE FUNCTION refuse()`,
		);
		const insert = (sql: string) =>
			measureFailure(() => inTransaction((transaction) => database().query(sql, { transaction })));
		const { error: duplicateError } = await insert('INSERT INTO refused VALUES (1), (1)');
		expect(isDatabaseDown(duplicateError)).toBe(false);
		const { error: diskFullError } = await insert('INSERT INTO refused VALUES (2)');
		expect(isDatabaseDown(diskFullError)).toBe(true);
		expect(isCommitUncertain(diskFullError)).toBe(false);
		expect(asRefusal(diskFullError)?.message).toContain("The database isn't responding");
	});
});
