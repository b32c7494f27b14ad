import { serveCalls } from '~/server/http/calls.ts';
import { testStatus } from './calls/test-environment.ts';

const calls = serveCalls(testStatus);
export const loader = calls.loader;
export const action = calls.action;
