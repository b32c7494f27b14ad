import { serveCalls } from '~/server/http/calls.ts';
import { settings } from './calls/admin.ts';

const calls = serveCalls(settings);
export const loader = calls.loader;
export const action = calls.action;
