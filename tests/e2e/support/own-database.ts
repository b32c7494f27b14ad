import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EmbeddedDatabase, startEmbeddedDatabase } from '~/database/embedded.ts';

export type OwnDatabase = {
	/** Its address, which stays the same while it comes and goes. */
	url: string;
	start: () => Promise<void>;
	stop: () => Promise<void>;
	remove: () => Promise<void>;
};

/** A PostgreSQL of one test's own, which it may stop and start; it runs when this returns. */
export async function createOwnDatabase(): Promise<OwnDatabase> {
	const directory = await mkdtemp(path.join(tmpdir(), 'townbell-e2e-'));
	await chmod(directory, 0o755);
	const open = (port?: number) =>
		startEmbeddedDatabase({ directory, database: 'townbell', throwaway: true, ...(port ? { port } : {}) });
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
			await rm(directory, { recursive: true, force: true });
		},
	};
}
