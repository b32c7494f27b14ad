import {
	isCommitUncertain,
	isDatabaseDown,
	isForeignKeyViolation,
	isOutOfResources,
} from '~/database/connection.ts';
import { conflict, Refusal, type RefusalKind } from '~/domain/refusal.ts';
import { log } from '../log.ts';

/** The one table from a refusal to its status (decisions, "Order of refusals"). */
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

const DATABASE_DOWN = 'The town is asleep: the database does not answer. Please try again in a moment.';
/** Sending it again is safe where it has a key (docs/decisions/0032). */
const COMMIT_UNCERTAIN = 'Your change may have been saved. Reload before you try again.';

/** What an error is to the person who meets it; null when it is none that we foresaw (500, and logged). */
export function asRefusal(error: unknown): Refusal | null {
	if (error instanceof Refusal) return error;
	if (isDatabaseDown(error)) {
		// It does not pass by itself, and only the log can tell the operator.
		if (isOutOfResources(error)) log().error({ err: error }, 'the database is out of resources');
		const text = isCommitUncertain(error) ? COMMIT_UNCERTAIN : DATABASE_DOWN;
		return new Refusal('unavailable', text, { retryAfter: 5, cause: error });
	}
	// What was written about, or who wrote it, was deleted in between.
	if (isForeignKeyViolation(error)) return conflict('What this belongs to is gone. Please reload the page.');
	return null;
}

/** The headers that go with a refusal. */
export function refusalHeaders(refusal: Refusal): Record<string, string> {
	return refusal.retryAfter === undefined ? {} : { 'Retry-After': String(Math.ceil(refusal.retryAfter)) };
}
