/** How many packets are processed at once: each may take one connection of the database's pool. */
const SEQUENCE_COUNT = 4;

/**
 * Runs work in a few sequences: work with the same key runs in the order in which it came, other keys run in
 * parallel. A burst of packets waits here instead of using up the database's pool.
 */
export class KeyedSequences {
	readonly #sequences: Promise<void>[] = Array.from({ length: SEQUENCE_COUNT }, () => Promise.resolve());

	/** Runs `work` when the earlier work of its sequence is done. `work` must not reject. */
	run(key: string, work: () => Promise<void>): void {
		const index = hash(key) % SEQUENCE_COUNT;
		this.#sequences[index] = (this.#sequences[index] ?? Promise.resolve()).then(work);
	}

	/** Resolves when all work that was added so far is done. */
	async waitUntilIdle(): Promise<void> {
		await Promise.all(this.#sequences);
	}
}

const hash = (key: string) =>
	[...key].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) >>> 0, 7);
