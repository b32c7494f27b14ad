import { serveCalls } from '~/server/http/calls.ts';
import { updateNames } from './calls/discord.ts';

const calls = serveCalls(updateNames);
export const loader = calls.loader;
export const action = calls.action;
