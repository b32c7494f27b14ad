import { createHash, randomUUID } from 'node:crypto';
import { QueryTypes, type Transaction } from 'sequelize';
import { database } from '~/database/connection.ts';
import { HOUR_MS, IDEMPOTENCY_KEY_HOURS } from '~/domain/limits.ts';
import type { Action, Actor } from '~/domain/policy.ts';
import { conflict } from '~/domain/refusal.ts';

export type RepeatableCall = {
	/** The transaction of the work itself: key and work are there together, or neither is. */
	transaction: Transaction;
	actor: Actor;
	operation: Action;
	/** The caller's key; left out, the work is always done. */
	key: string | undefined;
	/** What was asked for (ids of the address and the parsed input): the same key with another one is refused. */
	request: unknown;
	now: Date;
};

/**
 * Does `work` once per key, actor and operation: a repeat within a day, also one that runs at the same time, waits for
 * the first and gets its answer. What `work` answers is remembered as JSON, so it should be ids, no text of people.
 * A work that threw leaves no key. Refuses (409) a key that was used for another request.
 */
export async function doOnce<Remembered>(
	call: RepeatableCall,
	work: () => Promise<Remembered>,
): Promise<{ remembered: Remembered; isRepeat: boolean }> {
	const { transaction, actor, operation, key, now } = call;
	if (key === undefined) return { remembered: await work(), isRepeat: false };
	const replacements = { key, actor: actor.id, operation };
	const requestHash = hashRequest(call.request);
	// Whoever comes second waits here until the first has committed; an outlived key is taken over.
	const taken = await database().query(
		`INSERT INTO idempotency_keys AS k (key, actor_scope, operation, request_hash, state, created_at, expires_at)
		VALUES (:key, :actor, :operation, :requestHash, 'started', :now, :expires)
		ON CONFLICT (key, actor_scope, operation) DO UPDATE SET request_hash = excluded.request_hash, state = 'started',
			response = NULL, created_at = excluded.created_at, expires_at = excluded.expires_at
		WHERE k.expires_at <= :now
		RETURNING key`,
		{
			type: QueryTypes.SELECT,
			transaction,
			replacements: {
				...replacements,
				requestHash,
				now,
				expires: new Date(now.getTime() + IDEMPOTENCY_KEY_HOURS * HOUR_MS),
			},
		},
	);
	if (taken.length === 0) {
		const remembered = await recall<Remembered>(transaction, replacements, requestHash);
		return { remembered, isRepeat: true };
	}
	const remembered = await work();
	await database().query(
		`UPDATE idempotency_keys SET state = 'finished', response = CAST(:response AS jsonb)
		WHERE key = :key AND actor_scope = :actor AND operation = :operation`,
		{
			type: QueryTypes.UPDATE,
			transaction,
			replacements: { ...replacements, response: JSON.stringify(remembered) },
		},
	);
	return { remembered, isRepeat: false };
}

async function recall<Remembered>(
	transaction: Transaction,
	replacements: { key: string; actor: string; operation: string },
	requestHash: string,
): Promise<Remembered> {
	const [row] = await database().query<{ request_hash: string; response: Remembered }>(
		`SELECT request_hash, response FROM idempotency_keys
		WHERE key = :key AND actor_scope = :actor AND operation = :operation`,
		{ type: QueryTypes.SELECT, transaction, replacements },
	);
	if (row?.request_hash !== requestHash) {
		throw conflict('This form was sent before with something else in it. Please send it again.');
	}
	return row.response;
}

/** Returns what `doOnce` remembers for this key, actor and operation; null when there is nothing or it has expired. */
export async function findRemembered({
	actor,
	...call
}: Pick<RepeatableCall, 'actor' | 'operation' | 'now'> & { key: string }): Promise<unknown> {
	const [row] = await database().query<{ response: unknown }>(
		`SELECT response FROM idempotency_keys
		WHERE key = :key AND actor_scope = :actor AND operation = :operation AND expires_at > :now`,
		{ type: QueryTypes.SELECT, replacements: { ...call, actor: actor.id } },
	);
	return row?.response ?? null;
}

/** A key for a form that the server renders. */
export const makeFormKey = (): string => randomUUID();

/** Removes the keys that ended before `now`; answers how many. For a job: nothing depends on when it runs. */
export async function removeOutlivedKeys(now: Date): Promise<number> {
	const removed = await database().query(
		'DELETE FROM idempotency_keys WHERE expires_at <= :now RETURNING key',
		{
			type: QueryTypes.SELECT,
			replacements: { now },
		},
	);
	return removed.length;
}

/** SHA-256 of the request's JSON, lower-case hex; the caller builds its object in one place, so its order is fixed. */
function hashRequest(request: unknown): string {
	return createHash('sha256').update(JSON.stringify(request)).digest('hex');
}
