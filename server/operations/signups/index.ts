export { amendSignup, deleteSignups, readSignup, updateSignups } from './admin.ts';
export { findMember, findOrCreateMember, leaveByCommand, showNextGame, signUpByCommand } from './botc.ts';
export {
	listOwnSignups,
	type OwnHistory,
	putSignup,
	readOwnHistory,
	removeSignup,
	requireActiveEvent,
	updateSignup,
} from './signups.ts';
