export { answerOffer, callStandbysOfEvent, movePlace } from './answer-offer.ts';
export { fitPlaces, settleAfterUndo } from './fit-places.ts';
export { countEventPlaces, saveDecisionAfterReinstating, settleEvent } from './settle-event.ts';
export {
	needsSettling,
	PLACES_TIMES,
	settleAfterChange,
	settleDueEvents,
	settleEventsOfUsers,
} from './settle-places.ts';
