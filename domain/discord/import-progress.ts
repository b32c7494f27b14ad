/** What the progress banner says at both ends (spec, section 4). */
export const PROGRESS_TEXTS = { running: 'Importing event...', done: 'Import completed!' } as const;

/** A run that has not moved for so long was cut short: its process is gone. */
export const IMPORT_RUN_SECONDS = 60;

const ASKED = 5;
const READ = 85;
/** The people are there; the picture comes, then everything is written at once. */
export const PROGRESS_WRITING = 92;

/**
 * The percentage of an import that has read `read` of about `expected` people: Discord's own count, which may be
 * behind. Never 100: that is for what is committed.
 */
export function progressOf(read: number, expected: number): number {
	const share = expected > 0 ? Math.min(read / expected, 1) : 1;
	return Math.round(ASKED + share * (READ - ASKED));
}
