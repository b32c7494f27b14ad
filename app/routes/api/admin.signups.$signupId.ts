import { serveCalls } from '~/server/http/calls.ts';
import { signup } from './calls/admin.ts';

const calls = serveCalls(signup);
export const loader = calls.loader;
export const action = calls.action;
