import { writeSync } from 'node:fs';
import pino from 'pino';
import { findDatabaseProblem, isDatabaseDown } from '~/database/errors.ts';
import { DATABASE_PROBLEMS, type DatabaseProblem } from '~/domain/database-problems.ts';
import { config } from './config.ts';
import { getTraceFields } from './tracing.ts';

/** Lines are dropped when more bytes than this wait to be written. */
const MAX_WAITING_BYTES = 1_000_000;
const RETRY_MS = 100;
/** How long the end of the process waits at most for a descriptor that accepts nothing. */
const EXIT_MS = 500;

const STDOUT = 1;

let logger: pino.Logger | undefined;
let target: LogTarget | undefined;

/**
 * Returns the application's log, which writes JSON lines directly to the file descriptor. Never log a query
 * (it may contain a one-time token), cookie or body.
 */
export function log(): pino.Logger {
	logger ??= pino(
		{ level: config().LOG_LEVEL, base: null, mixin: getTraceFields, serializers: { err: describeError } },
		openTarget(),
	);
	return logger;
}

/** While the database is down almost everything fails, so that is one line in this time. */
const QUIET_MS = 60_000;
const quietUntil = new Map<DatabaseProblem | null, number>();

/**
 * Logs why work failed: an error with its stack, or, when the database cannot be used, one line a minute and problem for
 * the whole process. `message` says which work, and `fields` which part of it.
 */
export function logFailure(error: unknown, message: string, fields: Record<string, unknown> = {}): void {
	if (!isDatabaseDown(error)) {
		log().error({ ...fields, err: error }, message);
		return;
	}
	const { name, message: reason, code } = describeError(error);
	logDatabaseProblem(findDatabaseProblem(error), { ...fields, work: message, name, reason, code });
}

/**
 * Logs a problem of the database and what to do about it, once a minute; null: the database does not respond. `fields`
 * say what has met it.
 */
export function logDatabaseProblem(
	problem: DatabaseProblem | null,
	fields: Record<string, unknown> = {},
): void {
	const now = performance.now();
	if (now < (quietUntil.get(problem) ?? 0)) return;
	quietUntil.set(problem, now + QUIET_MS);
	if (problem === null) {
		log().warn(fields, 'the database does not respond; retrying');
		return;
	}
	const { title, remedy } = DATABASE_PROBLEMS[problem];
	log().error({ ...fields, remedy }, title);
}

/** Returns how many lines the log has dropped since the process started because they could not be written. */
export function countDroppedLines(): number {
	return target?.dropped ?? 0;
}

function openTarget(): LogTarget {
	// Opening process.stdout makes a pipe non-blocking. The listeners keep a closed pipe from ending the process.
	for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
	const opened = new LogTarget(STDOUT);
	process.on('exit', () => opened.flushWithin(EXIT_MS));
	target = opened;
	return opened;
}

/**
 * Writes log lines to a file descriptor that may be full, closed or without a reader. `write` never blocks
 * and never throws. A line that the descriptor rejects is dropped; while the descriptor is busy (a full
 * pipe), lines wait up to a limit.
 */
export class LogTarget {
	readonly #fd: number;
	readonly #waiting: Buffer[] = [];
	#waitingBytes = 0;
	#isScheduled = false;
	#dropped = 0;

	constructor(fd: number) {
		this.#fd = fd;
	}

	get dropped(): number {
		return this.#dropped;
	}

	write(text: string): void {
		const line = Buffer.from(text);
		if (this.#waitingBytes + line.length > MAX_WAITING_BYTES) {
			this.#dropped += 1;
			return;
		}
		this.#waiting.push(line);
		this.#waitingBytes += line.length;
		if (this.#isScheduled) return;
		this.#isScheduled = true;
		setImmediate(() => this.#flushInTurn());
	}

	/**
	 * Writes the waiting lines, and waits at most `milliseconds` for a busy descriptor. Blocks the thread, so
	 * use it only at the end of the process.
	 */
	flushWithin(milliseconds: number): void {
		const until = performance.now() + milliseconds;
		const clock = new Int32Array(new SharedArrayBuffer(4));
		while (!this.#flush() && performance.now() < until) Atomics.wait(clock, 0, 0, 10);
	}

	#flushInTurn(): void {
		this.#isScheduled = !this.#flush();
		if (this.#isScheduled) setTimeout(() => this.#flushInTurn(), RETRY_MS).unref();
	}

	/** Returns false when the descriptor is busy and lines still wait. */
	#flush(): boolean {
		let line = this.#waiting[0];
		while (line) {
			let writtenBytes = line.length;
			try {
				writtenBytes = writeSync(this.#fd, line);
			} catch (error) {
				if (isBusy(error)) return false;
				this.#dropped += 1;
			}
			this.#waitingBytes -= writtenBytes;
			if (writtenBytes < line.length) this.#waiting[0] = line.subarray(writtenBytes);
			else this.#waiting.shift();
			line = this.#waiting[0];
		}
		return true;
	}
}

function isBusy(error: unknown): boolean {
	return error instanceof Error && 'code' in error && (error.code === 'EAGAIN' || error.code === 'EBUSY');
}

/**
 * Returns name, message, code, stack and cause of an error, without its other properties: Sequelize puts the
 * SQL with everything that users typed there.
 */
export function describeError(error: unknown): Record<string, unknown> {
	if (!(error instanceof Error)) return { message: 'not an Error' };
	const { name, message, stack } = error;
	const code = 'code' in error ? error.code : undefined;
	const { cause } = error;
	return { name, message, code, stack, ...(cause === undefined ? {} : { cause: describeError(cause) }) };
}
