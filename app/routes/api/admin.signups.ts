import { serveCalls } from '~/server/http/calls.ts';
import { signups } from './calls/admin.ts';

const calls = serveCalls(signups);
export const loader = calls.loader;
export const action = calls.action;
