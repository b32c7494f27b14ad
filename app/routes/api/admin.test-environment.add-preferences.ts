import { serveCalls } from '~/server/http/calls.ts';
import { addPreferences } from './calls/test-environment.ts';

const calls = serveCalls(addPreferences);
export const loader = calls.loader;
export const action = calls.action;
