import { readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { removeEmbeddedDatabase } from '~/database/embedded.ts';

const YOUNG_MS = 3_600_000;

/**
 * Removes what killed runs left: databases and their folders, named `prefix…` in the machine's temporary folder. One
 * that still runs refuses; a young one may be a living run's whose server is not up yet, or just down.
 */
export async function sweepKilledRuns(prefix: string): Promise<void> {
	const names = (await readdir(tmpdir())).filter((name) => name.startsWith(prefix));
	for (const directory of names.map((name) => path.join(tmpdir(), name))) {
		try {
			if (Date.now() - (await stat(directory)).mtimeMs < YOUNG_MS) continue;
			await removeEmbeddedDatabase({ directory });
			await rm(directory, { recursive: true, force: true });
		} catch {
			// It lives, or another run was quicker.
		}
	}
}
