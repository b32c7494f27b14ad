import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '~/domain/limits.ts';
import { type BackupSummary, saveBackup } from './save-backup.ts';

const BACKUP_HOUR_UTC = 3;
const NAME_PATTERN = /^townbell-\d{8}T\d{6}Z\.backup$/;

/** Returns the file name of a nightly backup made at `now`. The names sort by time. */
export function formatBackupName(now: Date): string {
	return `townbell-${now.toISOString().replace(/[-:]|\.\d+/g, '')}.backup`;
}

/** Returns whether no backup in `names` was made since the latest 03:00 UTC. */
export function isBackupDue(names: readonly string[], now: Date): boolean {
	const dueTime = new Date(now);
	dueTime.setUTCHours(BACKUP_HOUR_UTC, 0, 0, 0);
	if (dueTime > now) dueTime.setTime(dueTime.getTime() - DAY_MS);
	const dueName = formatBackupName(dueTime);
	return !names.some((name) => NAME_PATTERN.test(name) && name >= dueName);
}

/** Returns the files in `names` to delete: nightly backups before the latest `keepCount`, and partial files. */
export function listExpiredBackups(names: readonly string[], keepCount: number): string[] {
	const backups = names.filter((name) => NAME_PATTERN.test(name)).sort();
	const leftovers = names.filter(
		(name) => NAME_PATTERN.test(name.replace(/\.partial$/, '')) && !NAME_PATTERN.test(name),
	);
	return [...backups.slice(0, Math.max(0, backups.length - keepCount)), ...leftovers];
}

/**
 * Saves a backup of the database at `url` in `directory` when one is due, and deletes all nightly backups except the
 * latest `keepCount`. Returns its name and its number of tables and rows, or null when no backup was due.
 */
export async function saveNightlyBackup(
	url: string,
	directory: string,
	keepCount: number,
	now: Date,
): Promise<({ name: string } & BackupSummary) | null> {
	if (!isBackupDue(await readdir(directory), now)) return null;
	const name = formatBackupName(now);
	const summary = await saveBackup(url, join(directory, name), now);
	for (const expired of listExpiredBackups(await readdir(directory), keepCount))
		await rm(join(directory, expired));
	return { name, ...summary };
}
