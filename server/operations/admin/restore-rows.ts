import type { Transaction } from 'sequelize';
import { execute, markUnnamed, rows, selectColumn } from '~/database/sql.ts';
import { getRowKey, type KeptChange, type KeptRow, type NetChange, UNDO_TABLES } from '~/domain/undo.ts';
import { lockEvents } from '../kernel/lock-event.ts';

/** The rows of an undo: as they were kept, as they are, and put back (decision 0071). */

/** Returns the kept changes of these undos, in the order in which they were made. */
export const selectKept = (ids: readonly string[], transaction: Transaction): Promise<KeptChange[]> =>
	rows<KeptChange>(
		`SELECT table_name AS "table", before, after FROM undo_rows WHERE undo_id = ANY(:ids::bigint[]) ORDER BY id`,
		{ ids },
		transaction,
	);

/** The columns of kept rows that refer to a user. */
const USER_COLUMNS = ['user_id', 'user_a', 'user_b', 'creator_id', 'storyteller_id'];

/**
 * Locks what kept rows belong to until the transaction ends, in the order of every other operation: series, events, polls, users,
 * each by id. The rows themselves are locked later.
 */
export async function lockKept(kept: readonly KeptChange[], transaction: Transaction): Promise<void> {
	const listIds = (table: string, columns: readonly string[]) =>
		kept.flatMap(({ table: own, before, after }) =>
			[before, after].flatMap((row) =>
				(own === table ? ['id'] : columns).flatMap((column) => (row?.[column] ? [String(row[column])] : [])),
			),
		);
	const lockRows = (table: string, columns: readonly string[], mode = 'UPDATE') =>
		execute(
			`SELECT FROM ${table} WHERE id = ANY(:ids::bigint[]) ORDER BY id FOR ${mode}`,
			{ ids: listIds(table, columns) },
			transaction,
		);
	await lockRows('event_series', ['series_id']);
	await lockEvents('e.id = ANY(:ids::bigint[])', { ids: listIds('events', ['event_id']) }, transaction);
	await lockRows('polls', ['poll_id']);
	await lockRows('users', USER_COLUMNS, 'KEY SHARE');
}

/** Returns kept changes without the columns that a table has lost since its row was kept. */
export async function withExistingColumns(
	kept: readonly KeptChange[],
	transaction: Transaction,
): Promise<KeptChange[]> {
	const found = await rows<{ table: string; columns: string[] }>(
		`SELECT table_name AS "table", array_agg(column_name::text) AS columns FROM information_schema.columns
		WHERE table_schema = current_schema() AND table_name = ANY(:tables::text[]) GROUP BY table_name`,
		{ tables: [...new Set(kept.map(({ table }) => table))] },
		transaction,
	);
	const columnsOf = new Map(found.map(({ table, columns }) => [table, new Set(columns)]));
	const clean = (table: string, row: KeptRow | null): KeptRow | null =>
		row && Object.fromEntries(Object.entries(row).filter(([column]) => columnsOf.get(table)?.has(column)));
	return kept.map(({ table, before, after }) => ({
		table,
		before: clean(table, before),
		after: clean(table, after),
	}));
}

/** Returns changes that put back an event whose series has ended since without it. */
export async function withExistingSeries(
	changes: NetChange[],
	transaction: Transaction,
): Promise<NetChange[]> {
	const ids = changes.flatMap(({ before }) => (before?.series_id ? [String(before.series_id)] : []));
	if (ids.length === 0) return changes;
	const found = await selectColumn(
		'SELECT id::text FROM event_series WHERE id = ANY(:ids::bigint[]) ORDER BY id FOR KEY SHARE',
		{ ids },
		transaction,
	);
	const existing = new Set(found);
	return changes.map((change) => {
		const { before, after } = change;
		if (after || !before?.series_id || existing.has(String(before.series_id))) return change;
		return { ...change, before: { ...before, series_id: null } };
	});
}

const quote = (column: string) => `"${column.replaceAll('"', '""')}"`;
const getTable = (table: string) => UNDO_TABLES[table] ?? { key: [] };
/** SQL for a kept row `k.row` as a row of the table. */
const populate = (table: string) => `jsonb_populate_record(NULL::${table}, k.row)`;
const matchKey = (table: string, row: string) =>
	getTable(table)
		.key.map((column) => `t.${quote(column)} = ${row}.${quote(column)}`)
		.join(' AND ');

/** Returns the current rows of a table by their keys, locked in the order of the keys until the transaction ends. */
export async function selectCurrent(table: string, kept: readonly KeptRow[], transaction: Transaction) {
	const found = await selectColumn<KeptRow>(
		markUnnamed(`SELECT to_jsonb(t) FROM jsonb_array_elements(:kept::jsonb) AS k(row)
			CROSS JOIN LATERAL ${populate(table)} AS n JOIN ${table} t ON ${matchKey(table, 'n')}
			ORDER BY ${getTable(table).key.map((column) => `t.${quote(column)}`)} FOR UPDATE OF t`),
		{ kept: JSON.stringify(kept) },
		transaction,
	);
	return new Map(found.map((row) => [getRowKey(table, row), row]));
}

