import { serveCalls } from '~/server/http/calls.ts';
import { autoSplit } from './calls/groups.ts';

const calls = serveCalls(autoSplit);
export const loader = calls.loader;
export const action = calls.action;
