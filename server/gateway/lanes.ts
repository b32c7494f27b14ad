/** How many packets are processed at once: each may take one connection of the database's pool. */
const LANES = 4;

/**
 * Runs work in a few lanes: work with the same key runs in the order in which it came, other keys run in
 * parallel. A burst of packets waits here instead of using up the database's pool.
 */
export class Lanes {
	readonly #lanes: Promise<void>[] = Array.from({ length: LANES }, () => Promise.resolve());

	/** Runs `work` when the earlier work of its lane is done. `work` must not reject. */
	run(key: string, work: () => Promise<void>): void {
		const index = hash(key) % LANES;
		this.#lanes[index] = (this.#lanes[index] ?? Promise.resolve()).then(work);
	}

	/** Resolves when all work that was added so far is done. */
	async idle(): Promise<void> {
		await Promise.all(this.#lanes);
	}
}

const hash = (key: string) =>
	[...key].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) >>> 0, 7);
