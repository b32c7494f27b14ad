import { expect, test } from 'vitest';
import { formatRelative } from './relative.ts';

const NOW = '2026-10-15T12:00:00.000Z';

test.each([
	['2026-10-15T12:00:01Z', 'just now'],
	['2026-10-15T11:59:00.001Z', 'just now'],
	['2026-10-15T11:59:00Z', '1 minute ago'],
	['2026-10-15T11:00:00.001Z', '59 minutes ago'],
	['2026-10-15T11:00:00Z', '1 hour ago'],
	['2026-10-14T12:00:00.001Z', '23 hours ago'],
	['2026-10-14T12:00:00Z', 'yesterday'],
	['2026-10-13T12:00:00.001Z', 'yesterday'],
	['2026-10-13T12:00:00Z', '2 days ago'],
	['2026-10-08T12:00:00.001Z', '6 days ago'],
	['2026-10-08T12:00:00Z', 'Oct 8th, 2026'],
])('%s was %s', (instant, words) => expect(formatRelative(instant, NOW, 'UTC')).toBe(words));

test('uses the date in the zone', () =>
	expect(formatRelative('2026-10-01T02:00:00Z', NOW, 'America/New_York')).toBe('Sep 30th, 2026'));
