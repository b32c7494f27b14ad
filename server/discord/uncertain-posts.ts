import { CLOCK_DIFFERENCE_MS } from '~/domain/discord/mirror-plan.ts';
import { isRateLimit } from './client.ts';
import { RateLimitBudget, type RateLimitPause } from './rate-limits.ts';

/** Longer than any run that posts a message: a run that was killed is repeated after this time. */
export const LEASE_MS = 60_000;
/** How long one run waits for Discord's rate limits; after that it is retried later. */
const MAX_WAIT_SECONDS = 15;

/** Returns the budget of one run that posts a message. `signal` ends its wait for a rate limit. */
export const createPostBudget = (
	pause: RateLimitPause | undefined,
	signal: AbortSignal | undefined,
): RateLimitBudget =>
	new RateLimitBudget({ maxWaitSeconds: MAX_WAIT_SECONDS, pause, skipsPartialLimits: true, signal });

const RETRY_MS = { first: 5_000, most: 60_000 };
/** How long Discord certainly recognizes a nonce. */
const NONCE_MS = 2 * 60_000;

/** Returns how long to wait after `attempts` failures, in milliseconds; a limit that names its wait is waited for. */
export function getRetryMs(attempts: number, failure: unknown): number {
	if (isRateLimit(failure) && failure.retryAfter) return failure.retryAfter * 1_000;
	return Math.min(RETRY_MS.most, RETRY_MS.first * 2 ** Math.min(attempts, 10));
}

/** Returns whether Discord certainly recognizes the nonce of a message that was sent at `sentAt`. */
export const hasNonce = (sentAt: Date, now: Date): boolean => now.getTime() - sentAt.getTime() <= NONCE_MS;

/** Returns the nonce of a message, which has at most the 25 characters that Discord allows. */
export const toNonce = (prefix: string, id: string, sentAt: Date): string =>
	`${prefix}${BigInt(id).toString(36)}-${sentAt.getTime().toString(36)}`;

/** Returns from when on to look for a message that was sent at `sentAt` with an unknown result. */
export const toSearchStart = (sentAt: Date): Date => new Date(sentAt.getTime() - CLOCK_DIFFERENCE_MS);
