export {
	getPressedEvent,
	readOwnNotes,
	saveOwnNotes,
	sayArrivalByButton,
	signUpByButton,
	undoByButton,
} from './press-button.ts';
export { readNextSeat, readOwnSeat } from './queries.ts';
export {
	findChosenEvent,
	findMember,
	findOrCreateMember,
	leaveByCommand,
	listNextEvents,
	showNextGame,
	signUpByCommand,
} from './run-command.ts';
