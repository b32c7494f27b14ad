import { serveCalls } from '~/server/http/calls.ts';
import { all } from './calls/users.ts';

const calls = serveCalls(all);
export const loader = calls.loader;
export const action = calls.action;
