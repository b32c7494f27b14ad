import { serveCalls } from '~/server/http/calls.ts';
import { createUsers } from './calls/test-environment.ts';

const calls = serveCalls(createUsers);
export const loader = calls.loader;
export const action = calls.action;
