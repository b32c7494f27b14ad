import { expect, test } from 'vitest';
import { mapStatuses } from './signups/statuses.ts';
import { computeAverage, fillSignups, fillStatuses, fillWeekdays, listLastWeeks } from './statistics.ts';
import { getMonday } from './time/day.ts';

test.each([
	['2026-10-19', '2026-10-19'],
	['2026-10-25', '2026-10-19'],
	['2026-10-26', '2026-10-26'],
	['2027-01-01', '2026-12-28'],
])('the week of %s begins on %s', (date, monday) => expect(getMonday(date)).toBe(monday));

test('the last weeks, oldest first, without a gap', () => {
	expect(listLastWeeks('2026-10-21', 3)).toEqual(['2026-10-05', '2026-10-12', '2026-10-19']);
	const filled = fillSignups(['a', 'b'], [{ week: 'b', signups: 4 }]);
	expect(filled).toEqual([
		{ week: 'a', signups: 0 },
		{ week: 'b', signups: 4 },
	]);
});

test('counts the statuses of each week, and ignores unknown statuses and other weeks', () => {
	const counted = [
		{ week: 'a', status: 'confirmed', signups: 3 },
		{ week: 'a', status: 'late', signups: 1 },
		{ week: 'a', status: 'unheard', signups: 9 },
		{ week: 'z', status: 'late', signups: 9 },
	];
	expect(fillStatuses(['a', 'b'], counted)).toEqual([
		{ week: 'a', ...mapStatuses(() => 0), confirmed: 3, late: 1 },
		{ week: 'b', ...mapStatuses(() => 0) },
	]);
});

test('returns seven weekdays, Monday first, and the average attendance', () => {
	const days = fillWeekdays([{ day: 5, events: 3, attended: 40 }]);
	expect(days.map(({ day }) => day)).toEqual([1, 2, 3, 4, 5, 6, 0]);
	expect(days.map(computeAverage)).toEqual([0, 0, 0, 0, 13.3, 0, 0]);
});
