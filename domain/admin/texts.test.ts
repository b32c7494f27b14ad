import { expect, test } from 'vitest';
import { describeBulkResult } from './texts.ts';

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
