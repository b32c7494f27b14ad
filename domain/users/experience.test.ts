import { expect, test } from 'vitest';
import { getExperience } from './experience.ts';

test.each([
	['new', 0, 'new'],
	['new', 1, 'few'],
	['few', 0, 'few'],
	['few', 9, 'few'],
	[null, 0, null],
	[null, 3, null],
] as const)('who says %s after %i nights is %s', (said, nights, experience) => {
	expect(getExperience(said, nights)).toBe(experience);
});
