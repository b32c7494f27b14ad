import { formatCount } from './format-count.ts';

/** What can be wrong with the database, in one sentence, and what the operator does about it. */
export const DATABASE_PROBLEMS = {
	encoding: {
		title: 'The encoding of the database is not UTF8',
		remedy:
			"Create another database, and name it in DATABASE_URL: CREATE DATABASE … TEMPLATE template0 ENCODING 'UTF8'. The encoding of an existing one cannot be changed.",
	},
	pooler: {
		title: 'A pooler in transaction or statement mode is in front of PostgreSQL',
		remedy:
			'Townbell’s locks, notifications and prepared statements need sessions. Set the pooler to session mode (PgBouncer: pool_mode = session), or write an address into DATABASE_URL that leads to PostgreSQL directly.',
	},
	'pooler parameters': {
		title: 'The pooler in front of PostgreSQL refuses parameters of the connection',
		remedy:
			'Let it ignore them (PgBouncer: ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout,options).',
	},
	'TLS required': {
		title: 'The server accepts this user only with TLS',
		remedy:
			'Add ?sslmode=verify-full to the end of DATABASE_URL, and &sslrootcert=FILE if the server has its own certificate authority.',
	},
	'no TLS': {
		title: 'The server offers no TLS',
		remedy:
			'Switch it on in PostgreSQL (ssl = on). In your own network you may remove sslmode from DATABASE_URL.',
	},
	'certificate authority': {
		title: 'The server’s certificate is from an authority that this machine does not know',
		remedy:
			'Save the certificate of the authority to a file (hosted services offer it for download), and let DATABASE_URL end with ?sslmode=verify-full&sslrootcert=FILE.',
	},
	'certificate host': {
		title: 'The server’s certificate is for another host',
		remedy:
			'Write the host of the certificate into DATABASE_URL, or give the server a certificate for this host.',
	},
	'certificate expired': {
		title: 'The server’s certificate is not valid at this time',
		remedy: 'Renew the certificate of the server, and check the clock of this machine.',
	},
	'not admitted': {
		title: 'The server’s pg_hba.conf does not admit this user from this address to this database',
		remedy:
			'Add an entry to pg_hba.conf (hosted services: allow the address of this machine). If the server accepts only TLS, add ?sslmode=verify-full to the end of DATABASE_URL.',
	},
	'login not allowed': {
		title: 'The user of DATABASE_URL may not sign in to PostgreSQL',
		remedy: 'Allow it with ALTER ROLE … LOGIN, or write another user into DATABASE_URL.',
	},
	'login refused': {
		title: 'PostgreSQL refuses the user or the password of DATABASE_URL',
		remedy:
			'Write the right ones. With compose.yaml: POSTGRES_PASSWORD is the one of the first start, until you change it as docs/operations.md says (Secrets).',
	},
	'no such database': {
		title: 'The database of DATABASE_URL does not exist',
		remedy: "Create the database: CREATE DATABASE … TEMPLATE template0 ENCODING 'UTF8'.",
	},
	'no rights': {
		title: 'The user of DATABASE_URL has no rights in the database',
		remedy: 'Make it the owner of the database and its tables: ALTER DATABASE … OWNER TO …',
	},
	'read-only': {
		title: 'The database cannot be written: it is read-only',
		remedy:
			'Set default_transaction_read_only = off for the server, the database and the user. A hosted service may have set it because the disk is full. If the server is a standby, write the address of the primary into DATABASE_URL.',
	},
	standby: {
		title: 'The database cannot be written: the server is a standby',
		remedy:
			'Write the address of the primary into DATABASE_URL, or promote the standby if the primary is gone.',
	},
	unreachable: {
		title: 'PostgreSQL does not respond',
		remedy:
			'Start PostgreSQL, and check the host and the port in DATABASE_URL. With compose.yaml: docker compose up --wait database.',
	},
} as const satisfies Record<string, { title: string; remedy: string }>;

export type DatabaseProblem = keyof typeof DATABASE_PROBLEMS;

/** Returns the problem and its remedy as one text. */
export function describeDatabaseProblem(problem: DatabaseProblem): string {
	const { title, remedy } = DATABASE_PROBLEMS[problem];
	return `${title}. ${remedy}`;
}

/**
 * An error of PostgreSQL, a pooler or the network. `code` (an SQLSTATE or a code of Node) and `routine` (of
 * PostgreSQL) are the same in every language.
 */
