import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Sequelize, Transaction } from 'sequelize';
import { withUnlimitedConnection } from '../connection.ts';
import { listAppliedMigrations } from '../migrate.ts';
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

export type BackupSummary = { tables: number; rows: number };

/**
 * Writes all of the application's tables in the database at `url` to `file` ('-': standard output), as one
 * consistent snapshot; the app may keep running. Returns the number of tables and rows. Rows are streamed, so
 * memory use stays constant. The file gets its name only when it is complete. The queue's jobs are left out,
 * because the app creates them again when it starts (docs/decisions/0033). `now` is written into the header.
 *
 * Throws an Error when the database does not contain Townbell.
 */
export async function saveBackup(url: string, file: string, now: Date): Promise<BackupSummary> {
	const summary = { tables: 0, rows: 0 };
	await withUnlimitedConnection(url, (sequelize) =>
		sequelize.transaction(
			{ isolationLevel: Transaction.ISOLATION_LEVELS.REPEATABLE_READ },
			async (transaction) => {
				const migrations = await readMigrations(sequelize, transaction);
				const header = { townbellBackup: BACKUP_VERSION, createdAt: now.toISOString(), migrations };
				await writeBackupFile(readAllTables(transaction, header, summary), file);
			},
		),
	);
	return summary;
}

async function readMigrations(sequelize: Sequelize, transaction: Transaction): Promise<string[]> {
	const migrations = await listAppliedMigrations(sequelize, transaction);
	if (migrations.length === 0)
		throw new Error('This database does not contain Townbell, so there is nothing to back up.');
	return migrations;
}

async function writeBackupFile(lines: AsyncGenerator<string>, file: string): Promise<void> {
	const source = Readable.from(lines);
	if (file === '-') return pipeline(source, createGzip(), process.stdout, { end: false });
	const partial = `${file}.partial`;
	// What an earlier run has left, or another account has put there: a link would lead the data elsewhere, and an
	// existing file keeps its mode.
	await rm(partial, { force: true });
	try {
		// The file contains personal data, so only its owner may read it. `flush` writes it to the disk before it
		// is renamed.
		await pipeline(source, createGzip(), createPrivateFile(partial));
		await rename(partial, file);
	} catch (error) {
		await rm(partial, { force: true });
		throw error;
	}
}

/** Opens a new file for writing. Throws when the name is taken. */
const createPrivateFile = (path: string) =>
	createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });

async function* readAllTables(
	transaction: Transaction,
	header: HeaderLine,
	summary: BackupSummary,
): AsyncGenerator<string> {
	await setValueFormats(transaction);
	yield formatLine(header);
	const endLine: EndLine = { rows: {}, sequences: {} };
	for (const table of await listTables(transaction)) {
		yield formatLine({
			table: table.name,
			columns: table.columns.map(({ name }) => name),
		} satisfies TableLine);
		let count = 0;
		for await (const lines of readRows(transaction, table)) {
			count += lines.length;
			yield `${lines.join('\n')}\n`;
		}
		endLine.rows[table.name] = count;
		summary.tables += 1;
		summary.rows += count;
	}
	// Sequences are not part of the snapshot. Reading them last ensures that no row in the file has a higher id.
	endLine.sequences = await readSequences(transaction);
	yield formatLine(endLine);
}

/** The tables whose rows belong to one database server. */
export const UNSAVED_TABLES: readonly string[] = [
	'event_changes',
	'event_revisions',
	'revision_epochs',
	'last_writes',
];

async function* readRows(transaction: Transaction, { name, columns }: Table): AsyncGenerator<string[]> {
	// Transaction IDs, revisions and positions in the log mean nothing in another database.
	if (UNSAVED_TABLES.includes(name)) return;
	const values = columns.map((column) => `${quoteIdentifier(column.name)}::text`).join(', ');
	// A single picture can have several megabytes, so these rows are read one at a time.
	const batchSize = columns.some(({ type }) => type === 'bytea') ? 1 : BATCH_ROWS;
	await queryRaw(
		transaction,
		`DECLARE backup_rows NO SCROLL CURSOR FOR
			SELECT to_json(ARRAY[${values}])::text AS line FROM public.${quoteIdentifier(name)}`,
	);
	for (;;) {
		const { rows } = await queryRaw(transaction, `FETCH ${batchSize} FROM backup_rows`);
		if (rows.length === 0) break;
		yield (rows as { line: string }[]).map(({ line }) => line);
	}
	await queryRaw(transaction, 'CLOSE backup_rows');
}

async function readSequences(transaction: Transaction): Promise<Record<string, string>> {
	const { rows } = await queryRaw(
		transaction,
		`SELECT sequencename AS name, last_value::text AS value FROM pg_sequences
		WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY sequencename`,
	);
	return Object.fromEntries(
		(rows as { name: string; value: string }[]).map(({ name, value }) => [name, value]),
	);
}

const formatLine = (line: HeaderLine | TableLine | EndLine): string => `${JSON.stringify(line)}\n`;
