export { addScript, deleteScript } from './add-script.ts';
export { listScripts, readLibrary, requireScripts, SCRIPT_CHOICES, USED_SCRIPTS } from './queries.ts';
export { askForScripts, readScriptQuestion, saveScriptVotes } from './save-script-votes.ts';
