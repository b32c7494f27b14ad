import {
	closeDatabase,
	connectDatabase,
	isDatabaseDown,
	withPatientConnection,
} from '~/database/connection.ts';
import { migrate } from '~/database/migrate.ts';
import { config } from './config.ts';
import { setMigrated } from './http/health.ts';
import { log } from './http/log.ts';

const RETRY_MS = 2_000;

let stopping = false;
let started: Promise<void> | undefined;

/**
 * Starts what runs beside the pages: the database's pool and the pending migrations. Returns at once, and does
 * nothing the second time (hot reload). While the database is down it tries again every two seconds and the pages
 * answer 503; no restart is needed.
 */
export function startServices(): void {
	if (started) return;
	connectDatabase({ url: config().DATABASE_URL, poolMax: config().DATABASE_POOL_MAX });
	started = migrateWhenPossible();
}

async function migrateWhenPossible(): Promise<void> {
	while (!stopping) {
		try {
			await withPatientConnection(config().DATABASE_URL, migrate);
			setMigrated();
			log().info('ready');
			return;
		} catch (error) {
			if (stopping) return;
			if (!isDatabaseDown(error)) {
				log().fatal({ err: error }, 'migration failed');
				process.exit(1);
			}
			log().warn('the database does not answer; trying again');
			await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
		}
	}
}

/** Stops what `startServices` started; waits until the pool is closed. */
export async function stopServices(): Promise<void> {
	stopping = true;
	await started;
	await closeDatabase();
}
