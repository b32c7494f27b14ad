import { isDatabaseDown } from '~/database/errors.ts';
import { log } from '../log.ts';

/** Every poll fails while the database is down, so that is logged only once in this time. */
const QUIET_MS = 30_000;
let quietUntil = 0;

/** Logs an error of the queue, without the SQL and data that the error may contain. */
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

/** Logs only the text of a pg-boss warning, because its other fields contain statements and their values. */
export function reportWarning({ message }: { message: string }): void {
	log().warn({ warning: message }, 'the queue warns');
}

/** Returns an Error for what pg-boss reports, which is often a plain object with the fields of an error. */
function asError(fault: unknown): unknown {
	if (fault instanceof Error || typeof fault !== 'object' || fault === null) return fault;
	const { message, stack, code } = fault as { message?: unknown; stack?: unknown; code?: unknown };
	const error = new Error(typeof message === 'string' ? message : 'unknown');
	return Object.assign(error, { code, ...(typeof stack === 'string' ? { stack } : {}) });
}
