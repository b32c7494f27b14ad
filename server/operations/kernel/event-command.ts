import { z } from 'zod';
import type { inTransaction } from '~/database/connection.ts';
import { idempotencyKey } from '~/domain/inputs.ts';
import type { Action } from '~/domain/policy.ts';
import { doOnce } from './idempotency.ts';
import { type ChangeContext, defineChange } from './operation.ts';

type EventCommand<Result> = {
	allow: Action;
	inTransaction?: typeof inTransaction;
	/** Returns the result, which must be JSON: a repeat returns the stored one. */
	work(eventId: string, context: ChangeContext): Promise<Result>;
};

/**
 * Declares an operation that an event's id is enough for. `work` runs once per idempotency key, in one transaction with
 * the key; the operation returns its result.
 */
export const defineEventCommand = <Result>({ work, ...definition }: EventCommand<Result>) =>
	defineChange({
		...definition,
		params: ['eventId'],
		input: z.object({ idempotencyKey }),
		work: ({ params: { eventId }, input: { idempotencyKey: key }, context }): Promise<Result> =>
			doOnce(definition.allow, { key, request: { eventId } }, context, () => work(eventId, context)),
	});
