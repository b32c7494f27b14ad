import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { Client } from '~/database/client.ts';
import { type EmbeddedDatabase, startEmbeddedDatabase } from '~/database/embedded.ts';
import { createDatabaseOnServer, dropDatabaseOnServer } from '~/tests/support/template-database.ts';

export type OwnDatabase = { url: string; remove: () => Promise<void> };

/** Creates a database for one test on the server that all tests share: migrated, or `empty`. */
export async function createOwnDatabase(options?: { empty?: boolean }): Promise<OwnDatabase> {
	const shared = String(process.env.E2E_DATABASE_URL);
	const name = `own_${randomBytes(8).toString('hex')}`;
	return {
		url: await createDatabaseOnServer(shared, name, options),
		remove: () => dropDatabaseOnServer(shared, name),
	};
}

export type OwnPostgres = OwnDatabase & {
	start: () => Promise<void>;
	stop: () => Promise<void>;
};

/**
 * Starts a PostgreSQL server for one test, with an empty database. The test may stop and start it; its
 * address stays the same. With `durable`, a crash loses no committed data. `directory` is an existing folder,
 * used instead of a new temporary one.
 */
export async function createOwnPostgres({
	durable = false,
	directory,
}: {
	durable?: boolean;
	directory?: string;
} = {}): Promise<OwnPostgres> {
	const home = directory ?? (await mkdtemp(path.join(tmpdir(), 'townbell-e2e-')));
	await chmod(home, 0o755);
	const open = (port?: number) =>
		startEmbeddedDatabase({
			directory: home,
			database: 'townbell',
			throwaway: !durable,
			...(port ? { port } : {}),
		});
	let running: EmbeddedDatabase | null = await open();
	const { url } = running;
	const stop = async () => {
		await running?.stop();
		running = null;
	};
	return {
		url,
		start: async () => {
			running ??= await open(Number(new URL(url).port));
		},
		stop,
		remove: async () => {
			await stop();
			if (directory === undefined) await rm(home, { recursive: true, force: true });
		},
	};
}

/**
 * Returns a pool for a database that will be stopped or dropped. A pool reports its end before its connections have
 * closed, and both pg's own Client and the pool throw when the server ends a connection in between.
 */
export function openPool(url: string, max: number): pg.Pool {
	const pool = new pg.Pool({ connectionString: url, max, allowExitOnIdle: true, Client });
	return pool.on('error', () => undefined);
}
