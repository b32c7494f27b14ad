export { settleAfterChange, settleDueEvents, settleEventsOfUsers } from './after-change.ts';
export { fitPlaces } from './over-capacity.ts';
export {
	countEventPlaces,
	lockEvent,
	type PlacedSignup,
	saveDecisionAfterReinstating,
	settleEvent,
} from './settling.ts';
