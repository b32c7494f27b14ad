/**
 * What a test makes a route do. `route` is a route's name such as `GET /users/@me`, or `*`. It starts after `after`
 * calls that go well (0 unless told), and without `times` it lasts until `recover()`.
 *
 * - `status`: answers with an error status and does nothing; `code` and `message` are Discord's own, for 403 Missing
 *   Permissions unless told otherwise.
 * - `network`: the connection breaks before anything is done.
 * - `hangs`: never answers; the request ends when its caller gives up or on `recover()`.
 * - `losesReply`: does the work, then the connection breaks.
 */
export type Failure = { route: string; times?: number; after?: number } & (
	| { status: number; code?: number; message?: string; retryAfter?: number; global?: boolean }
	| { network: true }
	| { hangs: true }
	| { losesReply: true }
);

/** Makes a route answer `ms` late, `times` times or until `recover()`. */
export type Delay = { route: string; ms: number; times?: number };

/** The failures and delays that are on. */
export class Switches {
	#failures: Failure[] = [];
	#delays: Delay[] = [];
	#waiting = new Set<() => void>();

	fail(failure: Failure): void {
		this.#failures.push({ ...failure });
	}

	delay(delay: Delay): void {
		this.#delays.push({ ...delay });
	}

	/** Ends every failure and delay, and the requests that hang. */
	recover(): void {
		this.#failures = [];
		this.#delays = [];
		for (const release of this.#waiting) release();
	}

	/** The failure that this request meets, counted down. */
	takeFailure(route: string): Failure | undefined {
		for (const failure of this.#failures.filter((one) => matches(one.route, route))) {
			if (failure.after) {
				failure.after -= 1;
				continue;
			}
			this.#failures = countDown(this.#failures, failure);
			return failure;
		}
		return undefined;
	}

	/** How long this request has to wait, in milliseconds, counted down. */
	takeDelay(route: string): number {
		let wait = 0;
		for (const delay of this.#delays.filter((one) => matches(one.route, route))) {
			wait += delay.ms;
			this.#delays = countDown(this.#delays, delay);
		}
		return wait;
	}

	/** Waits until `recover()`, or until the caller gives up. */
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

/** The list without `one` when that was its last time. */
function countDown<One extends { times?: number }>(list: One[], one: One): One[] {
	if (one.times === undefined) return list;
	one.times -= 1;
	return one.times > 0 ? list : list.filter((other) => other !== one);
}

const matches = (wanted: string, route: string) => wanted === '*' || wanted === route;
