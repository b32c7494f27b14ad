import { serveCalls } from '~/server/http/calls.ts';
import { rename } from './calls/auth.ts';

const calls = serveCalls(rename);
export const loader = calls.loader;
export const action = calls.action;
