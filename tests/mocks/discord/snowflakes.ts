import { toSnowflake } from '~/domain/discord/scheduled-event.ts';

/** Discord uses ten bits for the process that created an ID. Stand-ins of several processes can share a database. */
const PROCESS_BITS = BigInt(process.pid % 1_024) << 12n;

/**
 * Returns a function that creates Discord IDs: the time in the upper bits, then the process. Each ID is greater than
 * the one before.
 */
export function createSnowflakeGenerator(now: () => Date): () => string {
	let last = 0n;
	return () => {
		const fromClock = BigInt(toSnowflake(now())) + PROCESS_BITS;
		last = fromClock > last ? fromClock : last + 1n;
		return String(last);
	};
}

/** Compares IDs for sorting. Discord orders by number, not by text. */
export function compareSnowflakes(a: string, b: string): number {
	return a.length === b.length ? (a < b ? -1 : Number(a > b)) : a.length - b.length;
}
