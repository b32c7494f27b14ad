const FIRST_MS = 1_000;
const MAX_MS = 30_000;

/**
 * Returns how long a page waits before it connects or loads again, in milliseconds: twice as long after each failure,
 * and a random part of it less, so that pages do not return all at once. `random` is from 0 to 1.
 */
export const getRetryDelay = (failures: number, random: number): number =>
	Math.min(MAX_MS, FIRST_MS * 2 ** (failures - 1)) * (1 - random / 2);
