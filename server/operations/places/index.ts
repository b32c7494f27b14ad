export { settleAfterChange, settleDueEvents, settleEventsOfUsers } from './after-change.ts';
export { fitPlaces, settleAfterUndo } from './over-capacity.ts';
export {
	countEventPlaces,
	lockPlaces,
	type PlacedSignup,
	saveDecisionAfterReinstating,
	settleEvent,
	tellOfPlaces,
} from './settling.ts';
