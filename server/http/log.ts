import pino from 'pino';
import { config } from '../config.ts';

/**
 * The program's log: JSON lines straight to the file descriptor, so that start.ts can silence what the server
 * beneath prints (whole addresses, whose queries hold one-time tokens). Never give it a query, cookie or body.
 */
let logger: pino.Logger | undefined;

export function log(): pino.Logger {
	logger ??= pino({ level: config().LOG_LEVEL, base: null }, pino.destination({ dest: 1, sync: false }));
	return logger;
}
