import { GROUP_LIMITS } from './limits.ts';

/** The numbers in the addresses of pages, each with its smallest and largest value. */
const RANGES = {
	/** The round of an event (`/events/{id}/rounds`). */
	round: [1, GROUP_LIMITS.rounds],
	/** The page of an event's signups (`/events/{id}`). No event has signups for more pages. */
	page: [1, 10_000],
	/** How many events of the history the profile shows. */
	shown: [1, 10_005],
	/** The step of the profile's deletion. */
	step: [1, 3],
} as const;

/**
 * Returns the number that an address has as `name`. Null when it is missing, not whole or out of its range: the page is
 * then that of the address without it.
 */
export function parseAddressNumber(name: keyof typeof RANGES, value: unknown): number | null {
	const [min, max] = RANGES[name];
	const number = /^\d{1,9}$/.test(String(value)) ? Number(value) : Number.NaN;
	return number >= min && number <= max ? number : null;
}
