export { fitPlaces, settleAfterUndo } from './fit-places.ts';
export { answerOffer, callStandbysOfEvent, movePlace } from './move-place.ts';
export { settleAfterChange, settleDueEvents, settleEventsOfUsers } from './settle-due-events.ts';
export { countEventPlaces, lockPlaces, saveDecisionAfterReinstating, settleEvent } from './settle-event.ts';
