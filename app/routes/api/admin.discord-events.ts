import { serveCalls } from '~/server/http/calls.ts';
import { importable } from './calls/discord.ts';

const calls = serveCalls(importable);
export const loader = calls.loader;
export const action = calls.action;
