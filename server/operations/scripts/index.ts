export {
	addScript,
	deleteScript,
	listScripts,
	readLibrary,
	requireScripts,
	SCRIPT_CHOICES,
	USED_SCRIPTS,
} from './scripts.ts';
export { askForScripts, readScriptQuestion, saveScriptVotes } from './votes.ts';
