import { createHash } from 'node:crypto';
import type { ClientBase, QueryConfig, QueryResult } from 'pg';
import type { Transaction } from 'sequelize';
import { database, reportOwnCommit, toCommitError } from './connection.ts';
import { tryReplica } from './replicas.ts';
import { type TracedWork, traceWork } from './tracing.ts';

/** The values for the `:name` parameters of the SQL. A list is sent as an array, for `= ANY(:ids::bigint[])`. */
export type Binds = Readonly<Record<string, unknown>>;

/** SQL with `:name` parameters, sent as a named statement, or unnamed when marked by `markUnnamed`. */
export type Sql = string | { markUnnamed: string };

/**
 * Returns `sql` marked as unnamed: PostgreSQL plans it for the values of each run. Use it for searches and
 * for SQL with many variants, where a generic plan was up to ten times slower (decision 0009).
 */
export const markUnnamed = (sql: string): Sql => ({ markUnnamed: sql });

/**
 * Returns the rows that `sql` selects or returns; `:name` stands for `binds.name`. Without a transaction, the statement
 * runs on a replica where `readFromReplica` allows it. Throws pg's own errors.
 */
export async function rows<Row extends object>(
	sql: Sql,
	binds: Binds = {},
	transaction?: Transaction,
): Promise<Row[]> {
	return (await read<Row>(sql, binds, transaction)).rows;
}

/** Returns the only column of the rows, such as their ids. Otherwise like `rows`. */
export async function selectColumn<Value = string>(
	sql: Sql,
	binds: Binds = {},
	transaction?: Transaction,
): Promise<Value[]> {
	return (await rows<Record<string, Value>>(sql, binds, transaction)).flatMap((row) => Object.values(row));
}

/** Returns the only column of the first row; null when there is none. Otherwise like `rows`. */
export const selectValue = async <Value = string>(
	sql: Sql,
	binds: Binds = {},
	transaction?: Transaction,
): Promise<Value | null> => (await selectColumn<Value>(sql, binds, transaction))[0] ?? null;

/** Returns the first row, or null when there is none. Otherwise like `rows`. */
export async function one<Row extends object>(
	sql: Sql,
	binds: Binds = {},
	transaction?: Transaction,
): Promise<Row | null> {
	return (await read<Row>(sql, binds, transaction)).rows[0] ?? null;
}

/**
 * Runs one statement that writes and commits without a transaction, and returns its first row or null. Throws
 * CommitUncertain when the connection was lost or too slow, so that the outcome is unknown.
 */
export async function writeOne<Row extends object>(sql: Sql, binds: Binds): Promise<Row | null> {
	const query = toQuery(sql, binds);
	return withPoolConnection(async (connection) => {
		const result = await run<Row>(connection, sql, query).catch((error: unknown) => {
			throw toCommitError(error);
		});
		reportOwnCommit();
		return result.rows[0] ?? null;
	});
}

/** Returns how many rows the statement inserted, changed, deleted or selected. Otherwise like `rows`. */
export async function execute(sql: Sql, binds: Binds = {}, transaction?: Transaction): Promise<number> {
	return (await send(sql, binds, transaction)).rowCount ?? 0;
}

/**
 * Inserts rows that all have the same columns, by one statement, and returns what `returning` names of each, in their order.
 * Other columns get their defaults. No row is no statement. Throws pg's own errors.
 */
export async function insertMany<Row extends object>(
	table: string,
	values: readonly Readonly<Record<string, unknown>>[],
	transaction?: Transaction,
	returning = '',
): Promise<Row[]> {
	const [first] = values;
	if (!first) return [];
	const columns = Object.keys(first).join();
	const sql = `INSERT INTO ${table} (${columns})
		SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, :values::jsonb) ${returning && `RETURNING ${returning}`}`;
	return (await send<Row>(sql, { values: JSON.stringify(values) }, transaction)).rows;
}

/**
 * Runs one unnamed statement with `$1`, `$2`, … inside a transaction and returns its rows. Use it for SQL that a
 * library generates or that cannot be prepared. Throws an Error when the transaction has ended, and pg's own errors.
 */
