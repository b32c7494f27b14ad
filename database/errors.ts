import { BaseError, ConnectionError } from 'sequelize';
import { DatabaseTimeout } from './budget.ts';

/** Class 53: the disk or the memory is full, or there are too many connections. */
const OUT_OF_RESOURCES = /^53...$/;
/** Besides class 53: class 08, a statement that took too long (57014), the server shuts down or starts up (57P01–03). */
const DOWN_SQL_STATES = /^(08...|57014|57P0[123])$/;
const DOWN_SYSTEM_CODES = new Set([
	'ECONNREFUSED',
	'ECONNRESET',
	'ECONNABORTED',
	'EPIPE',
	'ETIMEDOUT',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'ENOTFOUND',
	'EAI_AGAIN',
]);
const DOWN_MESSAGES =
	/^(Connection terminated|Query read timeout|Client has encountered a connection error|ConnectionManager\.getConnection was called after|timeout exceeded when trying to connect)/;

/** What pg says of a statement that it did not send, because the connection was lost before. */
const NOT_SENT = /is not queryable$/;

/** A COMMIT whose outcome is unknown: the change may have been saved. `cause` is the database's error. */
export class CommitUncertain extends Error {
	override readonly name = 'CommitUncertain';

	constructor(cause: unknown) {
		super('It is unknown whether the COMMIT took effect.', { cause });
	}
}

/** Whether `error` (or one it wraps) is a CommitUncertain. */
export function isCommitUncertain(error: unknown): boolean {
	return listCauses(error).some((cause) => cause instanceof CommitUncertain);
}

/**
 * Whether `error`, which a COMMIT failed with, leaves open whether it took effect: the connection was lost or too slow. Not
 * so when the server refused it (a constraint, no room, too long) or never got it.
 */
export function isOutcomeUnknown(error: unknown): boolean {
	if (!isDatabaseDown(error) || isOutOfResources(error)) return false;
	return !listCauses(error).some(
		(cause) =>
			(cause instanceof DatabaseTimeout && !cause.isSent) ||
			(isDatabaseError(cause) && (cause.code === '57014' || NOT_SENT.test(cause.message))),
	);
}

/** Whether `error` (or one it wraps) says that PostgreSQL has no room: disk, memory or connections. */
export function isOutOfResources(error: unknown): boolean {
	return listCauses(error).some((cause) => isDatabaseError(cause) && OUT_OF_RESOURCES.test(cause.code ?? ''));
}

/**
 * Whether `error` (or one it wraps) says that PostgreSQL cannot serve now: refused, cut, starting or shutting down, full,
 * too slow, or no free connection in time. A query that is itself wrong is not that.
 */
export function isDatabaseDown(error: unknown): boolean {
	return listCauses(error).some((cause) => {
		if (cause instanceof ConnectionError || cause instanceof DatabaseTimeout) return true;
		if (!isDatabaseError(cause)) return false;
		return (
			OUT_OF_RESOURCES.test(cause.code ?? '') ||
			DOWN_SQL_STATES.test(cause.code ?? '') ||
			DOWN_SYSTEM_CODES.has(cause.code ?? '') ||
			DOWN_MESSAGES.test(cause.message)
		);
	});
}

/** Whether `error` is a broken unique or primary key; with `constraint`, that very one by its name in the migrations. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
	return isViolation(error, '23505', constraint);
}

/** Whether `error` is a broken foreign key: what was referred to is not there; with `constraint`, that very one. */
export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
	return isViolation(error, '23503', constraint);
}

function isViolation(error: unknown, sqlState: string, constraint: string | undefined): boolean {
	return listCauses(error).some(
		(cause) =>
			isDatabaseError(cause) &&
			cause.code === sqlState &&
			(constraint === undefined || cause.constraint === constraint),
	);
}

/** PostgreSQL's own error, as the helper of sql.ts throws it, or one that Sequelize has wrapped. */
type CodedError = Error & { code?: string; constraint?: string };

function isDatabaseError(error: unknown): error is CodedError {
	return error instanceof Error;
}

/** The error and all it wraps: `cause`, Sequelize's `parent`, an AggregateError's `errors`. */
function listCauses(error: unknown, seen = new Set<unknown>()): unknown[] {
	if (typeof error !== 'object' || error === null || seen.has(error)) return [...seen];
	seen.add(error);
	if ('cause' in error) listCauses(error.cause, seen);
	if (error instanceof BaseError && 'parent' in error) listCauses(error.parent, seen);
	if (error instanceof AggregateError) for (const one of error.errors) listCauses(one, seen);
	return [...seen];
}
