import { serveCalls } from '~/server/http/calls.ts';
import { removeEvents } from './calls/admin.ts';

const calls = serveCalls(removeEvents);
export const loader = calls.loader;
export const action = calls.action;
