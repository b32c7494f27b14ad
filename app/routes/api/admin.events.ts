import { serveCalls } from '~/server/http/calls.ts';
import { events } from './calls/admin.ts';

const calls = serveCalls(events);
export const loader = calls.loader;
export const action = calls.action;
