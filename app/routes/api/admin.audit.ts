import { serveCalls } from '~/server/http/calls.ts';
import { audit } from './calls/admin-tools.ts';

const calls = serveCalls(audit);
export const loader = calls.loader;
export const action = calls.action;
