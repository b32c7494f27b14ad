import { serveCalls } from '~/server/http/calls.ts';
import { remove } from './calls/comments.ts';

const calls = serveCalls(remove);
export const loader = calls.loader;
export const action = calls.action;
