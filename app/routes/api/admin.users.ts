import { serveCalls } from '~/server/http/calls.ts';
import { users } from './calls/admin.ts';

const calls = serveCalls(users);
export const loader = calls.loader;
export const action = calls.action;
