import { serveCalls } from '~/server/http/calls.ts';
import { serverNames } from './calls/discord.ts';

const calls = serveCalls(serverNames);
export const loader = calls.loader;
export const action = calls.action;
