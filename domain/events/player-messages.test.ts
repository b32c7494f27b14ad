import { expect, test } from 'vitest';
import { findMessageProblem, MESSAGE_TEXTS } from './player-messages.ts';

const now = new Date('2030-03-01T20:30:00Z');
const event = { date: now, duration: 60, status: 'active', isTestData: false } as const;

test.each([
	['an event that begins', {}, null],
	['one that goes on', { date: new Date(now.getTime() - 59 * 60_000) }, null],
	['one whose end has come', { date: new Date(now.getTime() - 60 * 60_000) }, MESSAGE_TEXTS.over],
	['a completed one', { status: 'completed' }, MESSAGE_TEXTS.over],
	['a cancelled one', { status: 'cancelled' }, MESSAGE_TEXTS.cancelled],
	['a test event', { isTestData: true }, MESSAGE_TEXTS.test],
] as const)('a message about %s', (_, changes, problem) => {
	expect(findMessageProblem({ ...event, ...changes }, now)).toBe(problem);
});
