export {
	chooseInDraft,
	type DraftView,
	findEventOfMessage,
	openEvent,
	openNewDraft,
	readDraftForm,
	reopenDraft,
	saveDraft,
	saveTypedDraft,
} from './plan-event.ts';
export {
	openNewPollDraft,
	type PollDraftView,
	reopenPollDraft,
	savePollDraft,
	saveTypedPoll,
} from './plan-poll.ts';
export {
	addSignupByMenu,
	getPressedEvent,
	openAddedNotes,
	openOwnNotes,
	saveOwnNotes,
	sayArrivalByButton,
	signUpByButton,
	undoByButton,
	voteByMenu,
} from './press-button.ts';
export { readNextSeat, readOwnSeat } from './queries.ts';
export {
	type EventChoice,
	findChosenEvent,
	findMember,
	findOrCreateMember,
	leaveByCommand,
	listChosenEvents,
	listEventsToAdd,
	listNextEvents,
	showNextGame,
	signUpByCommand,
} from './run-command.ts';
