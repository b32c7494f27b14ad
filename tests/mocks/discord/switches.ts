/**
 * A failure that a test sets for a route. `route` is a route's name such as `GET /users/@me`, or `*`. The failure
 * starts after `after` successful requests (default 0), and lasts `times` requests or until `recover()`. With `id` it
 * concerns only paths with this ID, such as those of one message or one channel.
 *
 * - `status`: responds with an error status and has no effect. `code` and `message` are Discord's; the default for 403
 *   is Missing Permissions.
 * - `network`: the connection breaks and the request has no effect.
 * - `hangs`: there is no response. The request ends when the client aborts it or on `recover()`.
 * - `losesResponse`: the request takes effect, then the connection breaks.
 */
export type Failure = { route: string; times?: number; after?: number; id?: string } & (
	| { status: number; code?: number; message?: string; retryAfter?: number; global?: boolean }
	| { network: true }
	| { hangs: true }
	| { losesResponse: true }
);

/** Delays the responses of a route by `ms`, `times` times or until `recover()`. */
export type Delay = { route: string; ms: number; times?: number };

/** The active failures and delays. */
export class Switches {
	#failures: Failure[] = [];
	#delays: Delay[] = [];
	#held: { route: string; times: number; released: Promise<void> }[] = [];
	#waiting = new Set<() => void>();

	fail(failure: Failure): void {
		this.#failures.push({ ...failure });
	}

	delay(delay: Delay): void {
		this.#delays.push({ ...delay });
	}

	/** Lets the next `times` requests of a route wait, before they have an effect, until the returned function is called. */
	hold(route: string, times = 1): () => void {
		let release = () => {};
		const released = new Promise<void>((resolve) => {
			release = resolve;
		});
		this.#held.push({ route, times, released });
		this.#waiting.add(release);
		return release;
	}

	/** Ends every failure and delay, and releases every request that hangs or is held. */
	recover(): void {
		this.#failures = [];
		this.#delays = [];
		this.#held = [];
		for (const release of this.#waiting) release();
	}

	/** Returns the failure for this request and decrements its counter. */
	consumeFailure(route: string, path: string): Failure | undefined {
		const isMeant = ({ route: pattern, id }: Failure) =>
			matches(pattern, route) && (id === undefined || path.split('/').includes(id));
		for (const failure of this.#failures.filter(isMeant)) {
			if (failure.after) {
				failure.after -= 1;
				continue;
			}
			this.#failures = countDown(this.#failures, failure);
			return failure;
		}
		return undefined;
	}

	/** Returns the delay of this request in milliseconds and decrements the counters. */
	consumeDelay(route: string): number {
		let totalMs = 0;
		for (const delay of this.#delays.filter((each) => matches(each.route, route))) {
			totalMs += delay.ms;
			this.#delays = countDown(this.#delays, delay);
		}
		return totalMs;
	}

	/** Waits until the request is released, if it is held. */
	async waitForRelease(route: string): Promise<void> {
		const hold = this.#held.find((each) => each.route === route);
		if (!hold) return;
		this.#held = countDown(this.#held, hold);
		await hold.released;
	}

	/** Waits until `recover()` or until the client aborts. */
	hang(signal: AbortSignal): Promise<void> {
		return new Promise((resolve) => {
			const release = () => {
				this.#waiting.delete(release);
				signal.removeEventListener('abort', release);
				resolve();
			};
			this.#waiting.add(release);
			signal.addEventListener('abort', release);
			if (signal.aborted) release();
		});
	}
}

/** Decrements an item's counter. Returns the list without the item after its last time. */
function countDown<Item extends { times?: number }>(list: Item[], item: Item): Item[] {
	if (item.times === undefined) return list;
	item.times -= 1;
	return item.times > 0 ? list : list.filter((other) => other !== item);
}

const matches = (pattern: string, route: string) => pattern === '*' || pattern === route;
