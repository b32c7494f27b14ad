import { serveCalls } from '~/server/http/calls.ts';
import { cancel } from './calls/events.ts';

const calls = serveCalls(cancel);
export const loader = calls.loader;
export const action = calls.action;
