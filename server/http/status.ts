import { AsyncLocalStorage } from 'node:async_hooks';
import {
	findDatabaseProblem,
	isCommitUncertain,
	isDatabaseDown,
	isForeignKeyViolation,
	isOutOfResources,
} from '~/database/connection.ts';
import { isOnlyReadable } from '~/domain/database-problems.ts';
import { conflict, Refusal, type RefusalKind } from '~/domain/refusal.ts';
import { log, logFailure } from '../log.ts';

/** The status of each kind of refusal (docs/architecture.md). */
export const STATUS: Record<RefusalKind, number> = {
	malformed: 400,
	unauthenticated: 401,
	denied: 403,
	missing: 404,
	conflict: 409,
	tooLarge: 413,
	invalid: 422,
	tooMany: 429,
	upstream: 502,
	unavailable: 503,
};

const DATABASE_DOWN = "The database isn't responding. Please try again in a moment.";
const DATABASE_READ_ONLY = "Changes can't be saved right now, and nothing was saved. Please try again later.";
/** Sending the same request again is safe when it has an idempotency key (docs/decisions/0009). */
const COMMIT_UNCERTAIN = 'Your change may have been saved. Reload before you try again.';

const noted = new AsyncLocalStorage<{ error: unknown }>();

/** Returns the result of `work`, and the first error in it that `asRefusal` called 'unavailable', or null. */
export async function noteUnavailable<Result>(
	work: () => Promise<Result>,
): Promise<{ result: Result; error: unknown }> {
	const note = { error: null };
	const result = await noted.run(note, work);
	return { result, error: note.error };
}

/** Returns the refusal that a user sees for an error, or null for an unexpected error (500, and logged). */
export function asRefusal(error: unknown): Refusal | null {
	const refusal = toRefusal(error);
	const note = noted.getStore();
	// The log of the request has the reason, which its page does not say.
	if (note && refusal?.kind === 'unavailable') note.error ??= refusal.cause ?? refusal;
	return refusal;
}

function toRefusal(error: unknown): Refusal | null {
	if (error instanceof Refusal) return error;
	if (isDatabaseDown(error)) {
		// The problem stays until the operator solves it, and they learn of it only from the log.
		if (isOutOfResources(error)) log().error({ err: error }, 'the database is out of resources');
		const problem = findDatabaseProblem(error);
		if (problem !== null) logFailure(error, 'request');
		const text = isCommitUncertain(error)
			? COMMIT_UNCERTAIN
			: isOnlyReadable(problem)
				? DATABASE_READ_ONLY
				: DATABASE_DOWN;
		return new Refusal('unavailable', text, { retryAfter: 5, cause: error });
	}
	// The row that was written about, or its author, was deleted at the same time.
	if (isForeignKeyViolation(error))
		return conflict('The item this belongs to was deleted. Please reload the page.');
	return null;
}

/** Returns the response headers of a refusal: Retry-After when it has one. */
export function buildRefusalHeaders(refusal: Refusal): Record<string, string> {
	return refusal.retryAfter === undefined ? {} : { 'Retry-After': String(Math.ceil(refusal.retryAfter)) };
}
