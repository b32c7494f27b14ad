export {
	confirmAttendance,
	deleteOldAttendance,
	readAttendance,
	readRollCall,
	saveAttendance,
	saveRollCall,
} from './attendance.ts';
export { autoSplitGroups } from './auto-split.ts';
export { postGroups } from './posting.ts';
export { readEventPage, readGroups, readPlayerPreferences } from './reading.ts';
export { setWinner } from './result.ts';
export { readRounds, startNextRound } from './rounds.ts';
export { editGroups, saveGroups } from './saving.ts';
export { readNextSeat, readOwnSeat } from './seat.ts';
export { readTable, readTables } from './tables.ts';
