import { log, logFailure } from '../log.ts';

/** Logs an error of the queue, without the SQL and data that the error may contain. */
export const logQueueError = (thrown: unknown): void => logFailure(asError(thrown), 'queue error');

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
