import { serveCalls } from '~/server/http/calls.ts';
import { mirror } from './calls/events.ts';

const calls = serveCalls(mirror);
export const loader = calls.loader;
export const action = calls.action;
