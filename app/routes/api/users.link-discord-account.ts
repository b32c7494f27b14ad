import { serveCalls } from '~/server/http/calls.ts';
import { link } from './calls/users.ts';

const calls = serveCalls(link);
export const loader = calls.loader;
export const action = calls.action;
