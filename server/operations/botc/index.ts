export {
	chooseInDraft,
	type DraftView,
	findEventOfMessage,
	openDraft,
	openEventAsDraft,
	readDraftForm,
	reopenDraft,
	saveDraft,
	saveTypedDraft,
} from './plan-event.ts';
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
	listChosenEvents,
	listNextEvents,
	showNextGame,
	signUpByCommand,
} from './run-command.ts';
