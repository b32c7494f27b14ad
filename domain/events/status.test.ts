import { expect, test } from 'vitest';
import { endOf, getStatusAfterEdit, getStatusAfterReinstating, isPlannable } from './status.ts';

const NOW = new Date('2026-10-17T03:30:00Z');
const eventWithDuration = (duration: number) => ({ date: new Date('2026-10-17T00:30:00Z'), duration });

test('returns the end of an event', () => expect(endOf(eventWithDuration(180))).toEqual(NOW));

test.each([
	['active', 210, 'active'],
	['active', 180, 'active'],
	['completed', 210, 'active'],
	['completed', 180, 'completed'],
	['cancelled', 210, 'cancelled'],
] as const)('%s, edited to %d minutes, is %s', (status, duration, after) => {
	expect(getStatusAfterEdit(status, eventWithDuration(duration), NOW)).toBe(after);
});

test.each([
	[210, 'active'],
	[180, 'completed'],
] as const)('reinstated with %d minutes it is %s', (duration, after) => {
	expect(getStatusAfterReinstating(eventWithDuration(duration), NOW)).toBe(after);
});

test.each([
	[1999, false],
	[2000, true],
	[2099, true],
	[2100, false],
])('in the year %d it may take place: %s', (year, isAllowed) => {
	expect(isPlannable(new Date(Date.UTC(year, 6)))).toBe(isAllowed);
});