export async function queryRaw(
	transaction: Transaction,
	text: string,
	values: readonly unknown[] = [],
): Promise<{ rows: unknown[] }> {
	const { rows } = await getTransactionConnection(transaction).query(text, [...values]);
	return { rows };
}

async function read<Row extends object>(
	sql: Sql,
	binds: Binds,
	transaction: Transaction | undefined,
): Promise<QueryResult<Row>> {
	const found = transaction
		? undefined
		: await tryReplica((connection) => run<Row>(connection, sql, toQuery(sql, binds)));
	return found ?? send<Row>(sql, binds, transaction);
}

async function send<Row extends object>(
	sql: Sql,
	binds: Binds,
	transaction: Transaction | undefined,
): Promise<QueryResult<Row>> {
	const query = toQuery(sql, binds);
	if (transaction) return run(getTransactionConnection(transaction), sql, query);
	return withPoolConnection((connection) => run(connection, sql, query));
}

function toQuery(sql: Sql, binds: Binds): QueryConfig {
	const { names, ...statement } = prepare(sql);
	const values = names.map((name) => {
		if (binds[name] === undefined) throw new Error(`The statement has no value for :${name}.`);
		return binds[name];
	});
	return { ...statement, values };
}

async function withPoolConnection<T>(work: (connection: ClientBase) => Promise<T>): Promise<T> {
	const { connectionManager } = database();
	const connection = (await connectionManager.getConnection({ type: 'write' })) as ClientBase;
	try {
		return await work(connection);
	} finally {
		connectionManager.releaseConnection(connection);
	}
}

/** pg's message when a migration changed what a named statement returns; it fails until the connection is closed. */
const STALE_PLAN = 'cached plan must not change result type';

async function run<Row extends object>(
	connection: ClientBase & { _invalid?: boolean },
	sql: Sql,
	query: QueryConfig,
): Promise<QueryResult<Row>> {
	try {
		return await traceWork(
			() => describeStatement(sql),
			() => connection.query<Row>(query),
		);
	} catch (error) {
		// Sequelize's pool replaces a connection with this mark.
		if (error instanceof Error && error.message === STALE_PLAN) connection._invalid = true;
		throw error;
	}
}

/** Returns the span of a statement: its text, which has the names of the values and not the values. */
function describeStatement(sql: Sql): TracedWork {
	const text = (typeof sql === 'string' ? sql : sql.markUnnamed).trim();
	return {
		kind: 'client',
		name: /^\w*/.exec(text)?.[0] || 'SQL',
		attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
		isOnlyPart: true,
	};
}

/** Matches `:name` parameters; literals, quoted names, comments and casts match without a name and stay unchanged. */
const TOKENS = /'(?:[^']|'')*'|"[^"]*"|--.*|::|:([a-z]\w*)/gi;
/** PostgreSQL keeps named statements until the connection closes, so those beyond this number stay unnamed. */
const MAX_NAMED = 400;

/** `name`: PostgreSQL parses a named statement once per connection, and may plan it only once. */
type Statement = { text: string; names: readonly string[]; name?: string };
const namedStatements = new Map<string, Statement>();

function prepare(sql: Sql): Statement {
	if (typeof sql !== 'string') return translate(sql.markUnnamed);
	const known = namedStatements.get(sql);
	if (known) return known;
	const statement = translate(sql);
	if (namedStatements.size >= MAX_NAMED) return statement;
	// The name is a hash of the text, so that it means the same statement in every process, even behind a
	// pooler that shares connections.
	statement.name = createHash('sha256').update(statement.text).digest('hex').slice(0, 32);
	namedStatements.set(sql, statement);
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

/**
 * Returns the connection of an open transaction. Throws an Error when it has ended. Sequelize's types lack
 * both properties.
 */
function getTransactionConnection(transaction: Transaction): ClientBase {
	const { connection, finished } = transaction as { connection?: ClientBase; finished?: string };
	if (!connection || finished) throw new Error('This transaction is not open.');
	return connection;
}
