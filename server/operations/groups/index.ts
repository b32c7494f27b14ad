export { autoSplitGroups } from './auto-split.ts';
export { editGroups, readGroups, saveGroups } from './groups.ts';
