import { serveCalls } from '~/server/http/calls.ts';
import { removeUser } from './calls/admin.ts';

const calls = serveCalls(removeUser);
export const loader = calls.loader;
export const action = calls.action;
