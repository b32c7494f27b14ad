import { expect, test } from 'vitest';
import { EASTERN } from '../limits.ts';
import { formatWeek } from './week.ts';

test.each([
	['now', '2026-11-25T17:00:00Z', '2026-11-25T17:00:00Z', 'This week'],
	['the Monday before', '2026-11-25T17:00:00Z', '2026-11-23T05:00:00Z', 'This week'],
	['Sunday, 11:59 PM Eastern', '2026-11-25T17:00:00Z', '2026-11-30T04:59:59Z', 'This week'],
	['Monday, midnight Eastern', '2026-11-25T17:00:00Z', '2026-11-30T05:00:00Z', 'Next week'],
	['from Sunday to Monday', '2026-11-22T23:00:00Z', '2026-11-23T23:00:00Z', 'Next week'],
	['in two weeks', '2026-11-25T17:00:00Z', '2026-12-10T01:30:00Z', 'Week of December 7'],
	[
		'a week that starts in the old year',
		'2026-11-25T17:00:00Z',
		'2027-01-02T01:30:00Z',
		'Week of December 28',
	],
	['next year', '2026-11-25T17:00:00Z', '2027-01-05T01:30:00Z', 'Week of January 4, 2027'],
	['next week of the next year', '2026-12-30T17:00:00Z', '2027-01-05T01:30:00Z', 'Next week'],
	['over the end of daylight saving time', '2026-10-28T17:00:00Z', '2026-11-02T05:00:00Z', 'Next week'],
	['over its start', '2026-03-05T17:00:00Z', '2026-03-16T03:59:59Z', 'Next week'],
	['a week before', '2026-11-25T17:00:00Z', '2026-11-20T17:00:00Z', 'Week of November 16'],
])('%s', (_name, now, instant, heading) => {
	expect(formatWeek(instant, new Date(now), EASTERN)).toBe(heading);
});

test('is the week of the given zone', () => {
	const sunday = '2026-11-29T20:00:00Z';
	expect(formatWeek(sunday, new Date('2026-11-25T17:00:00Z'), 'Asia/Tokyo')).toBe('Next week');
});
