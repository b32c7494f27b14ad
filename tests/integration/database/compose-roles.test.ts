import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { Sequelize } from 'sequelize';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedDatabase, startEmbeddedDatabase } from '~/database/embedded.ts';
import { migrate, readSchemaState, rollback } from '~/database/migrate.ts';
import { migrations } from '~/database/migrations/index.ts';
import { startQueue, stopQueue } from '~/server/queue.ts';

const PASSWORD = 'only4thistest';
let directory: string;
/**
 * A server for this test alone: the script that compose.yaml runs at the first start changes its roles
 * permanently.
 */
let server: EmbeddedDatabase;
let url: string;

beforeAll(async () => {
	directory = await mkdtemp(path.join(tmpdir(), 'townbell-test-roles-'));
	await chmod(directory, 0o755);
	server = await startEmbeddedDatabase({ directory, database: 'first', throwaway: true });
	const client = new pg.Client({ connectionString: server.url });
	await client.connect();
	const script = await readFile('database/compose-roles.sql', 'utf8');
	// These are psql's own commands, which this client does not know.
	const statements = script
		.replace(/^\\getenv password POSTGRES_PASSWORD$/m, '')
		.replaceAll(":'password'", `'${PASSWORD}'`);
	for (const statement of statements.split(/;\s*$/m)) await client.query(statement);
	await client.end();
	const address = new URL(server.url);
	Object.assign(address, { username: 'townbell', password: PASSWORD, pathname: '/townbell' });
	url = address.toString();
});
afterAll(async () => {
	await server.stop();
	await rm(directory, { recursive: true, force: true });
});

test('the app’s role owns its database and nothing else', async () => {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	const { rows } = await client.query(
		`SELECT rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
			(SELECT array_agg(datname) FROM pg_database WHERE datdba = r.oid) AS databases
		FROM pg_roles r WHERE rolname = current_user`,
	);
	await client.end();
	expect(rows).toEqual([
		{
			rolsuper: false,
			rolcreaterole: false,
			rolcreatedb: false,
			rolreplication: false,
			rolbypassrls: false,
			databases: '{townbell}',
		},
	]);
	const superuser = new pg.Client({ connectionString: server.url });
	await expect(superuser.connect()).rejects.toThrow('password authentication failed');
});

test('runs every migration with it, those after the schema also down and up again, and starts the queue', async () => {
	const sequelize = new Sequelize(url, { logging: false, pool: { max: 2 } });
	try {
		await migrate(sequelize);
		for (const _ of migrations.slice(1)) await rollback(sequelize);
		await migrate(sequelize);
		expect((await readSchemaState(sequelize)).pending).toEqual([]);
		await startQueue({ url, shouldRunJobs: false });
		await stopQueue();
	} finally {
		await sequelize.close();
	}
});
