import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { Client } from '~/database/client.ts';
import { type EmbeddedDatabase, startEmbeddedDatabase } from '~/database/embedded.ts';

export type OwnDatabase = {
	/** Its address, which stays the same while it comes and goes. */
	url: string;
	start: () => Promise<void>;
	stop: () => Promise<void>;
	remove: () => Promise<void>;
};

/**
 * A PostgreSQL of one test's own, which it may stop and start; it runs when this returns. `durable`: a crash loses
 * nothing that was committed. `directory`: an existing folder instead of a new temporary one.
 */
export async function createOwnDatabase({
	durable = false,
	directory,
}: {
	durable?: boolean;
	directory?: string;
} = {}): Promise<OwnDatabase> {
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
 * Connections to a PostgreSQL that will be stopped. A pool has ended before its connections have closed, and pg's own Client throws when
 * the server says goodbye in between.
 */
export const openPool = (url: string, max: number): pg.Pool =>
	new pg.Pool({ connectionString: url, max, Client });
