export {
	addScript,
	deleteScript,
	listScripts,
	readLibrary,
	requireScripts,
	SCRIPT_CHOICES,
	USED_SCRIPTS,
} from './add-script.ts';
export { askForScripts, readScriptQuestion, saveScriptVotes } from './save-script-votes.ts';
