export { autoSplitGroups } from './auto-split.ts';
export { editGroups, readEventWithGroups, readGroups, saveGroups } from './groups.ts';
