import { expect, test } from 'vitest';
import {
	type DatabaseProblem,
	describeReadReplica,
	diagnoseDatabaseError,
	diagnoseServer,
	type ErrorFacts,
	isReadable,
	type ServerFacts,
} from './database-problems.ts';

// The problems that a test can bring about on a server are in tests/integration/setup/databases.test.ts.
test.each<[name: string, error: ErrorFacts, DatabaseProblem | null]>([
	['a wrong password', { code: '28P01', message: 'password authentication failed' }, 'login refused'],
	[
		'no password',
		{ message: 'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string' },
		'login refused',
	],
	['a user that PgBouncer does not know', { code: '08P01', message: 'no such user: x' }, 'login refused'],
	[
		'pg_hba.conf, in German',
		{ code: '28000', routine: 'ClientAuthentication', message: 'kein pg_hba.conf-Eintrag für Host' },
		'not admitted',
	],
	[
		'a role without LOGIN, in German',
		{ code: '28000', routine: 'InitializeSessionUserId', message: 'Rolle „x“ hat keine Login-Rechte' },
		'login not allowed',
	],
	['TLS required by PgBouncer', { code: '08P01', message: 'SSL required' }, 'TLS required'],
	[
		'TLS required by Azure',
		{ code: '28000', message: 'SSL connection is required. Please specify SSL options and retry.' },
		'TLS required',
	],
	[
		'TLS required by Neon',
		{ code: '28000', message: 'connection is insecure (try using `sslmode=require`)' },
		'TLS required',
	],
	['an authority of its own', { code: 'SELF_SIGNED_CERT_IN_CHAIN', message: '' }, 'certificate authority'],
	[
		'an authority that is not sent',
		{ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', message: '' },
		'certificate authority',
	],
	[
		'an authority that is not known',
		{ code: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', message: '' },
		'certificate authority',
	],
	['an expired certificate', { code: 'CERT_HAS_EXPIRED', message: '' }, 'certificate expired'],
	[
		'a statement that another connection has prepared',
		{ code: '42P05', message: 'prepared statement "x" already exists' },
		'pooler',
	],
	[
		'a statement that this connection has not prepared',
		{ code: '26000', message: 'prepared statement "x" does not exist' },
		'pooler',
	],
	['a read-only server', { code: '25006', message: 'cannot execute INSERT' }, 'read-only'],
	['a missing database behind PgBouncer', { message: 'no such database: x' }, 'no such database'],
	['a unique key', { code: '23505', message: 'duplicate key value' }, null],
	['too many connections', { code: '53300', message: 'too many connections for role "x"' }, null],
	['no server', { code: 'ECONNREFUSED', message: 'connect ECONNREFUSED' }, null],
])('%s', (_, error, problem) => {
	// As Sequelize wraps it.
	expect(diagnoseDatabaseError([{ message: error.message }, error])).toBe(problem);
});

const FIT: ServerFacts = { encoding: 'UTF8', isReadOnly: false, isStandby: false, keepsSessions: true };
test.each<[changes: Partial<ServerFacts>, problems: DatabaseProblem[]]>([
	[{}, []],
	[{ encoding: 'LATIN1' }, ['encoding']],
	[{ encoding: 'SQL_ASCII' }, ['encoding']],
	[{ keepsSessions: false }, ['pooler']],
	[{ isReadOnly: true }, ['read-only']],
	[{ isReadOnly: true, isStandby: true }, ['standby']],
	[{ keepsSessions: false, isReadOnly: true }, ['pooler', 'read-only']],
])('%j', (changes, problems) => {
	expect(diagnoseServer(Object.assign({}, FIT, changes))).toEqual(problems);
});

test.each([
	[null, 'standby:5432 does not respond', false],
	[0.4, 'standby:5432 is up to date', true],
	[0.6, 'standby:5432 is 1 second behind', true],
	[10, 'standby:5432 is 10 seconds behind', true],
	[10.1, 'standby:5432 is 10 seconds behind', false],
])('a replica with a lag of %s seconds', (lagSeconds, description, expected) => {
	const replica = { name: 'standby:5432', lagSeconds };
	expect(describeReadReplica(replica)).toBe(description);
	expect(isReadable(replica)).toBe(expected);
});
