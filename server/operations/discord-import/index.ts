export {
	importDiscordEvent,
	listImportable,
	readImportable,
	readImportRun,
	startDiscordImport,
} from './discord-import.ts';
export { deleteExpiredRuns } from './runs.ts';
