import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { Op } from 'sequelize';
import { database } from '~/database/connection.ts';
import { RateLimit } from '~/database/models/index.ts';
import { RATE_LIMITS } from '~/domain/limits.ts';
import { Refusal } from '~/domain/refusal.ts';
import { config } from '../config.ts';

type Limit = keyof typeof RATE_LIMITS;

const limiters = new Map<Limit, RateLimiterPostgres>();

function limiterOf(limit: Limit): RateLimiterPostgres {
	let limiter = limiters.get(limit);
	if (!limiter) {
		const points = Math.max(1, Math.round(RATE_LIMITS[limit] * config().RATE_LIMIT_FACTOR));
		limiter = new RateLimiterPostgres({
			storeClient: database(),
			storeType: 'sequelize',
			schemaName: 'public',
			tableName: 'rate_limits',
			tableCreated: true,
			keyPrefix: limit,
			points,
			duration: 60,
			// Once over the limit, no further row is written until the minute is over.
			inMemoryBlockOnConsumed: points + 1,
		});
		limiters.set(limit, limiter);
	}
	return limiter;
}

/** Counts one use of `limit` by `key`, for the whole deployment; refuses (429, with Retry-After) beyond it. */
export async function consume(limit: Limit, key: string): Promise<void> {
	try {
		await limiterOf(limit).consume(key);
	} catch (error) {
		if (!(error instanceof RateLimiterRes)) throw error;
		throw new Refusal('tooMany', 'That was a lot at once. Please wait a moment and try again.', {
			retryAfter: error.msBeforeNext / 1000,
		});
	}
}

/** Removes the counters whose minute was over by `now`; answers how many. For a job: nothing depends on when it runs. */
export function removeOutlivedCounters(now: Date): Promise<number> {
	return RateLimit.destroy({ where: { expire: { [Op.lte]: String(now.getTime()) } } });
}

/** Forgets the limiters; a test that changes the database or the factor needs new ones. */
export function resetLimiters(): void {
	limiters.clear();
}
