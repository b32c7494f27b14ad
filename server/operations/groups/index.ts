export { autoSplitGroups } from './auto-split-groups.ts';
export { postGroups } from './post-groups.ts';
export {
	EXPERIENCE,
	readBoardState,
	readGroups,
	readPlayerPreferences,
	selectClosedGroups,
} from './queries.ts';
export { readTable, readTables } from './read-tables.ts';
export { noteChannelChange, renewVoiceChannels } from './renew-voice-channels.ts';
export {
	confirmAttendance,
	deleteOldAttendance,
	readAttendance,
	readRollCall,
	saveAttendance,
	saveRollCall,
} from './save-attendance.ts';
export { editGroups, saveGroups } from './save-groups.ts';
export { setWinner } from './set-winner.ts';
export { readRounds, startNextRound } from './start-next-round.ts';
