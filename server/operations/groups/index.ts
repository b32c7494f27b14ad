export { autoSplitGroups } from './auto-split.ts';
export { editGroups, readEventPage, readGroups, readPlayerPreferences, saveGroups } from './groups.ts';
export { postGroups } from './posting.ts';
export { readNextSeat, readOwnSeat } from './seat.ts';
