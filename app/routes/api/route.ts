import { serveCalls } from '~/server/http/calls.ts';
import { apiCalls } from './calls/index.ts';

const calls = serveCalls(apiCalls);

export const loader = calls.loader;
export const action = calls.action;
