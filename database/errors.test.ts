import { ConnectionAcquireTimeoutError, ConnectionError, DatabaseError } from 'sequelize';
import { describe, expect, test } from 'vitest';
import { DatabaseTimeout } from './budget.ts';
import {
	CommitUncertain,
	isCommitUncertain,
	isDatabaseDown,
	isDatabaseUnreachable,
	isOutcomeUnknown,
} from './errors.ts';

/** Returns a server error with this SQLSTATE, as Sequelize throws it. */
const withState = (code: string) =>
	new DatabaseError(Object.assign(new Error('as the server said'), { code, sql: 'COMMIT' }) as never);
const withMessage = (message: string) =>
	new DatabaseError(Object.assign(new Error(message), { sql: 'COMMIT' }) as never);

/** Each error, whether it means 503, and whether a COMMIT that failed with it may have taken effect. */
test.each<[string, unknown, boolean, boolean]>([
	['53000 insufficient resources', withState('53000'), true, false],
	['53100 disk full', withState('53100'), true, false],
	['53200 out of memory', withState('53200'), true, false],
	['53300 too many connections', withState('53300'), true, false],
	['53400 configuration limit exceeded', withState('53400'), true, false],
	['57P01 admin shutdown', withState('57P01'), true, true],
	['57P02 crash shutdown', withState('57P02'), true, true],
	['57P03 cannot connect now', withState('57P03'), true, true],
	['25006 a standby that is not promoted yet', withState('25006'), true, false],
	[
		'an unlogged table on a standby',
		withMessage('cannot access temporary or unlogged relations during recovery'),
		true,
		false,
	],
	['0A000 a plan that is out of date', withState('0A000'), false, false],
	['40P01 a deadlock', withState('40P01'), true, false],
	['57014 the statement took too long', withState('57014'), true, false],
	['08006 connection failure', withState('08006'), true, true],
	['the connection was refused', new ConnectionError(new Error('no')), true, true],
	['the connection was reset', Object.assign(new Error('read'), { code: 'ECONNRESET' }), true, true],
	['the connection was lost', withMessage('Connection terminated unexpectedly'), true, true],
	[
		'the connection was lost before',
		withMessage('Client has encountered a connection error and is not queryable'),
		true,
		false,
	],
	['too slow', new DatabaseTimeout(true), true, true],
	['no time left', new DatabaseTimeout(false), true, false],
	['23505 unique violation', withState('23505'), false, false],
	['42P01 undefined table', withState('42P01'), false, false],
	['an error of ours', new TypeError('x'), false, false],
	['no error', 'x', false, false],
])('%s', (_, error, down, unknown) => {
	expect(isDatabaseDown(error)).toBe(down);
	expect(isOutcomeUnknown(error)).toBe(unknown);
});

describe('no server responds', () => {
	const withCode = (code: string) =>
		new ConnectionError(Object.assign(new Error('as it was said'), { code }));

	test.each<[string, unknown, boolean]>([
		...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ECONNRESET', '57P03'].map(
			(code) => [code, withCode(code), true] as [string, unknown, boolean],
		),
		['a timeout', new ConnectionError(new Error('timeout exceeded when trying to connect')), true],
		['no connection in time', new ConnectionAcquireTimeoutError(new Error('Operation timeout')), true],
		['53300 too many connections', withCode('53300'), false],
		['08P01, as poolers refuse users', withCode('08P01'), false],
		['a certificate that is not trusted', withCode('SELF_SIGNED_CERT_IN_CHAIN'), false],
		['no TLS', new ConnectionError(new Error('The server does not support SSL connections')), false],
	])('%s', (_, error, expected) => expect(isDatabaseUnreachable(error)).toBe(expected));
});

describe('a COMMIT with an unknown outcome', () => {
	test('is found inside a wrapping error, and counts as a database that is down', () => {
		const error = new Error('outer', { cause: new CommitUncertain(new DatabaseTimeout(true)) });
		expect(isCommitUncertain(error)).toBe(true);
		expect(isDatabaseDown(error)).toBe(true);
	});

	test('is not confused with other errors', () =>
		expect(isCommitUncertain(new DatabaseTimeout(true))).toBe(false));
});
