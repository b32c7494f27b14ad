import { serveCalls } from '~/server/http/calls.ts';
import { profile, remove } from './calls/users.ts';

const calls = serveCalls(profile, remove);
export const loader = calls.loader;
export const action = calls.action;
