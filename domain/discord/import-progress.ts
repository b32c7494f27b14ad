/** The texts of the progress banner while an import runs and after it has finished (spec, section 4). */
export const PROGRESS_TEXTS = { running: 'Importing event...', done: 'Import completed!' } as const;

/** A run without progress for this many seconds is considered interrupted: its process has ended. */
export const IMPORT_RUN_SECONDS = 60;

const ASKED = 5;
const READ = 85;
/** The percentage once all members and the picture are read. */
const WRITING = 92;
const WRITTEN = 99;

/**
 * Returns the percentage of an import that has read `read` of about `expected` members. `expected` is
 * Discord's own count, which may be outdated. The result is never 100, because that means that the import is
 * committed.
 */
export function progressOf(read: number, expected: number): number {
	const share = expected > 0 ? Math.min(read / expected, 1) : 1;
	return Math.round(ASKED + share * (READ - ASKED));
}

/** Returns the percentage of an import that has written `written` of its `total` members: 92 to 99. */
export function progressOfWriting(written: number, total: number): number {
	const share = total > 0 ? Math.min(written / total, 1) : 0;
	return Math.round(WRITING + share * (WRITTEN - WRITING));
}
