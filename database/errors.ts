import { BaseError, ConnectionAcquireTimeoutError, ConnectionError } from 'sequelize';
import { type DatabaseProblem, diagnoseDatabaseError } from '~/domain/database-problems.ts';
import { DatabaseTimeout, getCurrentBudget } from './budget.ts';

/** Class 53: the disk or the memory is full, or there are too many connections. */
const OUT_OF_RESOURCES = /^53...$/;
/**
 * In addition to class 53: class 08 (connection errors), 25006 (the server is read-only, such as a standby that was not
 * promoted yet), 26000 and 42P05 (a pooler without sessions), 40P01 (a deadlock, as a page can have with the migrations of
 * an update), 57014 (statement timeout), 57P01–03 (the server shuts down or starts).
 */
const DOWN_SQL_STATES = /^(08...|25006|26000|40P01|42P05|57014|57P0[123])$/;
/** The server has refused the statement. */
const REFUSED = /^(25006|26000|40P01|42P05|57014)$/;
/** A standby has no rows of unlogged tables. Its code, 0A000, has other meanings too. */
const UNLOGGED_ON_STANDBY = /^cannot access temporary or unlogged relations during recovery$/;
/** 57P01–03: the server shuts down or starts. */
const SHUT_DOWN = /^57P0[123]$/;
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

/** pg's message for a statement that was not sent because the connection was already lost. */
const NOT_SENT = /is not queryable$/;

/** Thrown for a COMMIT whose outcome is unknown: the change may have been saved. `cause` is the database's error. */
export class CommitUncertain extends Error {
	override readonly name = 'CommitUncertain';

	constructor(cause: unknown) {
		super('It is unknown whether the COMMIT took effect.', { cause });
	}
}

/**
 * Returns whether `error` (or an error it wraps) is a CommitUncertain, or was thrown by work that had one
 * earlier: when the page of a form whose COMMIT was uncertain cannot be loaded, that page must report it.
 */
export function isCommitUncertain(error: unknown): boolean {
	if (getCurrentBudget()?.hasUncertainCommit) return true;
	return listCauses(error).some((cause) => cause instanceof CommitUncertain);
}

/**
 * Returns whether the outcome of a COMMIT that failed with `error` is unknown, because the connection was
 * lost or too slow. Returns false when the server rejected the COMMIT (constraint, out of resources,
 * statement timeout, a standby) or never received it.
 */
export function isOutcomeUnknown(error: unknown): boolean {
	if (!isDatabaseDown(error) || isOutOfResources(error)) return false;
	return !listCauses(error).some(
		(cause) =>
			(cause instanceof DatabaseTimeout && !cause.isSent) ||
			(isDatabaseError(cause) &&
				(REFUSED.test(cause.code ?? '') ||
					UNLOGGED_ON_STANDBY.test(cause.message) ||
					NOT_SENT.test(cause.message))),
	);
}

/** Returns whether `error` (or an error it wraps) says that PostgreSQL is out of disk space, memory or connections. */
export function isOutOfResources(error: unknown): boolean {
	return listCauses(error).some((cause) => isDatabaseError(cause) && OUT_OF_RESOURCES.test(cause.code ?? ''));
}

/**
 * Returns whether `error` (or an error it wraps) says that PostgreSQL is unavailable now: the connection was
 * refused or lost, the server is starting, shutting down, a standby, full or too slow, or no connection was free
 * in time. Returns false for a query that is itself wrong.
 */
export function isDatabaseDown(error: unknown): boolean {
	return listCauses(error).some((cause) => {
		if (cause instanceof ConnectionError || cause instanceof DatabaseTimeout) return true;
		if (!isDatabaseError(cause)) return false;
		return (
			OUT_OF_RESOURCES.test(cause.code ?? '') ||
			DOWN_SQL_STATES.test(cause.code ?? '') ||
			DOWN_SYSTEM_CODES.has(cause.code ?? '') ||
			DOWN_MESSAGES.test(cause.message) ||
			UNLOGGED_ON_STANDBY.test(cause.message)
		);
	});
}

/** Returns the problem of the database that `error` (or an error it wraps) is a sign of, or null. */
export const findDatabaseProblem = (error: unknown): DatabaseProblem | null =>
	diagnoseDatabaseError(listCauses(error).filter(isDatabaseError));

/** Returns whether `error` says that a connection was not opened within its limit. */
export const isConnectTimeout = (error: unknown): boolean =>
	error instanceof ConnectionError && error.message === 'timeout expired';

/**
 * Returns whether `error` (or an error it wraps) says that no server responded at the address, or that it is
 * starting or shutting down. Returns false when PostgreSQL responded with another error.
 */
export function isDatabaseUnreachable(error: unknown): boolean {
	return listCauses(error).some((cause) => {
		if (cause instanceof ConnectionAcquireTimeoutError || cause instanceof DatabaseTimeout) return true;
		if (!isDatabaseError(cause)) return false;
		const { code, message } = cause;
		return code ? DOWN_SYSTEM_CODES.has(code) || SHUT_DOWN.test(code) : DOWN_MESSAGES.test(message);
	});
}

/** Returns whether `error` is a unique or primary key violation, of the constraint with this name if it is given. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
	return isViolation(error, '23505', constraint);
}

/** Returns whether `error` is a foreign key violation, of the constraint with this name if it is given. */
export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
	return isViolation(error, '23503', constraint);
}

/** Returns whether `error` says that a statement has waited for a lock as long as it may (`lock_timeout`). */
export const isLockTimeout = (error: unknown): boolean => isViolation(error, '55P03', undefined);

function isViolation(error: unknown, sqlState: string, constraint: string | undefined): boolean {
	return listCauses(error).some(
		(cause) =>
			isDatabaseError(cause) &&
			cause.code === sqlState &&
			(constraint === undefined || cause.constraint === constraint),
	);
}

/** An error of PostgreSQL, either thrown by the helper in sql.ts or wrapped by Sequelize. */
type CodedError = Error & { code?: string; constraint?: string; routine?: string };

function isDatabaseError(error: unknown): error is CodedError {
	return error instanceof Error;
}

/** Returns the error and all errors it wraps: `cause`, Sequelize's `parent`, an AggregateError's `errors`. */
function listCauses(error: unknown, seen = new Set<unknown>()): unknown[] {
	if (typeof error !== 'object' || error === null || seen.has(error)) return [...seen];
	seen.add(error);
	if ('cause' in error) listCauses(error.cause, seen);
	if (error instanceof BaseError && 'parent' in error) listCauses(error.parent, seen);
	if (error instanceof AggregateError) for (const one of error.errors) listCauses(one, seen);
	return [...seen];
}
