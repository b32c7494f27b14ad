export { exportEvents, exportSignups } from './export-csv.ts';
export { listAllEvents, listAllSignups, listAllUsers, matchEventIds, matchSignupIds } from './list-all.ts';
export { listAudit, listAuditChanges, listOwnChanges } from './list-audit.ts';
export {
	type FailedAnnouncement,
	listFailedAnnouncements,
	listMirrors,
	retryListedMirror,
} from './list-mirrors.ts';
export * as testEnvironment from './manage-test-environment.ts';
export { hasTestEnvironment, readTestStatus, requireTestEnvironment } from './manage-test-environment.ts';
export {
	type AuditChoices,
	readAuditChoices,
	readCounts,
	readRecent,
	readStatistics,
	readStats,
} from './queries.ts';
export { listDiscordChannels, readAnnouncementForm } from './read-announcement-form.ts';
export { type Health, readHealth } from './read-health.ts';
export { buildInviteUrl, readFact, readPreflight, readPreflightFacts } from './read-preflight.ts';
export {
	readSettings,
	readSettingsCard,
	readSiteSettings,
	type SettingsOnCard,
	saveAnnouncementSettings,
	saveSettings,
	setSetting,
} from './save-settings.ts';
export { deleteOldUndos, findOwnUndo, undoChange } from './undo-change.ts';
