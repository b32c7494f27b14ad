import { serveCalls } from '~/server/http/calls.ts';
import { me } from './calls/auth.ts';

const calls = serveCalls(me);
export const loader = calls.loader;
export const action = calls.action;
