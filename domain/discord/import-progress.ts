/** What the progress banner says at both ends (spec, section 4). */
export const PROGRESS_TEXTS = { running: 'Importing event...', done: 'Import completed!' } as const;

/** A run that has not moved for so long was cut short: its process is gone. */
export const IMPORT_RUN_SECONDS = 60;

const ASKED = 5;
const READ = 85;
/** All people are read, and so is the picture. */
const WRITING = 92;
const WRITTEN = 99;

/**
 * The percentage of an import that has read `read` of about `expected` people: Discord's own count, which may be
 * behind. Never 100: that is for what is committed.
 */
export function progressOf(read: number, expected: number): number {
	const share = expected > 0 ? Math.min(read / expected, 1) : 1;
	return Math.round(ASKED + share * (READ - ASKED));
}

/** Returns the percentage of an import that has written `written` of its `total` people: 92 to 99. */
export function progressOfWriting(written: number, total: number): number {
	const share = total > 0 ? Math.min(written / total, 1) : 0;
	return Math.round(WRITING + share * (WRITTEN - WRITING));
}
