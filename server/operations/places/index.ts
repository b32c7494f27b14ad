export { settleAfterChange, settleDueEvents } from './after-change.ts';
export { fitPlaces } from './over-capacity.ts';
export { settleEvent } from './settling.ts';
