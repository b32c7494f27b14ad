import { serveCalls } from '~/server/http/calls.ts';
import { setting } from './calls/admin.ts';

const calls = serveCalls(setting);
export const loader = calls.loader;
export const action = calls.action;
