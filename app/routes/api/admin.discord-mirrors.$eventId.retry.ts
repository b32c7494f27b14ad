import { serveCalls } from '~/server/http/calls.ts';
import { retryMirror } from './calls/discord.ts';

const calls = serveCalls(retryMirror);
export const loader = calls.loader;
export const action = calls.action;
