import { serveCalls } from '~/server/http/calls.ts';
import { preflight } from './calls/discord.ts';

const calls = serveCalls(preflight);
export const loader = calls.loader;
export const action = calls.action;
