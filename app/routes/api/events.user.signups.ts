import { serveCalls } from '~/server/http/calls.ts';
import { own } from './calls/signups.ts';

const calls = serveCalls(own);
export const loader = calls.loader;
export const action = calls.action;
