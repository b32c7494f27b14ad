import { serveCalls } from '~/server/http/calls.ts';
import { siteSettings } from './calls/events.ts';

const calls = serveCalls(siteSettings);
export const loader = calls.loader;
export const action = calls.action;
