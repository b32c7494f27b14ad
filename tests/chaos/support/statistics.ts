import { type ReceivedResponse, wasConnectionRefused } from './requests.ts';

/** Counts the results of a load. */
export class LoadStatistics {
	/** Acknowledged writes. */
	writes = 0;
	/** Results that must never happen. */
	readonly violations: string[] = [];
	readonly #byStatus = new Map<string, number>();
	readonly #durationsMs: number[] = [];

	add(response: ReceivedResponse): void {
		const name = response.error ?? String(response.status);
		this.#byStatus.set(name, this.countResponses(name) + 1);
		if (!wasConnectionRefused(response)) this.#durationsMs.push(response.ms);
	}

	/** Returns how many requests ended with this status or connection error code. */
	countResponses(name: string): number {
		return this.#byStatus.get(name) ?? 0;
	}

	/** The number of requests without a response below 500. */
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
		return Math.round(this.#durationsMs.reduce((max, duration) => Math.max(max, duration), 0));
	}

	/** Returns the milliseconds within which this share of the requests ended. */
	getPercentileMs(share: number): number {
		const sorted = [...this.#durationsMs].sort((one, other) => one - other);
		return Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
	}

	/** Clears the durations, so that a measurement starts now. */
	resetDurations(): void {
		this.#durationsMs.length = 0;
	}

	toString(): string {
		const counts = [...this.#byStatus].sort().map(([name, count]) => `${count} × ${name}`);
		return `${this.writes} writes; ${counts.join(', ')}; p99 ${this.getPercentileMs(0.99)} ms, slowest ${this.slowestMs} ms`;
	}
}
