import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { RouterContextProvider } from 'react-router';
import { database } from '~/database/connection.ts';
import { execute } from '~/database/sql.ts';
import { type AddressLimit, RATE_LIMITS, type UserLimit } from '~/domain/limits.ts';
import { Refusal } from '~/domain/refusal.ts';
import type { CountedWrites } from '../auth/credentials.ts';
import { config } from '../config.ts';
import { hashSecret } from '../secrets.ts';
import { getActor } from './context.ts';
import { toCountedNetwork } from './peer.ts';

type Limit = keyof typeof RATE_LIMITS;

const DURATION_SECONDS = 60;

const limiters = new Map<Limit, RateLimiterMemory | RateLimiterPostgres>();

/**
 * Returns the limiter of a limit. Requests are counted in the memory of this process, which that limit protects. All
 * other limits are for the whole deployment, so they are counted in PostgreSQL (decision 0009).
 */
function getLimiter(limit: Limit): RateLimiterMemory | RateLimiterPostgres {
	let limiter = limiters.get(limit);
	if (!limiter) {
		const points = getMaxUses(limit);
		const options = { keyPrefix: limit, points, duration: DURATION_SECONDS };
		limiter =
			limit === 'userRequestsPerMinute'
				? new RateLimiterMemory(options)
				: new RateLimiterPostgres({
						...options,
						storeClient: database(),
						storeType: 'sequelize',
						schemaName: 'public',
						tableName: 'rate_limits',
						tableCreated: true,
						// Above the limit, no more rows are written until the minute is over.
						inMemoryBlockOnConsumed: points + 1,
					});
		limiters.set(limit, limiter);
	}
	return limiter;
}

/** Returns how many uses of a limit are allowed per minute, with RATE_LIMIT_FACTOR applied. */
const getMaxUses = (limit: Limit): number =>
	Math.max(1, Math.round(RATE_LIMITS[limit] * config().RATE_LIMIT_FACTOR));

/** Returns how many writes per minute a user is allowed. */
export const getMaxWrites = (): number => getMaxUses('userWritesPerMinute');

/**
 * Throws Refusal 'tooMany' when the user of a write has sent too many of them. The write was counted when the
 * user was read (server/auth/credentials.ts).
 */
export function requireWriteLimit({ count, endsAt }: CountedWrites, now: Date): void {
	if (count > getMaxWrites()) throw createTooManyRefusal(endsAt.getTime() - now.getTime());
}

/** Counts one use of `limit` by a user. Throws Refusal 'tooMany' (429, with Retry-After) above the limit. */
export const consumeByUser = (limit: UserLimit, userId: string): Promise<void> => countUse(limit, userId);

/**
 * Counts one use of `limit` by the signed-in user of a request; does nothing without a signed-in user. Throws Refusal
 * 'tooMany' (429) above the limit.
 */
export async function consumeByActor(
	limit: UserLimit,
	context: Readonly<RouterContextProvider>,
): Promise<void> {
	const actor = getActor(context);
	if (actor) await consumeByUser(limit, actor.id);
}

/**
 * Counts one use of `limit` by the network of the client's address, of which only a hash is stored. Throws Refusal
 * 'tooMany' (429) above the limit.
 */
export const consumeByAddress = (limit: AddressLimit, address: string): Promise<void> =>
	countUse(limit, hashSecret(toCountedNetwork(address)));

async function countUse(limit: Limit, key: string): Promise<void> {
	try {
		await getLimiter(limit).consume(key);
	} catch (error) {
		if (!(error instanceof RateLimiterRes)) throw error;
		throw createTooManyRefusal(error.msBeforeNext);
	}
}

const createTooManyRefusal = (waitMs: number): Refusal =>
	new Refusal('tooMany', 'Too many requests. Please wait a moment and try again.', {
		retryAfter: waitMs / 1000,
	});

/**
 * Deletes the counters whose minute was over by `now` and returns how many. A scheduled job; its timing does
 * not matter, because expired counters are already ignored.
 */
export function deleteExpiredCounters(now: Date): Promise<number> {
	return execute('DELETE FROM rate_limits WHERE expire <= :nowMs', { nowMs: now.getTime() });
}

/** Clears the cached limiters; for tests that change the database or the factor. */
export function resetLimiters(): void {
	limiters.clear();
}
