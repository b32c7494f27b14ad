import { describe, expect, test } from 'vitest';
import {
	inTransaction,
	isForeignKeyViolation,
	isUniqueViolation,
	withDatabaseBudget,
} from '~/database/connection.ts';
import { execute, one, rows, unnamed } from '~/database/sql.ts';
import { makeUser } from '~/seeds/factories.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { listenToSql } from '~/tests/support/plans.ts';

useDatabase({ poolMax: 1 });

const catchError = (work: Promise<unknown>) => work.catch((error: unknown) => error);

describe('the values of a statement', () => {
	test('travel beside the text, and the same name is one parameter', async () => {
		const sent = await listenToSql(() =>
			rows('SELECT :a::int + :b::int + :a::int AS sum', { a: 1, b: 2, unused: 3 }),
		);
		expect(sent.at(-1)).toEqual({ text: 'SELECT $1::int + $2::int + $1::int AS sum', values: [1, 2] });
	});

	test('are never read as SQL', async () => {
		const text = `'; DROP TABLE users; -- :a $1 \\`;
		expect(await one('SELECT :text AS text', { text })).toEqual({ text });
	});

	test('leave literals, quoted names, comments and casts alone', async () => {
		const sql = `SELECT ':a''s :b' AS "a :c", '1'::int AS n -- who's :d
			, :a::text || '' AS "e"`;
		expect(await rows(sql, { a: 'x' })).toEqual([{ 'a :c': ":a's :b", n: 1, e: 'x' }]);
	});

	test('may be lists, instants, bytes and nothing', async () => {
		const binds = {
			ids: ['1', '9007199254740993'],
			names: ['a,"b', null],
			at: new Date(1),
			bytes: Buffer.from([0]),
		};
		const sql = `SELECT :ids::bigint[] AS ids, :names::text[] AS names, :at::timestamptz AS at, :bytes::bytea AS bytes,
			NULL = ANY(:none::bigint[]) AS "isAmong", :nothing::text AS nothing`;
		expect(await one(sql, { ...binds, none: [], nothing: null })).toEqual({
			...binds,
			isAmong: false,
			nothing: null,
		});
	});

	test('must be there', async () => {
		await expect(rows('SELECT :a AS a', { a: undefined })).rejects.toThrow('no value for :a');
	});
});

test('one row or null, and how many were written', async () => {
	expect(await one('SELECT 1 AS n WHERE false')).toBeNull();
	expect(await execute('UPDATE users SET theme = theme WHERE id = :id', { id: '404' })).toBe(0);
	const { id } = await makeUser();
	expect(await execute('UPDATE users SET theme = theme WHERE id = :id', { id })).toBe(1);
});

test('inside a transaction it is the transaction’s connection, which must be open', async () => {
	const sql = 'SELECT pg_backend_pid() AS pid, now() AS now';
	// There is only one connection, so a statement outside the transaction would wait for its end.
	const transaction = await inTransaction(async (open) => {
		expect(await one(sql, {}, open)).toEqual(await one(sql, {}, open));
		return open;
	});
	await expect(one(sql, {}, transaction)).rejects.toThrow('not open');
});

test('a broken constraint is told by its name, in a transaction and outside', async () => {
	const { username, discordId } = await makeUser();
	const again = 'INSERT INTO users (username, discord_id) VALUES (:username, :discordId)';
	const lost = `INSERT INTO comments (event_id, user_id, body) VALUES (404, 404, 'x')`;
	for (const inside of [false, true]) {
		const attempt = (sql: string) =>
			catchError(
				inside
					? inTransaction((transaction) => execute(sql, { username, discordId }, transaction))
					: execute(sql, { username, discordId }),
			);
		const [taken, foreign] = [await attempt(again), await attempt(lost)];
		expect(isUniqueViolation(taken, 'users_discord_id_key')).toBe(true);
		expect(isUniqueViolation(taken, 'another')).toBe(false);
		expect(isForeignKeyViolation(taken)).toBe(false);
		expect(isForeignKeyViolation(foreign)).toBe(true);
	}
});

test('a statement has its request’s budget, and leaves a working pool', async () => {
	const late = withDatabaseBudget(300, () => rows('SELECT pg_sleep(5)'));
	await expect(late).rejects.toThrow('did not answer in time');
	expect(await one('SELECT 1 AS n')).toEqual({ n: 1 });
});

describe('the names of statements', () => {
	const countUses = (text: string) =>
		one<{ uses: number }>(
			'SELECT (generic_plans + custom_plans)::int AS uses FROM pg_prepared_statements WHERE statement = :text',
			{ text },
		);

	test('a text is parsed once in a connection', async () => {
		for (const id of ['1', '2', '3']) await rows('SELECT username FROM users WHERE id = :id', { id });
		expect(await countUses('SELECT username FROM users WHERE id = $1')).toEqual({ uses: 3 });
	});

	test('an unnamed one is parsed each time', async () => {
		const sql = unnamed('SELECT theme FROM users WHERE id = :id');
		expect(await one(sql, { id: '404' })).toBeNull();
		expect(await countUses('SELECT theme FROM users WHERE id = $1')).toBeNull();
	});

	test('a connection whose statements a migration has overtaken is replaced', async () => {
		await execute('CREATE TABLE changing (a int)');
		await execute('INSERT INTO changing VALUES (1)');
		const read = () => rows('SELECT * FROM changing');
		expect(await read()).toEqual([{ a: 1 }]);
		await execute('ALTER TABLE changing ADD COLUMN b int');
		await expect(read()).rejects.toThrow('cached plan');
		expect(await read()).toEqual([{ a: 1, b: null }]);
	});

	test('are bounded, however many texts there are', async () => {
		for (let i = 0; i < 500; i += 1) await rows(`SELECT ${i} AS i`);
		const kept = await one<{ count: number }>('SELECT count(*)::int AS count FROM pg_prepared_statements');
		expect(kept?.count).toBeLessThanOrEqual(400);
		expect(await countUses('SELECT 499 AS i')).toBeNull();
	});
});
