import { serveCalls } from '~/server/http/calls.ts';
import { templateEvents } from './calls/admin-tools.ts';

const calls = serveCalls(templateEvents);
export const loader = calls.loader;
export const action = calls.action;
