import { expect, test } from 'vitest';
import { tallySignups } from './tally.ts';

test('counts each status, and the total with unknown ones', () => {
	expect(tallySignups([])).toEqual({ confirmed: 0, late: 0, tentative: 0, declined: 0, total: 0 });
	const list = ['confirmed', 'confirmed', 'late', 'declined', 'waitlisted'].map((status) => ({ status }));
	expect(tallySignups(list)).toEqual({ confirmed: 2, late: 1, tentative: 0, declined: 1, total: 5 });
});
