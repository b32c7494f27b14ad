import { serveCalls } from '~/server/http/calls.ts';
import { reinstate } from './calls/events.ts';

const calls = serveCalls(reinstate);
export const loader = calls.loader;
export const action = calls.action;
