import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Sequelize } from 'sequelize';
import type { TestProject } from 'vitest/node';
import { removeEmbeddedDatabase, startEmbeddedDatabase } from '~/database/embedded.ts';
import { migrate } from '~/database/migrate.ts';

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
	await sweepKilledRuns();
	const directory = await mkdtemp(join(tmpdir(), PREFIX));
	await chmod(directory, 0o755);
	const cluster = await startEmbeddedDatabase({ directory, database: TEMPLATE, throwaway: true });
	const sequelize = new Sequelize(cluster.url, { logging: false, pool: { max: 1 } });
	await migrate(sequelize);
	await sequelize.close();
	project.provide('templateUrl', cluster.url);
	return async () => {
		await cluster.stop();
		await rm(directory, { recursive: true, force: true });
	};
}

/** What a run that was killed left: its server and its folder. A run that still lives refuses, and keeps both. */
async function sweepKilledRuns(): Promise<void> {
	const names = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX));
	for (const name of names) {
		const directory = join(tmpdir(), name);
		await removeEmbeddedDatabase({ directory })
			.then(() => rm(directory, { recursive: true, force: true }))
			.catch(() => undefined);
	}
}
