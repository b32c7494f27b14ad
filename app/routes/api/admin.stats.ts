import { serveCalls } from '~/server/http/calls.ts';
import { stats } from './calls/admin.ts';

const calls = serveCalls(stats);
export const loader = calls.loader;
export const action = calls.action;
