export {
	amendSignup,
	countSignupUsers,
	deleteSignups,
	describeSignups,
	readSignup,
	type SelectedSignups,
	updateSignups,
} from './admin.ts';
export {
	getPressedEvent,
	readOwnNotes,
	saveOwnNotes,
	sayArrivalByButton,
	signUpByButton,
	undoByButton,
} from './buttons.ts';
export {
	FIRST_SIGNUPS_UNLESS_CACHED,
	type FirstSignupsRow,
	findCachedSignups,
	HAS_CHANGED,
	takeSignups,
	WITH_LOG,
} from './cached-signups.ts';
export {
	findEventSignup,
	selectListedSignups,
	selectSignupsPage,
	toSignupRowsPage,
} from './listed-signups.ts';
export { listOwnSignups, type OwnHistory, readOwnHistory } from './own-history.ts';
export { answerOffer, callStandbysOfEvent, movePlace } from './own-place.ts';
export { endRegular, listRegulars, type OwnRegular, setRegular } from './regulars.ts';
export { putSignup, removeSignup, requireActiveEvent, updateSignup } from './signups.ts';
export {
	findChosenEvent,
	findMember,
	findOrCreateMember,
	leaveByCommand,
	listNextEvents,
	showNextGame,
	signUpByCommand,
} from './slash-command.ts';
