import { serveCalls } from '~/server/http/calls.ts';
import { statistics } from './calls/admin-tools.ts';

const calls = serveCalls(statistics);
export const loader = calls.loader;
export const action = calls.action;
