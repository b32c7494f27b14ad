import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Sequelize, Transaction } from 'sequelize';
import { HOW_TO_UPDATE_OLD_DATABASE } from '~/domain/setup.ts';
import { withUnlimitedConnection } from '../connection.ts';
import { lockMigrations, migrateWithin, QUEUE_SCHEMA } from '../migrate.ts';
import { type Migration, migrations } from '../migrations/index.ts';
import { isTooOld, replaceFormerMigrations } from '../schema/former-migrations.ts';
import { queryRaw } from '../sql.ts';
import {
	BACKUP_VERSION,
	type EndLine,
	type HeaderLine,
	listTables,
	quoteIdentifier,
	setValueFormats,
	type Table,
	type TableLine,
} from './format.ts';

const BATCH_ROWS = 500;
const BATCH_CHARACTERS = 4_000_000;

export type RestoreSummary = {
	createdAt: string;
	rows: number /** `applied`: the migrations that are newer than the backup. */;
	applied: string[];
};

/**
 * Replaces all data in the database at `url` with the content of `file` ('-': standard input), in one transaction:
 * creates the backup's schema with our own migrations, inserts the rows, compares them with the row counts in the file,
 * and applies the newer migrations. Returns when the backup was made, its number of rows and the newer migrations. The
 * role only needs to own the tables. The queue's schema is dropped; the next start of the app creates it again.
 *
 * Throws an Error and changes nothing when another program is connected to the database, or when the file is not a
 * backup, is incomplete, or was made by a newer version of Townbell.
 */
export async function restoreBackup(url: string, file: string): Promise<RestoreSummary> {
	const source = file === '-' ? process.stdin : createReadStream(file);
	const lines = readLines(source.pipe(createGunzip()), source);
	try {
		const header = await readHeader(lines);
		const pastMigrations = choosePastMigrations(header);
		return await withUnlimitedConnection(url, (sequelize) =>
			sequelize.transaction(async (transaction) => {
				await lockMigrations(sequelize, transaction);
				await requireNoOtherConnection(transaction);
				await dropAllTables(transaction);
				const rows = await fillDatabase(sequelize, transaction, pastMigrations, lines);
				const applied = await migrateWithin(sequelize, transaction);
				await queryRaw(transaction, 'ANALYZE');
				return { createdAt: header.createdAt, rows, applied };
			}),
		);
	} catch (error) {
		const { message } = error instanceof Error ? error : { message: String(error) };
		throw new Error(`${message}\nNothing was changed.`, { cause: error });
	} finally {
		source.destroy();
	}
}

async function readHeader(lines: AsyncGenerator<string>): Promise<HeaderLine> {
	const first = await lines.next().catch((error: unknown) => {
		if (error instanceof BrokenFile) return { value: '' };
		throw error;
	});
	const header = parseHeader(first.value ?? '');
	if (!header) throw new Error('The file is not a backup of Townbell.');
	if (header.townbellBackup !== BACKUP_VERSION) {
		throw new Error(
			`The backup has the format ${header.townbellBackup}; this Townbell reads ${BACKUP_VERSION}.`,
		);
	}
	return header;
}

function parseHeader(line: string): HeaderLine | null {
	try {
		const header = JSON.parse(line) as Partial<HeaderLine> | null;
		return header?.townbellBackup && header.createdAt && Array.isArray(header.migrations)
			? (header as HeaderLine)
			: null;
	} catch {
		return null;
	}
}

/** Returns the migrations that the backup's database had. Throws an Error when one of them is unknown. */
function choosePastMigrations(header: HeaderLine): Migration[] {
	const names = replaceFormerMigrations(header.migrations);
	const known = migrations.filter(({ name }) => names.includes(name));
	const unknown = names.filter((name) => !known.some((migration) => migration.name === name));
	if (unknown.length > 0) {
		throw new Error(
			isTooOld(unknown)
				? HOW_TO_UPDATE_OLD_DATABASE
				: `The backup was made by a newer Townbell (${unknown.join(', ')}): restore it with that version.`,
		);
	}
	return known;
}

async function requireNoOtherConnection(transaction: Transaction): Promise<void> {
	// For connections of other roles, only the name of the role is readable. PostgreSQL's own processes have no role.
	const { rows } = await queryRaw(
		transaction,
		`SELECT coalesce(nullif(application_name, ''), usename) AS name, count(*)::int AS count FROM pg_stat_activity
		WHERE datname = current_database() AND pid <> pg_backend_pid() AND usename IS NOT NULL
		GROUP BY 1 ORDER BY 1`,
	);
	if (rows.length === 0) return;
	const names = (rows as { name: string; count: number }[]).map(({ name, count }) => `${name}: ${count}`);
	throw new Error(
		`Other programs are connected to this database (${names.join(', ')}). Stop Townbell and them first.`,
	);
}

/**
 * Drops the application's tables and functions and the queue's schema. It keeps the schema `public`, because
 * another role owns it on some servers.
 */
async function dropAllTables(transaction: Transaction): Promise<void> {
	await queryRaw(transaction, `DROP SCHEMA IF EXISTS ${QUEUE_SCHEMA} CASCADE`);
	const tables = await listTables(transaction);
	if (tables.length > 0) await queryRaw(transaction, `DROP TABLE ${formatTableNames(tables)} CASCADE`);
	const { rows } = await queryRaw(
		transaction,
		`SELECT string_agg(oid::regprocedure::text, ', ') AS routines FROM pg_proc p
		WHERE pronamespace = 'public'::regnamespace
			AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`,
	);
	const [{ routines }] = rows as [{ routines: string | null }];
	if (routines) await queryRaw(transaction, `DROP ROUTINE ${routines} CASCADE`);
}

