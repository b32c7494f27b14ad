import { database, withDatabaseBudget } from '~/database/connection.ts';
import { readSchemaState } from '~/database/migrate.ts';
import { readServerFacts } from '~/database/server-facts.ts';
import { execute, rows, selectValue } from '~/database/sql.ts';
import { diagnoseServer } from '~/domain/database-problems.ts';
import type { Fact } from '~/domain/discord/preflight.ts';
import { evaluateHealth, type HealthFacts, type HealthProblem, type Replica } from '~/domain/health.ts';
import { APP_VERSION } from '~/domain/limits.ts';
import { type QueueSummary, summarizeQueues } from '~/domain/queues.ts';
import { findGatewayHolder, GATEWAY_APPLICATION } from '../../discord/gateway-state.ts';
import { getLiveState } from '../../live/hub.ts';
import { LIVE_APPLICATION } from '../../live/listener.ts';
import { logFailure } from '../../log.ts';
import { PROCESS_NAME } from '../../process-name.ts';
import { listQueueFacts } from '../../queue/backlog.ts';
import { readLostPosts } from '../announcements/index.ts';
import { defineOperation, perform } from '../kernel/operation.ts';
import { readReplicaLags } from '../kernel/read-position.ts';
import { findDepartureHold } from '../members/index.ts';
import { readPreflight } from './read-preflight.ts';

/** How long one fact may take: less than a request may wait for the database. */
const FACT_BUDGET_MS = 3_000;

export type Health = Omit<HealthFacts, 'queues'> & {
	version: string;
	queues: Fact<QueueSummary>;
	problems: HealthProblem[];
	checkedAt: string;
};

/**
 * Returns how the parts of this deployment are, and what is wrong with what to do. The facts are read at the same time,
 * each with its own time limit: one that cannot be read is `unknown`, and the others are shown.
 */
export const readHealth = defineOperation({
	allow: 'health.read',
	async handle({ actor, now }): Promise<Health> {
		const facts = await awaitAll<HealthFacts>({
			database: readInTime('database', readDatabase),
			serverProblems: readInTime('server', async () => diagnoseServer(await readServerFacts())),
			databaseBytes: readInTime('database size', readDatabaseBytes),
			queues: readInTime('queue', () => listQueueFacts(now)),
			discord: readInTime('Discord', async () => (await perform(readPreflight, { actor, now })).checks),
			gateway: readInTime('gateway', findGatewayHolder),
			replicas: readInTime('replicas', listReplicas),
			readReplicas: readInTime('read replicas', readReplicaLags),
			lateOfferAt: readInTime('offers of places', () => findLateOffer(now)),
			departures: readInTime('departures', () => findDepartureHold(now)),
			lostPosts: readInTime('lost posts', () => readLostPosts(now)),
			live: getLiveState(),
		});
		return {
			...facts,
			queues: facts.queues === 'unknown' ? facts.queues : summarizeQueues(facts.queues),
			version: APP_VERSION,
			problems: evaluateHealth(facts, now),
			checkedAt: now.toISOString(),
		};
	},
});

/** Returns the results of promises that run at the same time, by their names. */
async function awaitAll<Results extends object>(
	pending: {
		[Name in keyof Results]: Results[Name] | Promise<Results[Name]>;
	},
): Promise<Results> {
	const found = Object.entries(pending).map(async ([name, result]) => [name, await result] as const);
	return Object.fromEntries(await Promise.all(found)) as Results;
}

/** Returns what `read` returns, or `unknown` when it takes too long or fails; the log then says why. */
async function readInTime<Value>(part: string, read: () => Promise<Value>): Promise<Fact<Value>> {
	let timer: NodeJS.Timeout | undefined;
	const timedOut = new Promise<'unknown'>((resolve) => {
		timer = setTimeout(resolve, FACT_BUDGET_MS, 'unknown');
	});
	const found = withDatabaseBudget(FACT_BUDGET_MS, read).catch((error: unknown) => {
		logFailure(error, 'health could not be read', { part });
		return 'unknown' as const;
	});
	try {
		return await Promise.race([found, timedOut]);
	} finally {
		clearTimeout(timer);
	}
}

async function readDatabase(): Promise<Exclude<HealthFacts['database'], 'unknown'>> {
	const started = performance.now();
	await execute('SELECT 1');
	const responseMs = Math.round(performance.now() - started);
	const undoBytes = Number(await selectValue('SELECT coalesce(sum(bytes), 0) FROM undos'));
	const { pending, unknown } = await readSchemaState(database());
	return {
		responseMs,
		undoBytes,
		pendingMigrations: pending.length,
		unknownMigrations: unknown.length,
	};
}

const readDatabaseBytes = async (): Promise<number> =>
	Number(await selectValue('SELECT pg_database_size(current_database())'));

/** Returns when the first offer of a place ended that has not been passed on; null without one. */
async function findLateOffer(now: Date): Promise<string | null> {
	const ended = await selectValue<Date>(
		`SELECT min(s.offer_expires_at) FROM signups s JOIN events e ON e.id = s.event_id
		WHERE s.place = 'offered' AND s.offer_expires_at < :now AND e.status = 'active' AND e.date > :now`,
		{ now },
	);
	return ended?.toISOString() ?? null;
}

/** Returns the processes that are connected now. Each process names its connections, so no table is needed. */
async function listReplicas(): Promise<Replica[]> {
	const found = await rows<{ process: string; runs_jobs: boolean }>(
		`SELECT regexp_replace(application_name, '^.* ', '') AS process,
			bool_or(application_name LIKE '${GATEWAY_APPLICATION} %') AS runs_jobs
		FROM pg_stat_activity WHERE datname = current_database()
			AND (application_name LIKE '${LIVE_APPLICATION} %' OR application_name LIKE '${GATEWAY_APPLICATION} %')
		GROUP BY 1 ORDER BY 1`,
	);
	return found.map(({ process, runs_jobs }) => ({
		process,
		runsJobs: runs_jobs,
		isThis: process === PROCESS_NAME,
	}));
}
