import { serveCalls } from '~/server/http/calls.ts';
import { createTrial } from './calls/test-environment.ts';

const calls = serveCalls(createTrial);
export const loader = calls.loader;
export const action = calls.action;