/** Creates the tables with the migrations in `pastMigrations`, inserts the backup's rows, and returns their number. */
async function fillDatabase(
	sequelize: Sequelize,
	transaction: Transaction,
	pastMigrations: Migration[],
	lines: AsyncGenerator<string>,
): Promise<number> {
	await migrateWithin(sequelize, transaction, { migrations: pastMigrations });
	const tables = await listTables(transaction);
	// Without foreign keys the order of the tables does not matter; PostgreSQL checks the keys when they are added again.
	const foreignKeys = await listForeignKeys(transaction);
	for (const { table, name } of foreignKeys) {
		await queryRaw(transaction, `ALTER TABLE ${table} DROP CONSTRAINT ${quoteIdentifier(name)}`);
	}
	// Triggers would add rows that the backup does not have.
	for (const { name } of tables) {
		await queryRaw(transaction, `ALTER TABLE public.${quoteIdentifier(name)} DISABLE TRIGGER USER`);
	}
	// Migrations insert rows too, for example into schema_migrations.
	await queryRaw(transaction, `TRUNCATE ${formatTableNames(tables)}`);
	await setValueFormats(transaction);
	const { rows, sequences } = await loadRows(transaction, tables, lines);
	for (const { name } of tables) {
		await queryRaw(transaction, `ALTER TABLE public.${quoteIdentifier(name)} ENABLE TRIGGER USER`);
	}
	for (const { table, name, definition } of foreignKeys) {
		await queryRaw(transaction, `ALTER TABLE ${table} ADD CONSTRAINT ${quoteIdentifier(name)} ${definition}`);
	}
	for (const [name, value] of Object.entries(sequences)) {
		await queryRaw(transaction, 'SELECT setval($1::regclass, $2)', [
			`public.${quoteIdentifier(name)}`,
			value,
		]);
	}
	return checkCounts(transaction, tables, rows);
}

/** Inserts the rows of all tables. Returns the `EndLine`. Throws an Error when that line is missing. */
async function loadRows(
	transaction: Transaction,
	tables: Table[],
	lines: AsyncGenerator<string>,
): Promise<EndLine> {
	let insert = '';
	let batch: string[] = [];
	let characters = 0;
	const flush = async () => {
		if (batch.length > 0) await queryRaw(transaction, insert, [`[${batch.join(',')}]`]);
		batch = [];
		characters = 0;
	};
	for await (const line of lines) {
		if (line.startsWith('[')) {
			batch.push(line);
			characters += line.length;
			if (batch.length >= BATCH_ROWS || characters >= BATCH_CHARACTERS) await flush();
			continue;
		}
		await flush();
		const entry = JSON.parse(line) as TableLine | EndLine;
		if (!('table' in entry)) return entry;
		insert = buildInsert(tables, entry);
	}
	throw new Error('The backup is incomplete: its end is missing.');
}

function buildInsert(tables: Table[], { table, columns }: TableLine): string {
	const types = new Map(
		tables.find(({ name }) => name === table)?.columns.map(({ name, type }) => [name, type]),
	);
	const values = columns.map((column, index) => {
		const type = types.get(column);
		if (type === undefined) throw new Error(`The backup has a column that is not known: ${table}.${column}.`);
		return `(line ->> ${index})::${type}`;
	});
	return `INSERT INTO public.${quoteIdentifier(table)} (${columns.map(quoteIdentifier).join(', ')}) OVERRIDING SYSTEM VALUE
		SELECT ${values.join(', ')} FROM json_array_elements($1::json) AS line`;
}

async function checkCounts(
	transaction: Transaction,
	tables: Table[],
	expected: Record<string, number>,
): Promise<number> {
	let total = 0;
	for (const { name } of tables) {
		const { rows } = await queryRaw(
			transaction,
			`SELECT count(*)::int AS count FROM public.${quoteIdentifier(name)}`,
		);
		const [{ count }] = rows as [{ count: number }];
		if (count !== (expected[name] ?? 0)) {
			throw new Error(`The backup is damaged: ${name} has ${count} rows instead of ${expected[name] ?? 0}.`);
		}
		total += count;
	}
	return total;
}

type ForeignKey = { table: string; name: string; definition: string };

async function listForeignKeys(transaction: Transaction): Promise<ForeignKey[]> {
	const { rows } = await queryRaw(
		transaction,
		`SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition
		FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY 1, 2`,
	);
	return rows as ForeignKey[];
}

const formatTableNames = (tables: Table[]) =>
	tables.map(({ name }) => `public.${quoteIdentifier(name)}`).join(', ');

/** Thrown when the compressed file is damaged: it is not gzip, is incomplete, or was changed. */
class BrokenFile extends Error {}

/**
 * Yields the lines of `stream` without line endings and reads further only when the next line is requested. Throws
 * BrokenFile when the data cannot be decompressed, and rethrows any error of the `source` that feeds the stream.
 */
async function* readLines(stream: Readable, source: Readable): AsyncGenerator<string> {
	source.once('error', (error) => stream.destroy(error));
	stream.setEncoding('utf8');
	let parts: string[] = [];
	try {
		for await (const chunk of stream as AsyncIterable<string>) {
			const [first = '', ...others] = chunk.split('\n');
			parts.push(first);
			for (const next of others) {
				yield parts.join('');
				parts = [next];
			}
		}
	} catch (error) {
		const isZipError = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
		if (!isZipError) throw error;
		throw new BrokenFile('The backup is damaged or incomplete.', { cause: error });
	}
}
