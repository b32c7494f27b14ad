import { expect, test } from 'vitest';
import { byStatus } from './statuses.ts';
import { tallySignups } from './tally.ts';

test('counts each status, and the total with unknown ones', () => {
	expect(tallySignups([])).toEqual({ ...byStatus(() => 0), total: 0 });
	const list = ['confirmed', 'confirmed', 'late', 'declined', 'waitlisted'].map((status) => ({ status }));
	expect(tallySignups(list)).toEqual({ ...byStatus(() => 0), confirmed: 2, late: 1, declined: 1, total: 5 });
});
