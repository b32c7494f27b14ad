import { serveCalls } from '~/server/http/calls.ts';
import { signUpUsers } from './calls/test-environment.ts';

const calls = serveCalls(signUpUsers);
export const loader = calls.loader;
export const action = calls.action;
