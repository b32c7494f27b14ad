import { serveCalls } from '~/server/http/calls.ts';
import { clearData } from './calls/test-environment.ts';

const calls = serveCalls(clearData);
export const loader = calls.loader;
export const action = calls.action;
