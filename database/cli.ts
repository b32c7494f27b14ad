import { setTimeout as sleep } from 'node:timers/promises';
import { saveNightlyBackup } from './backup/nightly.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { saveBackup } from './backup/save-backup.ts';
import { onDatabase, runCommand, withDatabaseUrl } from './command-line.ts';
import { migrate, rollback } from './migrate.ts';

const USAGE = `Usage:
  npm run db:migrate
  npm run db:rollback [-- <name of the migration to go back before, or 0 for all>]
  npm run db:backup -- FILE
  npm run db:restore -- FILE
In the container: node build/server/database.js migrate | rollback | backup | restore | backup-nightly DIRECTORY [KEEP].
FILE may be - for standard output or input.`;

/**
 * How often the nightly backup checks whether a backup is due, in milliseconds. A failed backup is retried at
 * the next check.
 */
const NIGHTLY_LOOK_MS = 600_000;
const NIGHTLY_KEEP = 14;

const COMMANDS: Record<string, (...values: string[]) => Promise<void>> = {
	migrate: () =>
		onDatabase(async (sequelize) => {
			const names = await migrate(sequelize);
			console.log(names.length ? `Applied: ${names.join(', ')}` : 'The database is up to date.');
		}),
	rollback: (to) =>
		onDatabase(async (sequelize) => {
			const names = await rollback(sequelize, to === undefined ? {} : { to: to === '0' ? 0 : to });
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
	'backup-nightly': (directory, keep = String(NIGHTLY_KEEP)) =>
		withDatabaseUrl((url) => keepNightlyBackups(url, requireFile(directory), Number.parseInt(keep, 10))),
};

runCommand(async () => {
	const [name = '', ...values] = process.argv.slice(2);
	const command = COMMANDS[name];
	if (!command) throw new Error(USAGE);
	await command(...values);
});

function requireFile(path: string | undefined): string {
	if (!path) throw new Error(USAGE);
	return path;
}

async function keepNightlyBackups(url: string, directory: string, keep: number): Promise<void> {
	if (!(keep >= 1)) throw new Error(USAGE);
	for (;;) {
		try {
			const made = await saveNightlyBackup(url, directory, keep, new Date());
			if (made) console.log(`Saved ${made.tables} tables with ${made.rows} rows in ${made.name}.`);
		} catch (error) {
			console.error(`The nightly backup failed: ${error instanceof Error ? error.message : error}`);
		}
		await sleep(NIGHTLY_LOOK_MS);
	}
}