/** Returns the changes of each table, in the order of the references. */
export const groupByTable = (changes: readonly NetChange[]) =>
	Object.keys(UNDO_TABLES).flatMap((table) => {
		const own = changes.filter((change) => change.table === table);
		return own.length === 0 ? [] : [{ table, own }];
	});

/**
 * Puts back rows in a transaction that has locked them: deletes those that the action created, then changes and creates the
 * others, so that every reference exists. Throws what PostgreSQL throws, such as a unique violation.
 */
export async function putBack(changes: readonly NetChange[], transaction: Transaction): Promise<void> {
	const tables = groupByTable(changes);
	for (const { table, own } of tables.toReversed()) {
		const created = own.flatMap(({ before, after }) => (!before && after ? [after] : []));
		await executeWithRows(
			`DELETE FROM ${table} t USING jsonb_array_elements(:kept::jsonb) AS k(row) CROSS JOIN LATERAL ${populate(table)} AS n
			WHERE ${matchKey(table, 'n')}`,
			created,
			transaction,
		);
	}
	for (const { table, own } of tables) {
		await updateRows(table, own, transaction);
		const deleted = own.flatMap(({ before, after }) => (before && !after ? [before] : []));
		await insertRows(table, deleted, transaction);
	}
	// Open groups panels must see that their board is an older one.
	await execute(
		'UPDATE events SET groups_version = groups_version + 1 WHERE id = ANY(:ids::bigint[])',
		{ ids: listBoardEvents(changes) },
		transaction,
	);
	// Triggers of one table may have changed a row of another one after it was put back.
	for (const { table, own } of tables)
		await updateRows(
			table,
			own.filter(({ before }) => before),
			transaction,
			true,
		);
}

/** Creates rows; a column that the table has got since a row was kept has its default. */
async function insertRows(
	table: string,
	deleted: readonly KeptRow[],
	transaction: Transaction,
): Promise<void> {
	const listColumns = (row: KeptRow) => Object.keys(row).map(quote).join(', ');
	// Rows of an action and of later ones can be of two versions of the table.
	for (const columns of new Set(deleted.map(listColumns)))
		await executeWithRows(
			`INSERT INTO ${table} (${columns}) SELECT ${columns} FROM (
				SELECT n.*, k.place AS kept_place FROM jsonb_array_elements(:kept::jsonb) WITH ORDINALITY AS k(row, place)
				CROSS JOIN LATERAL ${populate(table)} AS n) n ORDER BY kept_place ${table === 'event_notices' ? 'ON CONFLICT DO NOTHING' : ''}`,
			deleted.filter((row) => listColumns(row) === columns),
			transaction,
		);
}

/** Returns the events whose groups are put back, without those that are put back themselves. */
function listBoardEvents(changes: readonly NetChange[]): string[] {
	const restored = new Set(changes.flatMap(({ table, before }) => (table === 'events' ? [before?.id] : [])));
	return changes.flatMap(({ table, before, after }) => {
		const eventId = (before ?? after)?.event_id;
		return table === 'groups' && !restored.has(eventId) ? [String(eventId)] : [];
	});
}

/** Sets the changed columns of rows; with `all` every column of those that were deleted. */
async function updateRows(table: string, own: readonly NetChange[], transaction: Transaction, all = false) {
	const patched = own.flatMap(({ before, after, columns }) => {
		if (!before || (!after && !all)) return [];
		const key = Object.fromEntries(getTable(table).key.map((column) => [column, before[column]]));
		const patch = Object.fromEntries(columns.map((column) => [column, before[column]]));
		return [after ? { ...key, ...patch } : before];
	});
	const columns = [...new Set(patched.flatMap((row) => Object.keys(row)))].map(quote);
	if (columns.length === 0) return;
	await executeWithRows(
		`UPDATE ${table} t SET (${columns.join(', ')}) = (SELECT ${columns.map((column) => `p.${column}`).join(', ')}
			FROM jsonb_populate_record(NULL::${table}, to_jsonb(t) || k.row) AS p)
		FROM jsonb_array_elements(:kept::jsonb) AS k(row) CROSS JOIN LATERAL ${populate(table)} AS n
		WHERE ${matchKey(table, 'n')} AND NOT to_jsonb(t) @> k.row`,
		patched,
		transaction,
	);
	const { own: growing = [] } = getTable(table);
	if (all || !growing.includes('version')) return;
	await executeWithRows(
		`UPDATE ${table} t SET version = t.version + 1 FROM jsonb_array_elements(:kept::jsonb) AS k(row)
		CROSS JOIN LATERAL ${populate(table)} AS n WHERE ${matchKey(table, 'n')}`,
		patched,
		transaction,
	);
}

async function executeWithRows(
	sql: string,
	kept: readonly KeptRow[],
	transaction: Transaction,
): Promise<void> {
	if (kept.length > 0) await execute(markUnnamed(sql), { kept: JSON.stringify(kept) }, transaction);
}
