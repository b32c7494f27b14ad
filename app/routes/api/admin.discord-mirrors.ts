import { serveCalls } from '~/server/http/calls.ts';
import { mirrors } from './calls/discord.ts';

const calls = serveCalls(mirrors);
export const loader = calls.loader;
export const action = calls.action;
