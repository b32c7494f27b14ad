import { serveCalls } from '~/server/http/calls.ts';
import { check } from './calls/users.ts';

const calls = serveCalls(check);
export const loader = calls.loader;
export const action = calls.action;
