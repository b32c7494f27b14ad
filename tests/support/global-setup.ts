import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Sequelize } from 'sequelize';
import type { TestProject } from 'vitest/node';
import { startEmbeddedDatabase } from '~/database/embedded.ts';
import { migrate } from '~/database/migrate.ts';
import { startQueue, stopQueue } from '~/server/queue.ts';
import { sweepKilledRuns } from './killed-runs.ts';

const PREFIX = 'townbell-test-';
export const TEMPLATE = 'townbell_template';

declare module 'vitest' {
	export interface ProvidedContext {
		/** The migrated database that every test file's own is copied from. Nobody may stay connected to it. */
		templateUrl: string;
	}
}

/** One PostgreSQL for the whole run, in a folder of its own, so that two runs at once do not meet. */
export default async function setUpCluster(project: TestProject): Promise<() => Promise<void>> {
	await sweepKilledRuns(PREFIX);
	const directory = await mkdtemp(join(tmpdir(), PREFIX));
	await chmod(directory, 0o755);
	const cluster = await startEmbeddedDatabase({ directory, database: TEMPLATE, throwaway: true });
	const sequelize = new Sequelize(cluster.url, { logging: false, pool: { max: 1 } });
	await migrate(sequelize);
	await sequelize.close();
	await startQueue({ url: cluster.url, isWorking: false });
	await stopQueue();
	project.provide('templateUrl', cluster.url);
	return async () => {
		await cluster.stop();
		await rm(directory, { recursive: true, force: true });
	};
}
