import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedDatabase } from '~/database/embedded.ts';
import { deleteKilledRuns } from './killed-runs.ts';
import { fillTemplate, TEMPLATE } from './template-database.ts';

const PREFIX = 'townbell-test-';

declare module 'vitest' {
	export interface ProvidedContext {
		/** The database that the database of every test file is copied from. */
		templateUrl: string;
	}
}

/**
 * Starts one PostgreSQL for the whole run, in its own folder, so that two runs at once do not conflict.
 * Returns a function that stops it.
 */
export default async function setUpCluster(project: TestProject): Promise<() => Promise<void>> {
	await deleteKilledRuns(PREFIX);
	const directory = await mkdtemp(join(tmpdir(), PREFIX));
	await chmod(directory, 0o755);
	const cluster = await startEmbeddedDatabase({ directory, database: TEMPLATE, throwaway: true });
	await fillTemplate(cluster.url);
	project.provide('templateUrl', cluster.url);
	return async () => {
		await cluster.stop();
		await rm(directory, { recursive: true, force: true });
	};
}
