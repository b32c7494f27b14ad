import { expect, test } from 'vitest';
import { describeBulkResult, describePage, describeSelectedSignups } from './texts.ts';

test.each<[number, number, string, string]>([
	[98, 0, 'Done!', ''],
	[98, 2, 'Done!', '98 were deleted. 2 others had already been deleted by someone else.'],
	[1, 1, 'Done!', '1 was deleted. 1 other had already been deleted by someone else.'],
	[1_200, 1_000, 'Done!', '1,200 were deleted. 1,000 others had already been deleted by someone else.'],
	[0, 1, 'Nothing was deleted.', 'The selected item had already been deleted by someone else.'],
	[0, 3, 'Nothing was deleted.', 'All 3 selected items had already been deleted by someone else.'],
])('%i deleted and %i already deleted', (done, alreadyDeleted, title, text) => {
	const tone = done === 0 ? 'info' : 'success';
	expect(describeBulkResult('Done!', 'deleted', { done, alreadyDeleted })).toEqual({ tone, title, text });
});

const page = (count: number, rest: Partial<Parameters<typeof describePage>[0]>) => ({
	items: Array.from({ length: count }),
	next: null,
	previous: null,
	first: 1,
	total: count,
	...rest,
});

test.each<[string, Parameters<typeof describePage>[0]]>([
	['0 users', page(0, {})],
	['1 user', page(1, {})],
	['25 users', page(25, {})],
	['1–25 of 1,204 users', page(25, { next: 'n', total: 1_204 })],
	['401–425 of 1,204 users', page(25, { next: 'n', previous: 'p', first: 401, total: 1_204 })],
	['1,201–1,204 of 1,204 users', page(4, { previous: 'p', first: 1_201, total: 1_204 })],
	['26–50 of more than 5,000 users', page(25, { next: 'n', previous: 'p', first: 26, total: 5_001 })],
	['26–50 of many users', page(25, { next: 'n', previous: 'p', first: 26, total: null })],
	['5,026–5,030 of 5,030 users', page(5, { previous: 'p', first: 5_026, total: 5_001 })],
	[
		'a cursor without a number: 1,204 users',
		page(25, { next: 'n', previous: 'p', first: null, total: 1_204 }),
	],
	['two were deleted since: 26–50 of 50 users', page(25, { next: 'n', previous: 'p', first: 26, total: 49 })],
	['Many users', page(25, { total: null })],
])('%s', (text, listed) => {
	expect(text.endsWith(describePage(listed, 'user'))).toBe(true);
});

test.each<[number, number | null, string]>([
	[0, null, '0 signups selected'],
	[1, 1, '1 signup selected, of 1 user'],
	[1_204, 400, '1,204 signups selected, of 400 users'],
	[40, null, '40 signups selected'],
])('%i signups of %s users', (signups, users, text) => {
	expect(describeSelectedSignups(signups, users)).toBe(text);
});
