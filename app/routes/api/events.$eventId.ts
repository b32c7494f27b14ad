import { serveCalls } from '~/server/http/calls.ts';
import { read, remove, update } from './calls/events.ts';

const calls = serveCalls(read, update, remove);
export const loader = calls.loader;
export const action = calls.action;
