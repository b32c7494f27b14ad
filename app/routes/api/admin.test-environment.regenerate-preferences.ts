import { serveCalls } from '~/server/http/calls.ts';
import { regeneratePreferences } from './calls/test-environment.ts';

const calls = serveCalls(regeneratePreferences);
export const loader = calls.loader;
export const action = calls.action;
