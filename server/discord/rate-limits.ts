import { setTimeout as sleep } from 'node:timers/promises';
import { DiscordUnavailable, isRateLimit } from './client.ts';

/** How long one piece of work waits for Discord's rate limits, all waits together, unless it says otherwise. */
const MAX_WAIT_SECONDS = 30;

/** A 429 that asks for no wait must not become a busy loop. */
const MIN_WAIT_SECONDS = 1;

/** Until when Discord must not be called, in milliseconds of the timer's clock. */
export type RateLimitPause = { until: number };

/** The clock and the waiting, in milliseconds; tests pass their own. */
export type RateLimitTimer = {
	now(): number;
	sleep(milliseconds: number, signal?: AbortSignal): Promise<unknown>;
};

const REAL_TIMER: RateLimitTimer = {
	now: () => performance.now(),
	sleep: (milliseconds, signal) => sleep(milliseconds, undefined, signal ? { signal } : {}),
};

type Options = {
	maxWaitSeconds?: number;
	/** Shared by pieces of work of which none may call Discord while it asks one of them to wait. */
	pause?: RateLimitPause;
	/** Ends a wait. */
	signal?: AbortSignal;
	timer?: RateLimitTimer;
};

/** The time that the calls of one piece of work may wait for Discord's rate limits (429), all together. */
export class RateLimitBudget {
	readonly #pause: RateLimitPause;
	readonly #signal: AbortSignal | undefined;
	readonly #timer: RateLimitTimer;
	#leftMs: number;

	constructor({ maxWaitSeconds = MAX_WAIT_SECONDS, pause, signal, timer = REAL_TIMER }: Options = {}) {
		this.#pause = pause ?? { until: Number.NEGATIVE_INFINITY };
		this.#signal = signal;
		this.#timer = timer;
		this.#leftMs = maxWaitSeconds * 1_000;
	}

	/**
	 * Runs `call`, and again after each 429 when the time that Discord asks for has passed. Throws the 429 when that time is
	 * longer than what is left, and any other error at once.
	 */
	async run<T>(call: () => Promise<T>): Promise<T> {
		let limit = new DiscordUnavailable('Discord asked us to wait', { status: 429 });
		for (;;) {
			await this.#waitOrThrow(limit);
			try {
				return await call();
			} catch (error) {
				if (!isRateLimit(error)) throw error;
				limit = error;
				const waitMs = Math.max(MIN_WAIT_SECONDS, error.retryAfter ?? 0) * 1_000;
				this.#pause.until = Math.max(this.#pause.until, this.#timer.now() + waitMs);
			}
		}
	}

	async #waitOrThrow(limit: DiscordUnavailable): Promise<void> {
		const waitMs = this.#pause.until - this.#timer.now();
		if (waitMs <= 0) return;
		if (waitMs > this.#leftMs) throw limit;
		this.#leftMs -= waitMs;
		// A timer counts whole milliseconds; rounded down it would end before the pause does.
		await this.#timer.sleep(Math.ceil(waitMs), this.#signal);
	}
}
