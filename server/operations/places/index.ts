export { settleAfterChange, settleDueEvents, settleEvent } from './settling.ts';
