import { serveCalls } from '~/server/http/calls.ts';
import { create, list } from './calls/comments.ts';

const calls = serveCalls(list, create);
export const loader = calls.loader;
export const action = calls.action;
