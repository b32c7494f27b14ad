import { serveCalls } from '~/server/http/calls.ts';
import { read, save } from './calls/groups.ts';

const calls = serveCalls(read, save);
export const loader = calls.loader;
export const action = calls.action;
