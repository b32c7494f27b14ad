const DISCORD_EPOCH_MS = 1_420_070_400_000;
const TIME_SHIFT = 22n;

/** Discord has ten bits for who made an ID: stand-ins of several processes may share a database. */
const MAKER = BigInt(process.pid % 1_024) << 12n;

/** Makes Discord IDs: the time in the upper bits, then the process, and each one greater than the one before. */
export function createSnowflakes(now: () => Date): () => string {
	let last = 0n;
	return () => {
		const fromClock = (BigInt(now().getTime() - DISCORD_EPOCH_MS) << TIME_SHIFT) + MAKER;
		last = fromClock > last ? fromClock : last + 1n;
		return String(last);
	};
}

/** For sorting: Discord orders by the number, not by the text. */
export function compareIds(a: string, b: string): number {
	return a.length === b.length ? (a < b ? -1 : Number(a > b)) : a.length - b.length;
}
