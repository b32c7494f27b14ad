/** A small pseudo-random generator that gives the same sequence for the same seed (mulberry32). */
export type SeededRandom = {
	/** Returns a number from 0 up to, but not including, 1. */
	next: () => number;
	/** Returns an integer from `min` to `max`, both included. */
	integer: (min: number, max: number) => number;
	chance: (probability: number) => boolean;
	pick: <T>(list: readonly [T, ...T[]]) => T;
	/** Returns `count` elements of the list (fewer when it is shorter), in random order. */
	sample: <T>(list: readonly T[], count: number) => T[];
	/** Returns `length` lower-case hex digits. */
	hex: (length: number) => string;
};

/** Returns a generator that gives the same sequence for the same `seed`. */
export function createSeededRandom(seed: number): SeededRandom {
	let state = seed >>> 0;
	const next = () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
	const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
	return {
		next,
		integer,
		chance: (probability) => next() < probability,
		pick: (list) => list[integer(0, list.length - 1)] ?? list[0],
		sample(list, count) {
			const rest = [...list];
			return Array.from({ length: Math.min(count, rest.length) }, () =>
				rest.splice(integer(0, rest.length - 1), 1),
			).flat();
		},
		hex: (length) => Array.from({ length }, () => integer(0, 15).toString(16)).join(''),
	};
}
