import { expect, test } from 'vitest';
import { getRetryDelay } from './retry-delay.ts';

test.each([
	[1, 0, 1_000],
	[1, 1, 500],
	[2, 0, 2_000],
	[5, 0.5, 12_000],
	[6, 0, 30_000],
	[2_000, 1, 15_000],
])('after %i failures, with %d of the random part: %i ms', (failures, random, delay) => {
	expect(getRetryDelay(failures, random)).toBe(delay);
});
