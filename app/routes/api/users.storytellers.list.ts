import { serveCalls } from '~/server/http/calls.ts';
import { storytellers } from './calls/users.ts';

const calls = serveCalls(storytellers);
export const loader = calls.loader;
export const action = calls.action;
