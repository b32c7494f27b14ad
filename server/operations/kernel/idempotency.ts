import { createHash, randomUUID } from 'node:crypto';
import { execute, one, selectValue } from '~/database/sql.ts';
import { HOUR_MS } from '~/domain/limits.ts';
import type { Action } from '~/domain/policy.ts';
import { conflict } from '~/domain/refusal.ts';
import type { ChangeContext } from './operation.ts';

/** How long a request with the same key is recognized as a repeat. */
const IDEMPOTENCY_KEY_HOURS = 24;

type KeyedRequest = {
	/** The key that the request brought. Without a key, the work is always done. */
	key: string | undefined;
	/** The content of the request (ids of the address and the parsed input). The same key with other content is refused. */
	request: unknown;
};

/**
 * Does `work` once per key, actor and operation, in the transaction that saves the key, and returns its result. A repeat
 * within a day, also a concurrent one, waits for the first run and returns the same result. The result is stored as JSON, so
 * it should have ids and no texts of users. When `work` throws, no key is saved. Throws Refusal 'conflict' when the key was
 * used for another request.
 */
export async function doOnce<Result>(
	operation: Action,
	{ key, request }: KeyedRequest,
	{ actor, now, transaction }: ChangeContext,
	work: () => Promise<Result>,
): Promise<Result> {
	if (key === undefined) return work();
	const binds = { key, actor: actor.id, operation };
	// Each operation builds the request in only one place, so the order of its properties is fixed.
	const requestHash = createHash('sha256').update(JSON.stringify(request)).digest('hex');
	// A second request with the same key waits here until the first one has committed. An expired key is replaced.
	const acquiredCount = await execute(
		`INSERT INTO idempotency_keys AS k (key, actor_scope, operation, request_hash, state, created_at, expires_at)
		VALUES (:key, :actor, :operation, :requestHash, 'started', :now, :expires)
		ON CONFLICT (key, actor_scope, operation) DO UPDATE SET request_hash = excluded.request_hash, state = 'started',
			response = NULL, created_at = excluded.created_at, expires_at = excluded.expires_at
		WHERE k.expires_at <= :now`,
		{ ...binds, requestHash, now, expires: new Date(now.getTime() + IDEMPOTENCY_KEY_HOURS * HOUR_MS) },
		transaction,
	);
	if (acquiredCount === 0) {
		const row = await one<{ request_hash: string; response: Result }>(
			`SELECT request_hash, response FROM idempotency_keys
			WHERE key = :key AND actor_scope = :actor AND operation = :operation`,
			binds,
			transaction,
		);
		if (row?.request_hash !== requestHash)
			throw conflict('This form was already sent with different values. Please send it again.');
		return row.response;
	}
	const result = await work();
	await execute(
		`UPDATE idempotency_keys SET state = 'finished', response = :response::jsonb
		WHERE key = :key AND actor_scope = :actor AND operation = :operation`,
		{ ...binds, response: JSON.stringify(result) },
		transaction,
	);
	return result;
}

/** Returns the result that `doOnce` stored; null when there is none or it has expired. */
export const findStoredResult = (call: {
	actorId: string;
	operation: Action;
	now: Date;
	key: string;
}): Promise<unknown> =>
	selectValue<unknown>(
		`SELECT response FROM idempotency_keys
		WHERE key = :key AND actor_scope = :actorId AND operation = :operation AND expires_at > :now`,
		call,
	);

/** Returns a new key for a form that the server renders. */
export const createFormKey = (): string => randomUUID();

/** Deletes the keys that have expired by `now` and returns how many; nothing depends on when it runs. */
export const deleteExpiredIdempotencyKeys = (now: Date): Promise<number> =>
	execute('DELETE FROM idempotency_keys WHERE expires_at <= :now', { now });
