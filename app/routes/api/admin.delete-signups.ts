import { serveCalls } from '~/server/http/calls.ts';
import { removeMany } from './calls/admin.ts';

const calls = serveCalls(removeMany);
export const loader = calls.loader;
export const action = calls.action;
