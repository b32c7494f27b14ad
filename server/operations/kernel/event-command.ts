import type { Transaction } from 'sequelize';
import { z } from 'zod';
import { idempotencyKey } from '~/domain/inputs.ts';
import type { Action } from '~/domain/policy.ts';
import { doOnce } from './idempotency.ts';
import { type ChangeContext, defineOperation } from './operation.ts';

const input = z.object({ idempotencyKey });

type EventCommand<Result> = {
	allow: Action;
	inTransaction: <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>;
	/** Returns the result, which must be JSON: a repeat returns the stored one. */
	work(call: ChangeContext & { eventId: string }): Promise<Result>;
};

/**
 * Declares an operation that an event's id is enough for. `work` runs once per idempotency key, in one transaction with
 * the key; the operation returns its result.
 */
export function defineEventCommand<Result>({ allow, inTransaction, work }: EventCommand<Result>) {
	return defineOperation({
		allow,
		params: ['eventId'],
		input,
		handle: ({ actor, params: { eventId }, input: { idempotencyKey: key }, now }): Promise<Result> =>
			inTransaction(async (transaction) => {
				const context = { actor, now, transaction };
				const once = { key, request: { eventId } };
				return (await doOnce(allow, once, context, () => work({ ...context, eventId }))).result;
			}),
	});
}
