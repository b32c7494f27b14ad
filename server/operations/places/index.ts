export { fitPlaces, settleAfterUndo } from './fit-places.ts';
export { answerOffer, callStandbysOfEvent, movePlace } from './move-place.ts';
export {
	needsSettling,
	settleAfterChange,
	settleDueEvents,
	settleEventsOfUsers,
} from './settle-due-events.ts';
export { countEventPlaces, saveDecisionAfterReinstating, settleEvent } from './settle-event.ts';
