import { isDatabaseDown } from '~/database/errors.ts';
import { log } from '../log.ts';

/** Every poll fails while the database is away; one line in so long says it. */
const QUIET_MS = 30_000;
let quietUntil = 0;

/** Tells the log what went wrong in the queue, without the SQL and the data that may hang on the error. */
export function reportFault(fault: unknown): void {
	const error = asError(fault);
	if (!isDatabaseDown(error)) {
		log().error({ err: error }, 'the queue met an error');
		return;
	}
	const now = performance.now();
	if (now < quietUntil) return;
	quietUntil = now + QUIET_MS;
	log().warn('the queue does not reach the database; trying again');
}

/** pg-boss's warnings carry statements and their values: only the text is told. */
export function reportWarning({ message }: { message: string }): void {
	log().warn({ warning: message }, 'the queue warns');
}

/** pg-boss often hands on a copy of an error's fields instead of the error. */
function asError(fault: unknown): unknown {
	if (fault instanceof Error || typeof fault !== 'object' || fault === null) return fault;
	const { message, stack, code } = fault as { message?: unknown; stack?: unknown; code?: unknown };
	const error = new Error(typeof message === 'string' ? message : 'unknown');
	return Object.assign(error, { code, ...(typeof stack === 'string' ? { stack } : {}) });
}
