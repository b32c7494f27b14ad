import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { Client } from '~/database/client.ts';
import { type EmbeddedDatabase, startEmbeddedDatabase } from '~/database/embedded.ts';
import { createDatabase, dropDatabase } from '~/tests/support/template-database.ts';

export type OwnDatabase = { url: string; remove: () => Promise<void> };

/** A database of one test's own on the server that all tests share: migrated, or `empty`. */
export async function createOwnDatabase(options?: { empty?: boolean }): Promise<OwnDatabase> {
	const shared = String(process.env.E2E_DATABASE_URL);
	const name = `own_${randomBytes(8).toString('hex')}`;
	return {
		url: await createDatabase(shared, name, options),
		remove: () => dropDatabase(shared, name),
	};
}

export type OwnPostgres = OwnDatabase & {
	start: () => Promise<void>;
	stop: () => Promise<void>;
};

/**
 * A PostgreSQL of one test's own with an empty database, which it may stop and start; its address stays the same. It runs
 * when this returns. `durable`: a crash loses nothing that was committed. `directory`: an existing folder instead of a new
 * temporary one.
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
 * Connections to a database that will be stopped or dropped. A pool has ended before its connections have closed, and pg's own Client throws when
 * the server says goodbye in between.
 */
export const openPool = (url: string, max: number): pg.Pool =>
	new pg.Pool({ connectionString: url, max, Client });
