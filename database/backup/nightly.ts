import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type BackupSummary, saveBackup } from './save-backup.ts';

const HOUR_UTC = 3;
const DAY_MS = 86_400_000;
const NAME = /^townbell-\d{8}T\d{6}Z\.backup$/;

/** Returns the file name of a nightly backup made at `now`. The names sort by time. */
export function nameBackup(now: Date): string {
	return `townbell-${now.toISOString().replace(/[-:]|\.\d+/g, '')}.backup`;
}

/** Returns whether no backup in `names` was made since the latest 03:00 UTC. */
export function isBackupDue(names: readonly string[], now: Date): boolean {
	const night = new Date(now);
	night.setUTCHours(HOUR_UTC, 0, 0, 0);
	if (night > now) night.setTime(night.getTime() - DAY_MS);
	const due = nameBackup(night);
	return !names.some((name) => NAME.test(name) && name >= due);
}

/**
 * Returns the files in `names` to delete: all but the latest `keep` nightly backups, and the partial files of
 * interrupted backups.
 */
export function listExpiredBackups(names: readonly string[], keep: number): string[] {
	const backups = names.filter((name) => NAME.test(name)).sort();
	const leftovers = names.filter((name) => NAME.test(name.replace(/\.partial$/, '')) && !NAME.test(name));
	return [...backups.slice(0, Math.max(0, backups.length - keep)), ...leftovers];
}

/**
 * Saves a backup of the database at `url` in `directory` when one is due, and deletes all nightly backups
 * except the latest `keep`. Returns its name and its number of tables and rows, or null when no backup was
 * due.
 */
export async function saveNightlyBackup(
	url: string,
	directory: string,
	keep: number,
	now: Date,
): Promise<({ name: string } & BackupSummary) | null> {
	if (!isBackupDue(await readdir(directory), now)) return null;
	const name = nameBackup(now);
	const summary = await saveBackup(url, join(directory, name), now);
	for (const expired of listExpiredBackups(await readdir(directory), keep))
		await rm(join(directory, expired));
	return { name, ...summary };
}
