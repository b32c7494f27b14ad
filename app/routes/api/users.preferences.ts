import { serveCalls } from '~/server/http/calls.ts';
import { preferences, save } from './calls/users.ts';

const calls = serveCalls(preferences, save);
export const loader = calls.loader;
export const action = calls.action;
