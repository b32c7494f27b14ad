import { createHash } from 'node:crypto';
import type { ClientBase, QueryConfig, QueryResult } from 'pg';
import type { Transaction } from 'sequelize';
import { database } from './connection.ts';

/** Values by the names that stand for them in the SQL. A list is an array, for `= ANY(:ids::bigint[])`. */
export type Binds = Readonly<Record<string, unknown>>;

/** SQL of ours; `unnamed` makes the other kind. */
export type Sql = string | { unnamed: string };

/**
 * Marks SQL that PostgreSQL plans anew for the values of each run. For searches and for texts of many variants: a plan
 * for any values was measured to be up to ten times slower there (decision 0035).
 */
export const unnamed = (sql: string): Sql => ({ unnamed: sql });

/** Returns the rows that `sql` selects or returns; `:name` in it stands for `binds.name`. Errors are pg's own. */
export async function rows<Row extends object>(
	sql: Sql,
	binds: Binds = {},
	transaction?: Transaction,
): Promise<Row[]> {
	return (await send<Row>(sql, binds, transaction)).rows;
}

/** Returns the first row as `rows` does, or null. */
export async function one<Row extends object>(
	sql: Sql,
	binds: Binds = {},
	transaction?: Transaction,
): Promise<Row | null> {
	return (await send<Row>(sql, binds, transaction)).rows[0] ?? null;
}

/** Runs a statement as `rows` does and returns how many rows it inserted, changed, deleted or selected. */
export async function execute(sql: Sql, binds: Binds = {}, transaction?: Transaction): Promise<number> {
	return (await send(sql, binds, transaction)).rowCount ?? 0;
}

/**
 * Runs one statement with `$1`, `$2`, … inside a transaction, unnamed. For SQL that a library wrote or that cannot be
 * prepared. Throws an Error when the transaction has ended, and pg's own errors.
 */
export async function queryRaw(
	transaction: Transaction,
	text: string,
	values: readonly unknown[] = [],
): Promise<{ rows: unknown[] }> {
	const { rows } = await connectionOf(transaction).query(text, [...values]);
	return { rows };
}

async function send<Row extends object>(
	sql: Sql,
	binds: Binds,
	transaction: Transaction | undefined,
): Promise<QueryResult<Row>> {
	const { names, ...statement } = prepare(sql);
	const values = names.map((name) => {
		if (binds[name] === undefined) throw new Error(`The statement has no value for :${name}.`);
		return binds[name];
	});
	const query = { ...statement, values };
	if (transaction) return run(connectionOf(transaction), query);
	const { connectionManager } = database();
	const connection = (await connectionManager.getConnection({ type: 'write' })) as ClientBase;
	try {
		return await run(connection, query);
	} finally {
		connectionManager.releaseConnection(connection);
	}
}

/** A migration may change what a named statement returns. Its plan then fails as long as the connection lives. */
const STALE_PLAN = 'cached plan must not change result type';

async function run<Row extends object>(
	connection: ClientBase & { _invalid?: boolean },
	query: QueryConfig,
): Promise<QueryResult<Row>> {
	try {
		return await connection.query(query);
	} catch (error) {
		// Sequelize's pool replaces a connection that has this mark.
		if (error instanceof Error && error.message === STALE_PLAN) connection._invalid = true;
		throw error;
	}
}

/** Literals, quoted names, comments and casts stay as they are; `:name` is a parameter. */
const TOKENS = /'(?:[^']|'')*'|"[^"]*"|--.*|::|:([a-z]\w*)/gi;
/** PostgreSQL keeps a named statement as long as its connection lives, so further texts have no name. */
const MAX_NAMED = 400;

/** `name`: PostgreSQL parses a named statement once per connection, and plans it once where that is not dearer. */
type Statement = { text: string; names: readonly string[]; name?: string };
const named = new Map<string, Statement>();

function prepare(sql: Sql): Statement {
	if (typeof sql !== 'string') return translate(sql.unnamed);
	const known = named.get(sql);
	if (known) return known;
	const statement = translate(sql);
	if (named.size >= MAX_NAMED) return statement;
	// A hash, so that a name means the same text to every process, also behind a pooler that shares connections.
	statement.name = createHash('sha256').update(statement.text).digest('hex').slice(0, 32);
	named.set(sql, statement);
	return statement;
}

function translate(sql: string): Statement {
	const names: string[] = [];
	const text = sql.replace(TOKENS, (token, name?: string) => {
		if (name === undefined) return token;
		if (!names.includes(name)) names.push(name);
		return `$${names.indexOf(name) + 1}`;
	});
	return { text, names };
}

/** Sequelize keeps both on the transaction, but not in its types. */
function connectionOf(transaction: Transaction): ClientBase {
	const { connection, finished } = transaction as { connection?: ClientBase; finished?: string };
	if (!connection || finished) throw new Error('This transaction is not open.');
	return connection;
}
