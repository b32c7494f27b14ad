import type { Transaction } from 'sequelize';
import { execute, insertMany, markUnnamed, one, rows } from '../database/sql.ts';

/** Columns in camel case, with their values. */
type Values = Readonly<Record<string, unknown>>;

/**
 * Returns functions that insert, read and change rows of a table without a model, for seeds and tests. Columns are in camel
 * case. `where` has the values of the rows that are meant: a list means one of its values; `{}` means all rows.
 */
export function rowsOf<Row extends object = { id: string } & Record<string, unknown>>(table: string) {
	const select = (where: Values) =>
		markUnnamed(`SELECT * FROM ${table} ${buildCondition(where)} ORDER BY ${table}`);
	const insertAll = async (all: readonly Values[], transaction?: Transaction): Promise<Row[]> => {
		const saved = all.map((values) => renameKeys(values, toColumn));
		return (await insertMany(table, saved, transaction, '*')).map((row) => toRow<Row>(row));
	};
	return {
		/** Returns the inserted rows, which all have the same columns. Columns that are left out get their defaults. */
		insertAll,
		async insert(values: Values, transaction?: Transaction): Promise<Row> {
			const [row] = await insertAll([values], transaction);
			return row as Row;
		},
		/** Returns the rows in the order of their columns from the first on. */
		list: async (where: Values = {}): Promise<Row[]> =>
			(await rows(select(where), where)).map((row) => toRow<Row>(row)),
		async find(where: Values = {}): Promise<Row | null> {
			const row = await one(select(where), where);
			return row && toRow<Row>(row);
		},
		count: (where: Values = {}): Promise<number> => execute(select(where), where),
		update(values: Values, where: Values = {}, transaction?: Transaction): Promise<number> {
			const changes = Object.keys(values).map((name) => `${toColumn(name)} = :new_${name}`);
			const binds = { ...where, ...renameKeys(values, (name) => `new_${name}`) };
			const sql = `UPDATE ${table} SET ${changes.join()} ${buildCondition(where)}`;
			return execute(markUnnamed(sql), binds, transaction);
		},
		delete: (where: Values = {}): Promise<number> =>
			execute(markUnnamed(`DELETE FROM ${table} ${buildCondition(where)}`), where),
	};
}

function buildCondition(where: Values): string {
	const conditions = Object.entries(where).map(
		([name, value]) =>
			`${toColumn(name)} ${Array.isArray(value) ? `= ANY(:${name})` : `IS NOT DISTINCT FROM :${name}`}`,
	);
	return `WHERE ${['true', ...conditions].join(' AND ')}`;
}

const toColumn = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const toRow = <Row>(row: object) =>
	renameKeys(row, (column) =>
		column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
	) as Row;

const renameKeys = (values: object, rename: (key: string) => string) =>
	Object.fromEntries(Object.entries(values).map(([key, value]) => [rename(key), value]));
