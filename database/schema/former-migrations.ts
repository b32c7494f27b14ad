/** The name of the migration that creates the schema. */
export const SCHEMA_NAME = '0060-schema';

/** The migrations that the schema replaces. A database that has all of them has the same tables, functions and triggers. */
export const FORMER_MIGRATIONS: readonly string[] = `
	0001-people 0002-events 0003-groups 0004-site 0005-rate-limits 0006-image-times 0008-mirror-memory 0009-admin-lists
	0011-admin-tools 0012-interest-withdrawals 0013-credentials 0014-imports-and-templates 0015-declined-seats
	0016-signup-order 0017-organizer-names 0020-session-browsers 0021-announcements 0022-direct-messages
	0023-event-changes 0024-calendar 0025-last-write 0026-last-writes 0027-user-saved-at 0028-changed-declined-seats
	0029-fold-scripts 0030-series-start 0031-calendar-revisions 0032-site-changes 0033-cancel-reason 0034-places
	0035-enough-players 0036-part-of-an-event 0037-event-series 0038-undo 0039-attendance 0040-scripts
	0041-roll-call-messages 0042-script-votes 0043-rounds 0044-experience 0045-co-storytellers 0046-fold-punctuation
	0047-changed-names 0048-undo-end-of-series 0049-announce-later 0050-deleted-events 0051-lost-places 0052-places-due
	0053-departures 0054-places-by-status 0055-ended-offers 0056-undo-by-user 0057-fold-in-every-locale
	0058-thread-names 0059-moved-times 0060-readable-settings
`
	.trim()
	.split(/\s+/);

/** Returns `names` of applied migrations with the schema instead of those that it replaces, if all of these are there. */
export function replaceFormerMigrations(names: readonly string[]): string[] {
	const later = names.filter((name) => !FORMER_MIGRATIONS.includes(name));
	const isComplete = later.length + FORMER_MIGRATIONS.length === names.length;
	return isComplete ? [SCHEMA_NAME, ...later] : [...names];
}

/** Whether unknown migrations are of a version that is too old to be updated by this one. */
export const isTooOld = (unknown: readonly string[]): boolean =>
	unknown.some((name) => FORMER_MIGRATIONS.includes(name));
