export {
	importDiscordEvent,
	listImportable,
	readImportable,
	readImportRun,
	startDiscordImport,
} from './import-discord-event.ts';
export { deleteExpiredRuns } from './save-run.ts';
