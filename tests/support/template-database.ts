import pg from 'pg';
import { Sequelize } from 'sequelize';
import { migrate } from '~/database/migrate.ts';
import { startQueue, stopQueue } from '~/server/queue.ts';

/**
 * The migrated database that the databases of the tests are copied from. No connection to it may stay open.
 */
export const TEMPLATE = 'townbell_template';

/** Migrates the template and installs the queue in it. */
export async function fillTemplate(url: string): Promise<void> {
	const sequelize = new Sequelize(url, { logging: false, pool: { max: 1 } });
	await migrate(sequelize);
	await sequelize.close();
	await startQueue({ url, shouldRunJobs: false });
	await stopQueue();
}

/** Creates a database on the server of `url`: a copy of the migrated one, or an empty one. Returns its address. */
export async function createDatabaseOnServer(
	url: string,
	name: string,
	{ empty = false } = {},
): Promise<string> {
	const template = empty ? 'template0' : TEMPLATE;
	await runOnServer(url, `CREATE DATABASE "${name}" TEMPLATE "${template}"`);
	return buildDatabaseUrl(url, name);
}

/** Drops a database and ends the connections to it. */
export function dropDatabaseOnServer(url: string, name: string): Promise<void> {
	return runOnServer(url, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
}

/** Returns the address of another database on the server of `url`. */
export function buildDatabaseUrl(url: string, name: string): string {
	const address = new URL(url);
	address.pathname = `/${name}`;
	return address.toString();
}

async function runOnServer(url: string, sql: string): Promise<void> {
	const client = new pg.Client({ connectionString: buildDatabaseUrl(url, 'postgres') });
	await client.connect();
	try {
		await client.query(sql);
	} finally {
		await client.end();
	}
}
