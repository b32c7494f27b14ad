import { BaseError, ConnectionError, ForeignKeyConstraintError, UniqueConstraintError } from 'sequelize';

/** Class 08, a query cut for its length (57014), the server's own goodbye (57P01–03), no room for another connection. */
const DOWN_SQL_STATES = /^(08...|57014|57P0[123]|53300)$/;
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

/**
 * Whether `error` (or one it wraps) says that PostgreSQL cannot be reached now: refused, cut, shutting down, full,
 * stalled, or no free connection in time. A query that is itself wrong is not that.
 */
export function isDatabaseDown(error: unknown): boolean {
	return listCauses(error).some((cause) => {
		if (cause instanceof ConnectionError) return true;
		if (!isDatabaseError(cause)) return false;
		return (
			DOWN_SQL_STATES.test(cause.code ?? '') ||
			DOWN_SYSTEM_CODES.has(cause.code ?? '') ||
			DOWN_MESSAGES.test(cause.message)
		);
	});
}

/** Whether `error` is a broken unique or primary key; with `constraint`, that very one by its name in the migrations. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
	if (!(error instanceof UniqueConstraintError)) return false;
	return constraint === undefined || readConstraint(error.parent) === constraint;
}

/** Whether `error` is a broken foreign key: what was referred to is not there; with `constraint`, that very one. */
export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
	if (!(error instanceof ForeignKeyConstraintError)) return false;
	return constraint === undefined || readConstraint(error.parent) === constraint;
}

type CodedError = Error & { code?: string };

function isDatabaseError(error: unknown): error is CodedError {
	return error instanceof Error;
}

function readConstraint(error: unknown): string | undefined {
	const constraint =
		typeof error === 'object' && error !== null && 'constraint' in error ? error.constraint : undefined;
	return typeof constraint === 'string' ? constraint : undefined;
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
