import { serveCalls } from '~/server/http/calls.ts';
import { update } from './calls/signups.ts';

const calls = serveCalls(update);
export const loader = calls.loader;
export const action = calls.action;
