export { settleAfterChange, settleDueEvents, settleEventsOfUsers } from './after-change.ts';
export { fitPlaces, settleAfterUndo } from './over-capacity.ts';
export {
	countEventPlaces,
	lockEvent,
	type PlacedSignup,
	planMessages,
	saveDecisionAfterReinstating,
	settleEvent,
} from './settling.ts';
