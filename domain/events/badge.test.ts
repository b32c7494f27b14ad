import { expect, test } from 'vitest';
import { HOUR_MS } from '../limits.ts';
import { getEventBadge } from './badge.ts';

const START = new Date('2026-10-17T00:30:00Z');

test.each([
	['active', 48, { tone: 'active', text: 'In 2 days' }],
	['active', 3, { tone: 'now', text: 'Happening Now', note: 'starts in 3 h' }],
	['active', 0.5, { tone: 'now', text: 'Happening Now', note: 'starts in 30 min' }],
	['active', -0.5, { tone: 'now', text: 'Happening Now' }],
	['active', -2, { tone: 'active', text: 'Event passed' }],
	['cancelled', 48, { tone: 'cancelled', text: 'Cancelled' }],
	['cancelled', 0, { tone: 'cancelled', text: 'Cancelled' }],
	['completed', -3, { tone: 'other', text: 'Completed' }],
	['completed', 0, { tone: 'other', text: 'Completed' }],
] as const)('%s, %d hours ahead', (status, hours, badge) => {
	const now = new Date(START.getTime() - hours * HOUR_MS);
	expect(getEventBadge({ status, date: START }, now)).toEqual({ note: null, ...badge });
});
