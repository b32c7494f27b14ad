import { randomUUID } from 'node:crypto';
import type { DatabaseProblem, ServerFacts } from '~/domain/database-problems.ts';
import { Client } from './client.ts';
import { getDatabaseUrl } from './connection.ts';
import { findDatabaseProblem, isDatabaseUnreachable } from './errors.ts';
import { markUnnamed, one } from './sql.ts';

/** A database that does not respond within this time counts as down. */
const TIMEOUT_MS = 4_000;
/** Busy poolers may serve two connections by chance as if each had its session. */
const ROUNDS = 3;

/** Returns what `diagnoseServer` judges. Opens two more connections for a moment. Throws the database's error. */
export async function readServerFacts(): Promise<ServerFacts> {
	const found = await one<Omit<ServerFacts, 'keepsSessions'>>(
		// Unnamed, because a pooler in transaction mode may not know a named statement.
		markUnnamed(`SELECT current_setting('server_encoding') AS encoding, pg_is_in_recovery() AS "isStandbyServer",
			current_setting('transaction_read_only')::boolean AS "isReadOnly"`),
	);
	if (!found) throw new Error('The settings of the database could not be read.');
	return Object.assign(found, { keepsSessions: await keepsSessions(getDatabaseUrl()) });
}

/**
 * Returns whether each of two connections finds what it has set for its session. A pooler in transaction or statement
 * mode serves both with the same session, or one connection with several.
 */
async function keepsSessions(url: string): Promise<boolean> {
	const clients = [createCheckClient(url), createCheckClient(url)] as const;
	try {
		await Promise.all(clients.map(({ client }) => client.connect()));
		for (let round = 0; round < ROUNDS; round += 1) {
			for (const { client, mark } of clients)
				await client.query(`SELECT set_config('townbell.session', $1, false)`, [mark]);
			for (const { client, mark } of clients) {
				const { rows } = await client.query<{ mark: string | null }>(
					`SELECT current_setting('townbell.session', true) AS mark`,
				);
				if (rows[0]?.mark !== mark) return false;
			}
		}
		return true;
	} finally {
		await Promise.all(clients.map(({ client }) => client.end().catch(() => undefined)));
	}
}

function createCheckClient(url: string): { client: Client; mark: string } {
	const client = new Client({
		connectionString: url,
		application_name: 'townbell-check',
		connectionTimeoutMillis: TIMEOUT_MS,
		query_timeout: TIMEOUT_MS,
	});
	return { client, mark: randomUUID() };
}

/**
 * Returns the problem that `error` of a connection to `url` is a sign of, or null. Asks the server where its error has
 * two reasons: a user who is not admitted may lack TLS or an entry, and a standby refuses writes as a read-only server.
 */
export async function diagnoseConnection(error: unknown, url: string): Promise<DatabaseProblem | null> {
	const problem = findDatabaseProblem(error) ?? (isDatabaseUnreachable(error) ? 'unreachable' : null);
	if (problem === 'read-only') return (await isStandbyServer(url)) ? 'standby' : problem;
	if (problem === 'not admitted' && !usesTls(url))
		return (await isAdmittedWithTls(url)) ? 'TLS required' : problem;
	return problem;
}

async function isStandbyServer(url: string): Promise<boolean> {
	const { client } = createCheckClient(url);
	try {
		await client.connect();
		const { rows } = await client.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby');
		return rows[0]?.standby ?? false;
	} catch {
		return false;
	} finally {
		await client.end().catch(() => undefined);
	}
}

function usesTls(url: string): boolean {
	const { searchParams } = new URL(url);
	return (
		searchParams.get('sslmode') !== 'disable' && (searchParams.has('sslmode') || searchParams.has('ssl'))
	);
}

async function isAdmittedWithTls(url: string): Promise<boolean> {
	const address = new URL(url);
	// Any certificate will do, because nothing is read or written.
	address.searchParams.set('sslmode', 'no-verify');
	const { client } = createCheckClient(address.toString());
	try {
		await client.connect();
		return true;
	} catch (error) {
		// With a wrong password, TLS is the first thing to put right.
		const problem = findDatabaseProblem(error);
		return problem !== null && problem !== 'not admitted' && problem !== 'no TLS';
	} finally {
		await client.end().catch(() => undefined);
	}
}
