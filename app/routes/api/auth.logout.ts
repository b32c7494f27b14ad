import { serveCalls } from '~/server/http/calls.ts';
import { logout } from './calls/auth.ts';

const calls = serveCalls(logout);
export const loader = calls.loader;
export const action = calls.action;
