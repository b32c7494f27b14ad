import { readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { removeEmbeddedDatabase } from '~/database/embedded.ts';

const RECENT_MS = 3_600_000;

/**
 * Deletes what killed runs left: databases and their folders, named `prefix…` in the machine's temporary
 * folder. A database that still runs is not deleted. A recent one may belong to a run whose server is
 * starting or stopping.
 */
export async function deleteKilledRuns(prefix: string): Promise<void> {
	const names = (await readdir(tmpdir())).filter((name) => name.startsWith(prefix));
	for (const directory of names.map((name) => path.join(tmpdir(), name))) {
		try {
			if (Date.now() - (await stat(directory)).mtimeMs < RECENT_MS) continue;
			await removeEmbeddedDatabase({ directory });
			await rm(directory, { recursive: true, force: true });
		} catch {
			// The database still runs, or another run has deleted it first.
		}
	}
}
