import type { Transaction } from 'sequelize';
import { queryRaw } from '../sql.ts';

/**
 * The format of a backup file: gzip, with one JSON value per line. The first line is the header. Each table
 * follows as its `TableLine` and one line per row (an array of the values as PostgreSQL writes them, or
 * null). The last line is the `EndLine`.
 */
export type HeaderLine = { townbellBackup: number; createdAt: string; migrations: string[] };
export type TableLine = { table: string; columns: string[] };
/** `rows`: the number of rows by table. `sequences`: the last value by sequence; unused sequences are left out. */
export type EndLine = { rows: Record<string, number>; sequences: Record<string, string> };

/** The version of the backup format; a restore rejects every other version. */
export const BACKUP_VERSION = 1;

export type Table = { name: string; columns: { name: string; type: string }[] };

/**
 * Returns the application's tables in the schema `public`, sorted by name, with the columns that hold data.
 * Tables of extensions and generated columns are left out.
 */
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

/** Sets one fixed format for reading and writing values until the transaction ends. */
export async function setValueFormats(transaction: Transaction): Promise<void> {
	await queryRaw(
		transaction,
		`SET LOCAL timezone = 'UTC'; SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL intervalstyle = 'postgres';
		SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex'`,
	);
}

/** Returns `name` quoted as an SQL identifier. */
export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;
