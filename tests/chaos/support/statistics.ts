import { type Received, wasRefused } from './requests.ts';

/** What a load met, counted. */
export class Statistics {
	/** Acknowledged writes. */
	writes = 0;
	/** What must never happen, whatever fails. */
	readonly faults: string[] = [];
	readonly #byStatus = new Map<string, number>();
	readonly #times: number[] = [];

	count(received: Received): void {
		const name = received.error ?? String(received.status);
		this.#byStatus.set(name, this.countOf(name) + 1);
		if (!wasRefused(received)) this.#times.push(received.ms);
	}

	/** How many requests ended with this status, or with this error code of the connection. */
	countOf(name: string): number {
		return this.#byStatus.get(name) ?? 0;
	}

	/** How many requests ended other than with an answer below 500. */
	get failed(): number {
		return [...this.#byStatus].reduce(
			(sum, [name, count]) => (/^[1-4]\d\d$/.test(name) ? sum : sum + count),
			0,
		);
	}

	get total(): number {
		return [...this.#byStatus.values()].reduce((sum, count) => sum + count, 0);
	}

	get slowestMs(): number {
		return Math.round(this.#times.reduce((most, time) => Math.max(most, time), 0));
	}

	/** The time within which this share of the requests ended, in milliseconds. */
	percentile(share: number): number {
		const sorted = [...this.#times].sort((one, other) => one - other);
		return Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
	}

	/** Forgets the times, for a measurement from now on. */
	resetTimes(): void {
		this.#times.length = 0;
	}

	toString(): string {
		const counts = [...this.#byStatus].sort().map(([name, count]) => `${count} × ${name}`);
		return `${this.writes} writes; ${counts.join(', ')}; p99 ${this.percentile(0.99)} ms, slowest ${this.slowestMs} ms`;
	}
}
