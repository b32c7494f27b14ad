import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
	inTransaction,
	isForeignKeyViolation,
	isUniqueViolation,
	withDatabaseBudget,
} from '~/database/connection.ts';
import { execute, insertMany, markUnnamed, one, rows } from '~/database/sql.ts';
import { foldText } from '~/domain/fold-text.ts';
import { createUserRow } from '~/seeds/factories.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { recordStatements } from '~/tests/support/query-plans.ts';
import { SEARCH_CASES } from '~/tests/support/search-cases.ts';

useDatabase({ poolMax: 1 });

const catchError = (work: Promise<unknown>) => work.catch((error: unknown) => error);

describe('the values of a statement', () => {
	test('are sent as parameters, one for each name', async () => {
		const sent = await recordStatements(() =>
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

	test('can be lists, instants, bytes and null', async () => {
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

	test('must not be undefined', async () => {
		await expect(rows('SELECT :a AS a', { a: undefined })).rejects.toThrow('no value for :a');
	});
});

test('returns one row or null, and the number of written rows', async () => {
	expect(await one('SELECT 1 AS n WHERE false')).toBeNull();
	expect(await execute('UPDATE users SET theme = theme WHERE id = :id', { id: '404' })).toBe(0);
	const { id } = await createUserRow();
	expect(await execute('UPDATE users SET theme = theme WHERE id = :id', { id })).toBe(1);
});

test('inserts several rows in their order by one statement, with defaults, and none by no statement', async () => {
	const users = ['Zoë', "O'Hara", 'a"b'].map((username) => ({
		username,
		quiet_hours: { start: '22:00', end: '08:00' },
		reminder_minutes: [180, 60],
		linked_at: new Date(1),
		avatar: null,
	}));
	const saved: object[] = [];
	const sent = await recordStatements(async () => {
		const columns = 'username, quiet_hours, reminder_minutes, linked_at, avatar, theme';
		saved.push(...(await insertMany('users', users, undefined, columns)));
		saved.push(...(await insertMany('users', [], undefined, columns)));
	});
	expect(saved).toEqual(users.map((user) => Object.assign(user, { theme: 'dark' })));
	expect(sent).toHaveLength(1);
});

test('uses the transaction’s connection, which must be open', async () => {
	const sql = 'SELECT pg_backend_pid() AS pid, now() AS now';
	// There is only one connection, so a statement outside the transaction would wait for its end.
	const transaction = await inTransaction(async (openTransaction) => {
		expect(await one(sql, {}, openTransaction)).toEqual(await one(sql, {}, openTransaction));
		return openTransaction;
	});
	await expect(one(sql, {}, transaction)).rejects.toThrow('not open');
});

test('reports a violated constraint by name, inside and outside a transaction', async () => {
	const { username, discordId } = await createUserRow();
	const duplicateInsert = 'INSERT INTO users (username, discord_id) VALUES (:username, :discordId)';
	const orphanInsert = `INSERT INTO comments (event_id, user_id, body) VALUES (404, 404, 'x')`;
	for (const isInTransaction of [false, true]) {
		const attempt = (sql: string) =>
			catchError(
				isInTransaction
					? inTransaction((transaction) => execute(sql, { username, discordId }, transaction))
					: execute(sql, { username, discordId }),
			);
		const [duplicateError, orphanError] = [await attempt(duplicateInsert), await attempt(orphanInsert)];
		expect(isUniqueViolation(duplicateError, 'users_discord_id_key')).toBe(true);
		expect(isUniqueViolation(duplicateError, 'another')).toBe(false);
		expect(isForeignKeyViolation(duplicateError)).toBe(false);
		expect(isForeignKeyViolation(orphanError)).toBe(true);
	}
});

test('a statement has its request’s budget, and the pool works afterwards', async () => {
	const slowQuery = withDatabaseBudget(300, () => rows('SELECT pg_sleep(5)'));
	await expect(slowQuery).rejects.toThrow('did not respond in time');
	expect(await one('SELECT 1 AS n')).toEqual({ n: 1 });
});

describe('the names of statements', () => {
	const countUses = (text: string) =>
		one<{ uses: number }>(
			'SELECT (generic_plans + custom_plans)::int AS uses FROM pg_prepared_statements WHERE statement = :text',
			{ text },
		);

	test('a statement is parsed once per connection', async () => {
		for (const id of ['1', '2', '3']) await rows('SELECT username FROM users WHERE id = :id', { id });
		expect(await countUses('SELECT username FROM users WHERE id = $1')).toEqual({ uses: 3 });
	});

	test('an unnamed statement is parsed each time', async () => {
		const sql = markUnnamed('SELECT theme FROM users WHERE id = :id');
		expect(await one(sql, { id: '404' })).toBeNull();
		expect(await countUses('SELECT theme FROM users WHERE id = $1')).toBeNull();
	});

	test('replaces a connection whose statements are outdated after a migration', async () => {
		await execute('CREATE TABLE changing (a int)');
		await execute('INSERT INTO changing VALUES (1)');
		const read = () => rows('SELECT * FROM changing');
		expect(await read()).toEqual([{ a: 1 }]);
		await execute('ALTER TABLE changing ADD COLUMN b int');
		await expect(read()).rejects.toThrow('cached plan');
		expect(await read()).toEqual([{ a: 1, b: null }]);
	});

	test('are limited in number', async () => {
		for (let i = 0; i < 500; i += 1) await rows(`SELECT ${i} AS i`);
		const prepared = await one<{ count: number }>(
			'SELECT count(*)::int AS count FROM pg_prepared_statements',
		);
		expect(prepared?.count).toBeLessThanOrEqual(400);
		expect(await countUses('SELECT 499 AS i')).toBeNull();
	});
});

test('fold_text folds every script as foldText does', async () => {
	const scripts = fc.sample(fc.string({ unit: fc.integer({ min: 1, max: 0x2fff }).map(toCharacter) }), {
		numRuns: 300,
		seed: 1,
	});
	const texts = [...SEARCH_CASES.map(([text, query]) => `${text} ${query}`), ...scripts];
	const folded = await rows<{ text: string; folded: string }>(
		'SELECT text, fold_text(text) AS folded FROM unnest(:texts::text[]) AS text',
		{ texts },
	);
	expect(folded).toEqual(texts.map((text) => ({ text, folded: foldText(text) })));
});

/** Returns the character at `code`. PostgreSQL and JavaScript know different versions of Unicode's newest letters. */
const toCharacter = (code: number) =>
	/\p{L}|\p{M}|\p{Cf}/u.test(String.fromCodePoint(code)) ? String.fromCodePoint(code) : ' ';
