import { serveCalls } from '~/server/http/calls.ts';
import { put, remove } from './calls/signups.ts';

const calls = serveCalls(put, remove);
export const loader = calls.loader;
export const action = calls.action;
