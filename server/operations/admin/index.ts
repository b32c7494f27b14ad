export { listDiscordChannels, readAnnouncementForm } from './announcement-settings.ts';
export {
	type AuditChoices,
	listAudit,
	listAuditChanges,
	listOwnChanges,
	readAuditChoices,
} from './audit-trail.ts';
export { exportEvents, exportSignups } from './csv-export.ts';
export { type Health, readHealth } from './health.ts';
export { listAllEvents, listAllSignups, listAllUsers, matchEventIds, matchSignupIds } from './lists.ts';
export {
	type FailedAnnouncement,
	listFailedAnnouncements,
	listMirrors,
	retryListedMirror,
} from './mirror-list.ts';
export { buildInviteUrl, readFact, readPreflight, readPreflightFacts } from './preflight.ts';
export {
	readSettings,
	readSettingsCard,
	readSiteSettings,
	saveAnnouncementSettings,
	saveSettings,
	setSetting,
} from './settings.ts';
export { readStatistics } from './statistics.ts';
export { readRecent, readStats, readTotals } from './stats.ts';
export * as testEnvironment from './test-environment.ts';
export { hasTestEnvironment, readTestStatus, requireTestEnvironment } from './test-environment.ts';
export { deleteOldUndos, findOwnUndo, undoChange } from './undo.ts';
