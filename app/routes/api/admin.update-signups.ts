import { serveCalls } from '~/server/http/calls.ts';
import { updateMany } from './calls/admin.ts';

const calls = serveCalls(updateMany);
export const loader = calls.loader;
export const action = calls.action;
