import { setTimeout as sleep } from 'node:timers/promises';
import {
	closeDatabase,
	connectDatabase,
	isDatabaseDown,
	withUnlimitedConnection,
} from '~/database/connection.ts';
import { migrate, UnknownSchema, UnsupportedEncoding } from '~/database/migrate.ts';
import { diagnoseConnection, readServerFacts } from '~/database/server-facts.ts';
import { diagnoseServer, isOnlyReadable } from '~/domain/database-problems.ts';
import { HOW_TO_BECOME_ADMIN } from '~/domain/setup.ts';
import { config } from './config.ts';
import type { GatewayTimings } from './gateway/start-gateway.ts';
import { setMigrated } from './http/health.ts';
import { startJobs } from './jobs/start-jobs.ts';
import { startMessaging, stopMessaging } from './jobs/start-messaging.ts';
import { type MirrorTimings, startMirroring } from './jobs/start-mirroring.ts';
import { startLive, stopLive } from './live/hub.ts';
import { describeError, log, logDatabaseProblem, logFailure } from './log.ts';
import { hasAdmin } from './operations/users/index.ts';
import { drainQueue, isQueueInstalled, type QueueStart, startQueue, stopQueue } from './queue.ts';

const RETRY_MS = 2_000;

const stopped = new AbortController();
let started: Promise<void> | undefined;
/** The code of the gateway, once it is loaded. */
let gatewayModule: typeof import('./gateway/start-gateway.ts') | undefined;

/** The intervals that tests shorten; the application uses the defaults. */
export type ServiceTimings = Pick<QueueStart, 'mirrorRetries' | 'mirrorTimeouts' | 'superviseSeconds'> & {
	mirror?: MirrorTimings;
	gateway?: Partial<GatewayTimings>;
};

/**
 * Starts the background services: the database's pool, the pending migrations, the queue and, unless DISCORD_SERVICE is
 * off, the jobs, the mirroring, the messages on Discord and the gateway. Returns at once; a second call does nothing.
 * After a hot reload it runs again, reuses pool and queue, and replaces the handlers of the jobs. While the database is
 * down it retries every two seconds and the pages respond with 503; no restart is needed.
 */
export function startServices(timings: ServiceTimings = {}): void {
	if (started) return;
	const { DATABASE_URL: url, DATABASE_POOL_MAX: poolMax, DATABASE_READ_URLS: readUrls } = config();
	connectDatabase({ url, poolMax, readUrls });
	started = startWhenPossible(timings);
}

async function startWhenPossible({ mirror, gateway, ...queue }: ServiceTimings): Promise<void> {
	while (!stopped.signal.aborted) {
		try {
			const { DATABASE_URL: url, DISCORD_SERVICE: shouldRunJobs } = config();
			const hasQueue = await withUnlimitedConnection(url, async (sequelize) => {
				await migrate(sequelize);
				return isQueueInstalled(sequelize);
			});
			const queueStart = startQueue({ url, shouldRunJobs, ...queue });
			// Operations that send jobs wait for the queue. Only its tables must exist.
			startLive(url);
			if (hasQueue) setMigrated(true);
			await Promise.all([queueStart, logServerProblems()]);
			setMigrated(true);
			await warnWithoutAdmin();
			if (shouldRunJobs) await startWorkers(url, { mirror, gateway });
			log().info('ready');
			return;
		} catch (error) {
			// Requests still work while the services stop.
			if (stopped.signal.aborted) return;
			const problem = await diagnoseConnection(error, config().DATABASE_URL);
			// The pages of a database that only refuses writes can be read.
			if (!isOnlyReadable(problem)) setMigrated(false);
			if (error instanceof UnknownSchema || error instanceof UnsupportedEncoding) {
				process.stderr.write(`${error.message}\n`);
				process.exit(1);
			}
			if (problem !== null && problem !== 'unreachable') {
				logDatabaseProblem(problem, { work: 'start', reason: describeError(error).message });
			} else if (isDatabaseDown(error)) logFailure(error, 'start');
			else {
				log().fatal({ err: error }, 'start failed');
				process.exit(1);
			}
			await sleep(RETRY_MS, undefined, { signal: stopped.signal }).catch(() => undefined);
		}
	}
}

/** Logs what makes the database unfit although it accepts connections. The start goes on. */
async function logServerProblems(): Promise<void> {
	for (const problem of diagnoseServer(await readServerFacts()))
		logDatabaseProblem(problem, { work: 'start' });
}

/** Logs how to become an admin while there is none and no user can become one by signing in. */
async function warnWithoutAdmin(): Promise<void> {
	if (config().ADMIN_DISCORD_IDS.length > 0 || (await hasAdmin())) return;
	log().warn(`There is no admin. ${HOW_TO_BECOME_ADMIN}`);
}

async function startWorkers(
	url: string,
	{ mirror, gateway = {} }: Pick<ServiceTimings, 'mirror' | 'gateway'>,
): Promise<void> {
	const now = () => new Date();
	await startMirroring({ now, timings: mirror });
	startMessaging({ now });
	await startJobs({ now });
	// Loaded after everything else, because it contains discord.js, and the pages already respond.
	gatewayModule = await import('./gateway/start-gateway.ts');
	if (!stopped.signal.aborted) gatewayModule.startGateway({ url, now, timings: gateway });
}

/**
 * Ends the streams of open pages, leaves Discord's gateway, stops taking jobs and waits at most `milliseconds` for the
 * running ones. Requests still work in the meantime.
 */
export async function drainServices(milliseconds: number): Promise<void> {
	stopped.abort();
	await stopLive();
	await Promise.all([gatewayModule?.stopGateway(), stopMessaging(milliseconds), drainQueue(milliseconds)]);
}

/** Stops what `startServices` started and waits until the queue and the pool are closed. */
export async function stopServices(): Promise<void> {
	stopped.abort();
	await started;
	await stopLive();
	await gatewayModule?.stopGateway();
	await stopMessaging(0);
	await stopQueue(0);
	await closeDatabase();
}
