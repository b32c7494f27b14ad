export { autoSplitGroups } from './auto-split.ts';
export { editGroups, readEventPage, readGroups, readPlayerPreferences, saveGroups } from './groups.ts';
