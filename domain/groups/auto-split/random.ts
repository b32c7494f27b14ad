/** Returns a function for pseudo-random integers from 0 to `bound` - 1 (mulberry32). */
export function createRandomInteger(seed: number): (bound: number) => number {
	let state = seed >>> 0;
	return (bound) => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * bound);
	};
}

/** Returns a seed for a text (FNV-1a), so that the same request always gets the same result. */
export function hashToSeed(text: string): number {
	let hash = 0x811c9dc5;
	for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
	return hash >>> 0;
}
