import { isDatabaseDown } from '~/database/errors.ts';
import { log } from '../log.ts';

/** Every poll fails while the database is down, so that is logged only once in this time. */
const QUIET_MS = 30_000;
let quietUntil = 0;

/** Logs an error of the queue, without the SQL and data that the error may contain. */
export function logQueueError(thrown: unknown): void {
	const error = asError(thrown);
	if (!isDatabaseDown(error)) {
		log().error({ err: error }, 'queue error');
		return;
	}
	const now = performance.now();
	if (now < quietUntil) return;
	quietUntil = now + QUIET_MS;
	log().warn('the queue cannot reach the database; retrying');
}

/** Logs only the text of a pg-boss warning, because its other fields contain statements and their values. */
export function logQueueWarning({ message }: { message: string }): void {
	log().warn({ warning: message }, 'queue warning');
}

/** Returns an Error for what pg-boss reports, which is often a plain object with the fields of an error. */
function asError(thrown: unknown): unknown {
	if (thrown instanceof Error || typeof thrown !== 'object' || thrown === null) return thrown;
	const { message, stack, code } = thrown as { message?: unknown; stack?: unknown; code?: unknown };
	const error = new Error(typeof message === 'string' ? message : 'unknown');
	return Object.assign(error, { code, ...(typeof stack === 'string' ? { stack } : {}) });
}
