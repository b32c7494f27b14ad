import { setTimeout as sleep } from 'node:timers/promises';
import { DiscordUnavailable, isRateLimit } from './client.ts';

/** How long the calls of one budget wait for Discord's rate limits by default, all waits together. */
const MAX_WAIT_SECONDS = 30;

/** Keeps a 429 without a wait from causing a busy loop. */
const MIN_WAIT_SECONDS = 1;

/** Until when Discord must not be called, in milliseconds of the timer's clock. */
export type RateLimitPause = { until: number };

/** The clock and the sleep function, in milliseconds; tests pass their own. */
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
	/** Shared by budgets whose calls must all wait while Discord rate-limits one of them. */
	pause?: RateLimitPause | undefined;
	/**
	 * Throws the limit of one message, channel or server at once instead of waiting, so that the caller can go on with
	 * others. The pause then belongs to the limits of a whole route or of the bot.
	 */
	skipsPartialLimits?: boolean;
	/** Aborts a wait. */
	signal?: AbortSignal | undefined;
	timer?: RateLimitTimer;
};

/** Limits how long the calls of one task wait for Discord's rate limits (429), all waits together. */
export class RateLimitBudget {
	readonly #pause: RateLimitPause;
	readonly #signal: AbortSignal | undefined;
	readonly #timer: RateLimitTimer;
	readonly #skipsPartialLimits: boolean;
	#leftMs: number;

	constructor({
		maxWaitSeconds = MAX_WAIT_SECONDS,
		pause,
		skipsPartialLimits = false,
		signal,
		timer = REAL_TIMER,
	}: Options = {}) {
		this.#pause = pause ?? { until: Number.NEGATIVE_INFINITY };
		this.#signal = signal;
		this.#timer = timer;
		this.#skipsPartialLimits = skipsPartialLimits;
		this.#leftMs = maxWaitSeconds * 1_000;
	}

	/**
	 * Runs `call` and returns its result; after a 429 it waits as long as Discord asks for and calls again.
	 * Throws the 429 when the wait is longer than the rest of the budget, and any other error at once.
	 */
	async run<T>(call: () => Promise<T>): Promise<T> {
		let lastError = new DiscordUnavailable('Discord asked us to wait', { status: 429 });
		for (;;) {
			await this.#waitOrThrow(lastError);
			try {
				return await call();
			} catch (error) {
				if (!isRateLimit(error) || (this.#skipsPartialLimits && error.isPartialLimit)) throw error;
				lastError = error;
				const waitMs = Math.max(MIN_WAIT_SECONDS, error.retryAfter ?? 0) * 1_000;
				this.#pause.until = Math.max(this.#pause.until, this.#timer.now() + waitMs);
			}
		}
	}

	async #waitOrThrow(lastError: DiscordUnavailable): Promise<void> {
		const waitMs = this.#pause.until - this.#timer.now();
		if (waitMs <= 0) return;
		if (waitMs > this.#leftMs) throw lastError;
		this.#leftMs -= waitMs;
		// A timer counts whole milliseconds; rounded down, it would fire before the pause ends.
		await this.#timer.sleep(Math.ceil(waitMs), this.#signal);
	}
}
