import { createHash } from 'node:crypto';

/** At most `limit` calls in `windowMs`. `global` is the bot's one bucket for all routes, as Discord's 50 a second. */
export type RateLimit = { limit: number; windowMs: number } & ({ route: string } | { global: true });

type Bucket = { limit: number; windowMs: number; used: number; endsAt: number };
type Verdict = { headers: Record<string, string>; retryAfter: number | null; global: boolean };

/** The rate limits that a test switched on; without any, no call is limited and no answer has their headers. */
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

	/** Counts a call by the computer's own clock, which is the one that a waiting caller goes by. */
	take(route: string): Verdict {
		const now = Date.now();
		if (this.#global && !use(this.#global, now)) {
			const retryAfter = secondsLeft(this.#global, now);
			return {
				headers: { 'X-RateLimit-Global': 'true', 'X-RateLimit-Scope': 'global' },
				retryAfter,
				global: true,
			};
		}
		const bucket = this.#routes.get(route);
		if (!bucket) return { headers: {}, retryAfter: null, global: false };
		const allowed = use(bucket, now);
		const headers = { ...describe(bucket, route, now), ...(allowed ? {} : { 'X-RateLimit-Scope': 'user' }) };
		return { headers, retryAfter: allowed ? null : secondsLeft(bucket, now), global: false };
	}
}

function use(bucket: Bucket, now: number): boolean {
	if (now >= bucket.endsAt) Object.assign(bucket, { used: 0, endsAt: now + bucket.windowMs });
	if (bucket.used >= bucket.limit) return false;
	bucket.used += 1;
	return true;
}

const secondsLeft = (bucket: Bucket, now: number) => Math.max(1, bucket.endsAt - now) / 1000;

function describe(bucket: Bucket, route: string, now: number): Record<string, string> {
	return {
		'X-RateLimit-Limit': String(bucket.limit),
		'X-RateLimit-Remaining': String(bucket.limit - bucket.used),
		'X-RateLimit-Reset': (bucket.endsAt / 1000).toFixed(3),
		'X-RateLimit-Reset-After': secondsLeft(bucket, now).toFixed(3),
		'X-RateLimit-Bucket': createHash('sha256').update(route).digest('hex').slice(0, 32),
	};
}
