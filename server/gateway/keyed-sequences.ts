/**
 * Runs work with the same key in the order in which it came, and work with other keys at the same time. With a
 * `sequenceCount`, keys share that many sequences: a burst of work waits here instead of using up the database's pool.
 */
export class KeyedSequences {
	readonly #last = new Map<string | number, Promise<unknown>>();
	readonly #sequenceCount: number | null;

	constructor(sequenceCount: number | null = null) {
		this.#sequenceCount = sequenceCount;
	}

	/** Runs `work` when the earlier work of its sequence is done, and returns its result. */
	run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
		const sequence = this.#sequenceCount === null ? key : hash(key) % this.#sequenceCount;
		const earlier = this.#last.get(sequence) ?? Promise.resolve();
		const result = earlier.then(work);
		// Later work runs also after a failure.
		const done = result
			.catch(() => undefined)
			.then(() => {
				if (this.#last.get(sequence) === done) this.#last.delete(sequence);
			});
		this.#last.set(sequence, done);
		return result;
	}

	/** Resolves when all work that was added so far is done. */
	async waitUntilIdle(): Promise<void> {
		await Promise.all(this.#last.values());
	}
}

const hash = (key: string) =>
	[...key].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) >>> 0, 7);
