import { hasReplicas } from '~/database/replicas.ts';

/** Those of the events that were read last are cached; 100 events with 40 signups take 2 MB. */
export const CACHED_EVENTS = 100;

/**
 * Returns whether a revision or a position has an epoch, within which it can be compared. Those of a replica and of the
 * primary cannot.
 */
export const isComparable = (counts: string | null): counts is string =>
	counts !== null && !counts.startsWith('.') && !hasReplicas();

/**
 * What a process has read of the events that it read last, each with its revision (`REVISION`), so that it is read again
 * only when the event has changed. `max` is the number of events.
 */
export class RevisionCache<Value> {
	readonly #entries = new Map<string, { revision: string; value: Value }>();
	readonly #max: number;

	constructor(max: number) {
		this.#max = max;
	}

	/** Returns what was read of an event at this revision, or null. */
	get(eventId: string, revision: string | null): Value | null {
		const entry = this.#entries.get(eventId);
		return entry && entry.revision === revision ? entry.value : null;
	}

	/** Returns whether something was read of an event, at any revision. */
	has(eventId: string): boolean {
		return this.#entries.has(eventId);
	}

	/** Keeps `value`, which was read in the same statement as `revision`. */
	put(eventId: string, revision: string | null, value: Value): void {
		if (!isComparable(revision)) return;
		this.#entries.delete(eventId);
		this.#entries.set(eventId, { revision, value });
		const [oldest = ''] = this.#entries.keys();
		if (this.#entries.size > this.#max) this.#entries.delete(oldest);
	}
}
