import pino from 'pino';
import { config } from './config.ts';

/**
 * The program's log: JSON lines straight to the file descriptor, so that start.ts can silence what the server
 * beneath prints (whole addresses, whose queries hold one-time tokens). Never give it a query, cookie or body.
 */
let logger: pino.Logger | undefined;

export function log(): pino.Logger {
	logger ??= pino(
		{ level: config().LOG_LEVEL, base: null, serializers: { err: describeError } },
		pino.destination({ dest: 1, sync: false }),
	);
	return logger;
}

/** An error without what it carries along: Sequelize's hold the SQL with everything that was typed. */
export function describeError(error: unknown): Record<string, unknown> {
	if (!(error instanceof Error)) return { message: 'not an Error' };
	const { name, message, stack } = error;
	const code = 'code' in error ? error.code : undefined;
	const { cause } = error;
	return { name, message, code, stack, ...(cause === undefined ? {} : { cause: describeError(cause) }) };
}
