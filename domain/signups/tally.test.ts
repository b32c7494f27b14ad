import { expect, test } from 'vitest';
import { mapStatuses } from './statuses.ts';
import { tallySignups } from './tally.ts';

test('counts each status, and the total with unknown ones', () => {
	expect(tallySignups([])).toEqual({ ...mapStatuses(() => 0), total: 0 });
	const list = ['confirmed', 'confirmed', 'late', 'declined', 'waitlisted'].map((status) => ({ status }));
	expect(tallySignups(list)).toEqual({
		...mapStatuses(() => 0),
		confirmed: 2,
		late: 1,
		declined: 1,
		total: 5,
	});
});
