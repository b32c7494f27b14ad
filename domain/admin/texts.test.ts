import { expect, test } from 'vitest';
import { describeAlreadyDeleted } from './texts.ts';

test.each<[number, number, string]>([
	[98, 0, ''],
	[98, 2, '98 were deleted. 2 others had already been deleted by someone else.'],
	[1, 1, '1 was deleted. 1 other had already been deleted by someone else.'],
	[1_200, 1_000, '1,200 were deleted. 1,000 others had already been deleted by someone else.'],
	[0, 1, 'Nothing was deleted. The selected item had already been deleted by someone else.'],
	[0, 3, 'Nothing was deleted. All 3 selected items had already been deleted by someone else.'],
])('%i deleted and %i already deleted', (doneCount, alreadyDeletedCount, text) =>
	expect(describeAlreadyDeleted(doneCount, alreadyDeletedCount, 'deleted')).toBe(text),
);
