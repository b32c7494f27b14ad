import type { Transaction } from 'sequelize';
import { queryRaw } from '../sql.ts';

/**
 * A backup file is gzip, inside it one JSON value a line: the header, then for each table its `TableLine` and a line
 * for each row (its values as PostgreSQL writes them, or null), and last the `EndLine`.
 */
export type HeaderLine = { townbellBackup: number; createdAt: string; migrations: string[] };
export type TableLine = { table: string; columns: string[] };
/** `rows`: their number by table. `sequences`: the last value by sequence; those never used are left out. */
export type EndLine = { rows: Record<string, number>; sequences: Record<string, string> };

/** The version of the format; a restore refuses any other. */
export const BACKUP_VERSION = 1;

export type Table = { name: string; columns: { name: string; type: string }[] };

/** Lists our tables in the schema `public` with the columns that hold data; tables of extensions are left out. */
export async function listTables(transaction: Transaction): Promise<Table[]> {
	const { rows } = await queryRaw(
		transaction,
		`SELECT c.relname AS name, json_agg(json_build_object(
			'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) ORDER BY a.attnum) AS columns
		FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
		WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
			AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
			AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
		GROUP BY c.relname ORDER BY c.relname`,
	);
	return rows as Table[];
}

/** Has PostgreSQL write and read values in one way, whatever the server's settings are, until the transaction ends. */
export async function fixValueFormats(transaction: Transaction): Promise<void> {
	await queryRaw(
		transaction,
		`SET LOCAL timezone = 'UTC'; SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL intervalstyle = 'postgres';
		SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex'`,
	);
}

/** Returns `name` as an identifier of SQL. */
export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
