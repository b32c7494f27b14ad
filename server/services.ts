import {
	closeDatabase,
	connectDatabase,
	isDatabaseDown,
	withPatientConnection,
} from '~/database/connection.ts';
import { migrate, SchemaTooNew } from '~/database/migrate.ts';
import { config } from './config.ts';
import { type GatewayTempo, startGateway, stopGateway } from './gateway/start-gateway.ts';
import { setMigrated } from './http/health.ts';
import { startJobs } from './jobs/start-jobs.ts';
import { type MirrorTempo, startMirroring } from './jobs/start-mirroring.ts';
import { log } from './log.ts';
import { type QueueStart, restQueue, startQueue, stopQueue } from './queue.ts';

const RETRY_MS = 2_000;

let stopping = false;
let started: Promise<void> | undefined;

/** The intervals that tests shorten; the application uses the defaults. */
export type Tempo = Pick<QueueStart, 'mirrorRetries' | 'mirrorPatience' | 'superviseSeconds'> & {
	mirror?: MirrorTempo;
	gateway?: Partial<GatewayTempo>;
};

/**
 * Starts the background services: the database's pool, the pending migrations, the queue and, unless
 * DISCORD_SERVICE is off, the jobs, the mirroring to Discord and the attempt to acquire the Discord gateway.
 * Returns at once; a second call does nothing. After a hot reload it runs again, reuses pool and queue, and
 * replaces the handlers of the jobs. While the database is down it retries every two seconds and the pages
 * respond with 503; no restart is needed.
 */
export function startServices(tempo: Tempo = {}): void {
	if (started) return;
	connectDatabase({ url: config().DATABASE_URL, poolMax: config().DATABASE_POOL_MAX });
	started = startWhenPossible(tempo);
}

async function startWhenPossible({ mirror, gateway, ...queue }: Tempo): Promise<void> {
	while (!stopping) {
		try {
			const { DATABASE_URL: url, DISCORD_SERVICE: isWorking } = config();
			await withPatientConnection(url, migrate);
			await startQueue({ url, isWorking, ...queue });
			setMigrated();
			if (isWorking) await startWorking(url, { mirror, gateway });
			log().info('ready');
			return;
		} catch (error) {
			if (stopping) return;
			if (error instanceof SchemaTooNew) {
				process.stderr.write(`${error.message}\n`);
				process.exit(1);
			}
			if (!isDatabaseDown(error)) {
				log().fatal({ err: error }, 'start failed');
				process.exit(1);
			}
			log().warn('the database does not answer; trying again');
			await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
		}
	}
}

async function startWorking(
	url: string,
	{ mirror, gateway = {} }: Pick<Tempo, 'mirror' | 'gateway'>,
): Promise<void> {
	const now = () => new Date();
	await startMirroring({ now, tempo: mirror });
	await startJobs({ now });
	if (!stopping) startGateway({ url, now, tempo: gateway });
}

/**
 * Leaves Discord's gateway, stops taking jobs and waits at most `milliseconds` for the running ones. Requests
 * still work in the meantime.
 */
export async function restServices(milliseconds: number): Promise<void> {
	stopping = true;
	await Promise.all([stopGateway(), restQueue(milliseconds)]);
}

/** Stops what `startServices` started and waits until the queue and the pool are closed. */
export async function stopServices(): Promise<void> {
	stopping = true;
	await started;
	await stopGateway();
	await stopQueue(0);
	await closeDatabase();
}
