import { createHash } from 'node:crypto';

/**
 * At most `limit` requests in `windowMs`. A `global` limit applies to all routes together, like Discord's 50 per
 * second.
 */
export type RateLimit = { limit: number; windowMs: number } & ({ route: string } | { global: true });

type Bucket = { limit: number; windowMs: number; used: number; endsAt: number };
type RateLimitResult = { headers: Record<string, string>; retryAfter: number | null; global: boolean };

/** The rate limits that a test has set. A route without a limit has no rate-limit headers. */
export class RateLimits {
	readonly #routes = new Map<string, Bucket>();
	#global: Bucket | null = null;

	limit(rule: RateLimit): void {
		const bucket = { limit: rule.limit, windowMs: rule.windowMs, used: 0, endsAt: 0 };
		if ('global' in rule) this.#global = bucket;
		else this.#routes.set(rule.route, bucket);
	}

	clear(): void {
		this.#routes.clear();
		this.#global = null;
	}

	/** Counts a request. Uses the real clock, because clients wait by it too. */
	countRequest(route: string): RateLimitResult {
		const now = Date.now();
		if (this.#global && !consume(this.#global, now)) {
			const retryAfter = getSecondsLeft(this.#global, now);
			return {
				headers: { 'X-RateLimit-Global': 'true', 'X-RateLimit-Scope': 'global' },
				retryAfter,
				global: true,
			};
		}
		const bucket = this.#routes.get(route);
		if (!bucket) return { headers: {}, retryAfter: null, global: false };
		const allowed = consume(bucket, now);
		const headers = { ...toHeaders(bucket, route, now), ...(allowed ? {} : { 'X-RateLimit-Scope': 'user' }) };
		return { headers, retryAfter: allowed ? null : getSecondsLeft(bucket, now), global: false };
	}
}

function consume(bucket: Bucket, now: number): boolean {
	if (now >= bucket.endsAt) Object.assign(bucket, { used: 0, endsAt: now + bucket.windowMs });
	if (bucket.used >= bucket.limit) return false;
	bucket.used += 1;
	return true;
}

const getSecondsLeft = (bucket: Bucket, now: number) => Math.max(1, bucket.endsAt - now) / 1000;

function toHeaders(bucket: Bucket, route: string, now: number): Record<string, string> {
	return {
		'X-RateLimit-Limit': String(bucket.limit),
		'X-RateLimit-Remaining': String(bucket.limit - bucket.used),
		'X-RateLimit-Reset': (bucket.endsAt / 1000).toFixed(3),
		'X-RateLimit-Reset-After': getSecondsLeft(bucket, now).toFixed(3),
		'X-RateLimit-Bucket': createHash('sha256').update(route).digest('hex').slice(0, 32),
	};
}
