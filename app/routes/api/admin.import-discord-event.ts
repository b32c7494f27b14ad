import { serveCalls } from '~/server/http/calls.ts';
import { importEvent } from './calls/discord.ts';

const calls = serveCalls(importEvent);
export const loader = calls.loader;
export const action = calls.action;
