import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { RouterContextProvider } from 'react-router';
import { Op } from 'sequelize';
import { database } from '~/database/connection.ts';
import { RateLimit } from '~/database/models/index.ts';
import { type AddressLimit, RATE_LIMITS, type UserLimit } from '~/domain/limits.ts';
import { Refusal } from '~/domain/refusal.ts';
import { config } from '../config.ts';
import { hashSecret } from '../secrets.ts';
import { getActor } from './context.ts';

type Limit = keyof typeof RATE_LIMITS;

const limiters = new Map<Limit, RateLimiterPostgres>();

function getLimiter(limit: Limit): RateLimiterPostgres {
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
			// Above the limit, no more rows are written until the minute is over.
			inMemoryBlockOnConsumed: points + 1,
		});
		limiters.set(limit, limiter);
	}
	return limiter;
}

/**
 * Counts one use of `limit` by a user, for the whole deployment. Throws Refusal 'tooMany' (429, with
 * Retry-After) above the limit.
 */
export const consumeByUser = (limit: UserLimit, userId: string): Promise<void> => countUse(limit, userId);

/**
 * Counts one use of `limit` by the signed-in user of a request; does nothing without a signed-in user. Throws
 * like `consume`.
 */
export async function consumeByActor(
	limit: UserLimit,
	context: Readonly<RouterContextProvider>,
): Promise<void> {
	const actor = getActor(context);
	if (actor) await consumeByUser(limit, actor.id);
}

/**
 * Counts one use of `limit` by the client's address, of which only a hash is stored. Throws like `consume`.
 */
export const consumeByAddress = (limit: AddressLimit, address: string): Promise<void> =>
	countUse(limit, hashSecret(address));

async function countUse(limit: Limit, key: string): Promise<void> {
	try {
		await getLimiter(limit).consume(key);
	} catch (error) {
		if (!(error instanceof RateLimiterRes)) throw error;
		throw new Refusal('tooMany', 'That was a lot at once. Please wait a moment and try again.', {
			retryAfter: error.msBeforeNext / 1000,
		});
	}
}

/**
 * Deletes the counters whose minute was over by `now` and returns how many. A scheduled job; its timing does
 * not matter, because expired counters are already ignored.
 */
export function deleteExpiredCounters(now: Date): Promise<number> {
	return RateLimit.destroy({ where: { expire: { [Op.lte]: String(now.getTime()) } } });
}

/** Clears the cached limiters; for tests that change the database or the factor. */
export function resetLimiters(): void {
	limiters.clear();
}
