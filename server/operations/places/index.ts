export { fitPlaces } from './over-capacity.ts';
export { settleAfterChange, settleDueEvents, settleEvent } from './settling.ts';
