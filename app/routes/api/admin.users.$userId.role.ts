import { serveCalls } from '~/server/http/calls.ts';
import { role } from './calls/admin.ts';

const calls = serveCalls(role);
export const loader = calls.loader;
export const action = calls.action;