export type ErrorFacts = { code?: string | undefined; routine?: string | undefined; message: string };

const hasCode =
	(codes: RegExp) =>
	({ code }: ErrorFacts): boolean =>
		codes.test(code ?? '');
const says =
	(messages: RegExp) =>
	({ message }: ErrorFacts): boolean =>
		messages.test(message);

/** The first match counts. Poolers and the driver have no codes of their own, but fixed texts. */
const SIGNS: readonly [DatabaseProblem, ...((error: ErrorFacts) => boolean)[]][] = [
	['TLS required', says(/^SSL required|SSL connection is required|connection is insecure/i)],
	[
		'not admitted',
		({ code, routine }) => code === '28000' && routine === 'ClientAuthentication',
		says(/pg_hba\.conf/),
	],
	['login not allowed', hasCode(/^28000$/)],
	['login refused', hasCode(/^28P01$/), says(/^no such user|^SASL: .* password must be/)],
	['no such database', hasCode(/^3D000$/), says(/^no such database/)],
	['no rights', hasCode(/^42501$/)],
	['read-only', hasCode(/^25006$/)],
	['standby', says(/^cannot access temporary or unlogged relations during recovery$/)],
	// A prepared statement that another connection needed, or that this connection has not made.
	['pooler', hasCode(/^(26000|42P05)$/), says(/statement pooling mode/)],
	['pooler parameters', says(/^unsupported startup parameter/)],
	['no TLS', says(/^The server does not support SSL connections$/)],
	[
		'certificate authority',
		hasCode(/^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(GET|VERIFY)_\w+)$/),
	],
	['certificate host', hasCode(/^ERR_TLS_CERT_ALTNAME_INVALID$/)],
	['certificate expired', hasCode(/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/)],
];

/** Returns the problem that one of the errors is a sign of, or null. The errors are one and what it wraps. */
export function diagnoseDatabaseError(errors: readonly ErrorFacts[]): DatabaseProblem | null {
	const found = SIGNS.find(([, ...signs]) => errors.some((error) => signs.some((isSign) => isSign(error))));
	return found?.[0] ?? null;
}

export type ServerFacts = {
	encoding: string;
	/** Whether a transaction may write, unless it asks for it. */
	isReadOnly: boolean;
	isStandby: boolean;
	/** Whether what one connection sets stays there, and is seen by no other connection. */
	keepsSessions: boolean;
};

/** Returns the problems of a server that accepts connections, in the order in which an operator fixes them. */
export function diagnoseServer(facts: ServerFacts): DatabaseProblem[] {
	const problems: DatabaseProblem[] = [];
	if (!facts.keepsSessions) problems.push('pooler');
	if (!isSupportedEncoding(facts.encoding)) problems.push('encoding');
	if (facts.isStandby) problems.push('standby');
	else if (facts.isReadOnly) problems.push('read-only');
	return problems;
}

/** Returns whether the encoding can hold every text that users write, and PostgreSQL can fold it for searches. */
export const isSupportedEncoding = (encoding: string): boolean => encoding === 'UTF8';

/** Returns whether the problem only prevents writing, so that pages can be read. */
export const isOnlyReadable = (problem: DatabaseProblem | null): boolean =>
	problem === 'read-only' || problem === 'standby';

/** A PostgreSQL server of DATABASE_READ_URLS; `lagSeconds` is null when it does not respond or is no replica. */
export type ReadReplica = { name: string; lagSeconds: number | null };

/** A replica that lags by more seconds is not read. */
export const MAX_LAG_SECONDS = 10;

/** Returns whether pages read the replica. */
export const isReadable = ({ lagSeconds }: ReadReplica): boolean =>
	lagSeconds !== null && lagSeconds <= MAX_LAG_SECONDS;

export const READ_REPLICA_REMEDY =
	'Pages read the primary instead. Check that it runs, that it follows the database of DATABASE_URL, and its load, or take it out of DATABASE_READ_URLS.';

/** Returns the name of a replica and how it keeps up, for a page. */
export function describeReadReplica({ name, lagSeconds }: ReadReplica): string {
	if (lagSeconds === null) return `${name} does not respond`;
	const seconds = Math.round(lagSeconds);
	return seconds === 0 ? `${name} is up to date` : `${name} is ${formatCount(seconds, 'second')} behind`;
}
