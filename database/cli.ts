import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { saveNightlyBackup } from './backup/nightly.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { saveBackup } from './backup/save-backup.ts';
import { runCommand, withDatabase, withDatabaseUrl } from './command-line.ts';
import { migrate, rollback } from './migrate.ts';

const USAGE = `Usage:
  npm run db:migrate
  npm run db:rollback [-- <name of the first migration to revert>]
  npm run db:backup -- FILE
  npm run db:restore -- FILE
In the container: node build/server/database.js migrate | rollback | backup | restore | backup-nightly DIRECTORY [KEEP].
FILE may be - for standard output or input.`;

/** How often the nightly backup checks whether one is due, also after a failure, in milliseconds. */
const NIGHTLY_CHECK_MS = 600_000;
const NIGHTLY_KEEP_COUNT = 14;

const COMMANDS: Record<string, (...values: string[]) => Promise<void>> = {
	migrate: () =>
		withDatabase(async (sequelize) => {
			const names = await migrate(sequelize);
			console.log(names.length ? `Applied: ${names.join(', ')}` : 'The database is up to date.');
		}),
	rollback: (to) =>
		withDatabase(async (sequelize) => {
			const names = await rollback(sequelize, to === undefined ? {} : { to });
			console.log(names.length ? `Reverted: ${names.join(', ')}` : 'Nothing to revert.');
		}),
	backup: (file) =>
		withDatabaseUrl(async (url) => {
			const { tables, rows } = await saveBackup(url, requireFile(file), new Date());
			// Standard output may be the backup itself.
			console.error(`Saved ${tables} tables with ${rows} rows.`);
		}),
	restore: (file) =>
		withDatabaseUrl(async (url) => {
			const { createdAt, rows, applied } = await restoreBackup(url, requireFile(file));
			const migrated = applied.length ? ` Applied since: ${applied.join(', ')}.` : '';
			console.log(`Restored the backup of ${createdAt} with ${rows} rows.${migrated}`);
		}),
	'backup-nightly': (directory, keepCount = String(NIGHTLY_KEEP_COUNT)) =>
		withDatabaseUrl((url) => runNightlyBackups(url, requireFile(directory), Number.parseInt(keepCount, 10))),
};

runCommand(async () => {
	// Otherwise a backup from a new terminal would hold the demo's data.
	if (existsSync('.env')) process.loadEnvFile('.env');
	const [name = '', ...values] = process.argv.slice(2);
	const command = COMMANDS[name];
	if (!command) throw new Error(USAGE);
	await command(...values);
});

function requireFile(path: string | undefined): string {
	if (!path) throw new Error(USAGE);
	return path;
}

async function runNightlyBackups(url: string, directory: string, keepCount: number): Promise<void> {
	if (!(keepCount >= 1)) throw new Error(USAGE);
	for (;;) {
		try {
			const backup = await saveNightlyBackup(url, directory, keepCount, new Date());
			if (backup) console.log(`Saved ${backup.tables} tables with ${backup.rows} rows in ${backup.name}.`);
		} catch (error) {
			console.error(`The nightly backup failed: ${error instanceof Error ? error.message : error}`);
		}
		await sleep(NIGHTLY_CHECK_MS);
	}
}
