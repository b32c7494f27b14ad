export { amendSignup, deleteSignups, readSignup, updateSignups } from './admin.ts';
export { findMember, findOrCreateMember, leaveByCommand, showNextGame, signUpByCommand } from './botc.ts';
export {
	FIRST_SIGNUPS,
	findEventSignup,
	type RankedSignupRow,
	selectListedSignups,
	selectSignupsPage,
	toSignupRowsPage,
} from './pages.ts';
export {
	listOwnSignups,
	type OwnHistory,
	putSignup,
	readOwnHistory,
	removeSignup,
	requireActiveEvent,
	updateSignup,
} from './signups.ts';
