/** So many at once: as many connections of the pool may be taken by packets, and no more. */
const LANES = 4;

/**
 * Work in a few lanes: what has the same key is done in the order in which it came, other keys go on beside it. A burst
 * of packets waits here instead of filling the database's pool.
 */
export class Lanes {
	readonly #lanes: Promise<void>[] = Array.from({ length: LANES }, () => Promise.resolve());

	/** `work` must not reject. */
	run(key: string, work: () => Promise<void>): void {
		const index = hash(key) % LANES;
		this.#lanes[index] = (this.#lanes[index] ?? Promise.resolve()).then(work);
	}

	/** When all that has come so far is done. */
	async idle(): Promise<void> {
		await Promise.all(this.#lanes);
	}
}

const hash = (key: string) =>
	[...key].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) >>> 0, 7);
