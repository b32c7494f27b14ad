/** The texts of the progress banner while an import runs and after it has finished (spec, section 4). */
export const PROGRESS_TEXTS = { running: 'Importing event...', done: 'Import completed!' } as const;

/** A run without progress for this many seconds is considered interrupted: its process has ended. */
export const IMPORT_RUN_SECONDS = 60;

const LIST_REQUESTED_PERCENT = 5;
const READ_PERCENT = 85;
/** The percentage once all members and the picture are read. */
const WRITE_START_PERCENT = 92;
const WRITE_END_PERCENT = 99;

/**
 * Returns the percentage of an import that has read `read` of about `expected` members. `expected` is
 * Discord's own count, which may be outdated. The result is never 100, because that means that the import is
 * committed.
 */
export function computeReadProgress(read: number, expected: number): number {
	const share = expected > 0 ? Math.min(read / expected, 1) : 1;
	return Math.round(LIST_REQUESTED_PERCENT + share * (READ_PERCENT - LIST_REQUESTED_PERCENT));
}

/** Returns the percentage of an import that has written `written` of its `total` members: 92 to 99. */
export function computeWriteProgress(written: number, total: number): number {
	const share = total > 0 ? Math.min(written / total, 1) : 0;
	return Math.round(WRITE_START_PERCENT + share * (WRITE_END_PERCENT - WRITE_START_PERCENT));
}
