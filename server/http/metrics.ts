import { timingSafeEqual } from 'node:crypto';
import { Counter, collectDefaultMetrics, Gauge, Histogram } from 'prom-client';
import { getPoolState, withDatabaseBudget } from '~/database/connection.ts';
import { QUEUE_SCHEMA } from '~/database/migrate.ts';
import { countReads } from '~/database/replicas.ts';
import { rows } from '~/database/sql.ts';
import { GATEWAY_STATES } from '~/domain/discord/preflight.ts';
import { config } from '../config.ts';
import { readGatewayState } from '../discord/gateway-state.ts';
import { getLiveState } from '../live/hub.ts';
import { countDroppedLines, logFailure } from '../log.ts';
import { registry } from '../metrics.ts';
import { IS_OUT_OF_DATE, JOIN_SUBJECT } from '../operations/announcements/index.ts';
import { readReplicaLags } from '../operations/kernel/read-position.ts';
import type { AccessRule } from './access.ts';
import { isMigrated, readReadiness } from './health.ts';

/** How long the numbers that are in the database may take, so that Prometheus gets the others in time. */
const DATABASE_BUDGET_MS = 2_000;

let measuresProcess = false;

/**
 * Starts measuring memory, CPU time and the delay of the event loop. Not before the first reading of the metrics, because
 * the delay is measured a hundred times a second.
 */
function measureProcess(): void {
	if (!measuresProcess) collectDefaultMetrics({ register: registry });
	measuresProcess = true;
}

const requests = new Histogram({
	name: 'townbell_request_seconds',
	help: 'Response time by route (its pattern, such as /events/:eventId), kind of address, method and status.',
	labelNames: ['route', 'kind', 'method', 'status'],
	buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
	registers: [registry],
});

const ready = new Gauge({
	name: 'townbell_ready',
	help: '1 while the database responds and is migrated (as /readyz), else 0.',
	registers: [registry],
});

const connections = new Gauge({
	name: 'townbell_database_connections',
	help: 'Connections of the pool of this process that are used or idle.',
	labelNames: ['state'],
	registers: [registry],
});

const maxConnections = new Gauge({
	name: 'townbell_database_connections_max',
	help: 'How many connections the pool may open (DATABASE_POOL_MAX).',
	registers: [registry],
});

const waiting = new Gauge({
	name: 'townbell_database_waiting',
	help: 'Statements and transactions that now wait for a connection of the pool.',
	registers: [registry],
});

const queueJobs = new Gauge({
	name: 'townbell_queue_jobs',
	help: 'Jobs, announcements and due direct messages of all replicas that wait, wait for a retry, or run.',
	labelNames: ['queue', 'state'],
	registers: [registry],
});

const queueAge = new Gauge({
	name: 'townbell_queue_oldest_seconds',
	help: 'Age of the oldest unfinished job, or of the direct message that has been due the longest.',
	labelNames: ['queue'],
	registers: [registry],
});

const gateway = new Gauge({
	name: 'townbell_gateway_state',
	help: '1 for the state of the connection to the gateway of Discord, whichever replica holds it; "none": no replica does.',
	labelNames: ['state'],
	registers: [registry],
});

new Counter({
	name: 'townbell_log_lines_dropped_total',
	help: 'Log lines that were dropped because standard output was full, closed or not read.',
	registers: [registry],
	collect() {
		this.reset();
		this.inc(countDroppedLines());
	},
});

new Gauge({
	name: 'townbell_live_streams',
	help: 'Open streams of changes (/live).',
	registers: [registry],
	collect() {
		this.set(getLiveState().streams);
	},
});

new Gauge({
	name: 'townbell_live_listening',
	help: '1 while commits of all processes are noticed at once, 0 while the log is only read twice a second.',
	registers: [registry],
	collect() {
		this.set(getLiveState().isListening ? 1 : 0);
	},
});

const replicaLag = new Gauge({
	name: 'townbell_read_replica_lag_seconds',
	help: 'How far each server of DATABASE_READ_URLS is behind the primary at most; none while it does not respond.',
	labelNames: ['replica'],
	registers: [registry],
});

new Counter({
	name: 'townbell_reads_total',
	help: 'Requests that may read a replica, by what they read: a replica, or the primary because none had caught up or responded.',
	labelNames: ['target'],
	registers: [registry],
	collect() {
		this.reset();
		for (const [target, count] of Object.entries(countReads())) this.inc({ target }, count);
	},
});

/** Counts one finished request; `milliseconds` is how long it took. */
export function observeRequest(
	{ status, ...labels }: { route: string; kind: AccessRule['kind']; method: string; status: number },
	milliseconds: number,
): void {
	requests.observe({ ...labels, status: String(status) }, milliseconds / 1000);
}

/**
 * Returns all metrics in Prometheus's text format, with its content type. Without the database, the numbers that are in
 * it are left out.
 */
export async function readMetrics(now: Date): Promise<{ text: string; type: string }> {
	measureProcess();
	for (const gauge of [queueJobs, queueAge, gateway, replicaLag]) gauge.reset();
	ready.set(0);
	try {
		// Recorded first, because the queries below use connections too.
		if (isMigrated()) recordPool();
		if ((await readReadiness()) !== 'not ready') {
			ready.set(1);
			await withDatabaseBudget(DATABASE_BUDGET_MS, () => recordDeployment(now));
		}
	} catch (error) {
		logFailure(error, 'metrics could not be read');
	}
	return { text: await registry.metrics(), type: registry.contentType };
}

function recordPool(): void {
	const pool = getPoolState();
	connections.set({ state: 'used' }, pool.used);
	connections.set({ state: 'idle' }, pool.idle);
	maxConnections.set(pool.max);
	waiting.set(pool.waiting);
}

async function recordDeployment(now: Date): Promise<void> {
	const [backlog, current, lags] = await Promise.all([
		readBacklog(now),
		readGatewayState(),
		readReplicaLags(),
	]);
	for (const { name, lagSeconds } of lags)
		if (lagSeconds !== null) replicaLag.set({ replica: name }, lagSeconds);
	for (const { queue, oldest_seconds: oldest, ...counts } of backlog) {
		for (const state of ['waiting', 'retrying', 'running'] as const)
			queueJobs.set({ queue, state }, counts[state]);
		if (oldest !== null) queueAge.set({ queue }, Math.max(0, oldest));
	}
	for (const state of [...GATEWAY_STATES, 'none'])
		gateway.set({ state }, state === (current ?? 'none') ? 1 : 0);
}

/**
 * Returns whether a request may read the metrics: with METRICS_TOKEN as its Bearer token, or outside production
 * directly from this machine. Behind a proxy every request comes from this machine, so production requires the token.
 */
export function mayReadMetrics(request: Request, socketAddress: string): boolean {
	const { METRICS_TOKEN, NODE_ENV, TRUST_PROXY_HOPS } = config();
	const bearer = /^Bearer +(\S+)$/i.exec(request.headers.get('Authorization') ?? '')?.[1];
	if (bearer !== undefined) return METRICS_TOKEN !== undefined && isSameToken(bearer, METRICS_TOKEN);
	if (NODE_ENV === 'production') return false;
	if (TRUST_PROXY_HOPS > 0 || request.headers.has('X-Forwarded-For') || request.headers.has('Forwarded'))
		return false;
	return /^(127\.|::1$|::ffff:127\.)/.test(socketAddress);
}

function isSameToken(one: string, other: string): boolean {
	const [a, b] = [Buffer.from(one), Buffer.from(other)];
	return a.length === b.length && timingSafeEqual(a, b);
}

/** What one queue still has to do. The oldest is null when the queue is empty or does not record its times. */
type Backlog = {
	queue: string;
	waiting: number;
	retrying: number;
	running: number;
	oldest_seconds: number | null;
};

/**
 * Returns what all replicas together still have to do at `now`: one row for each queue with unfinished jobs, one for
 * the announcements that are out of date and one for the direct messages that are due. The queue must be installed.
 */
function readBacklog(now: Date): Promise<Backlog[]> {
	return rows<Backlog>(
		`SELECT name AS queue, (count(*) FILTER (WHERE state = 'created'))::int AS waiting,
			(count(*) FILTER (WHERE state = 'retry'))::int AS retrying,
			(count(*) FILTER (WHERE state = 'active'))::int AS running,
			extract(epoch FROM :now::timestamptz - min(created_on))::float8 AS oldest_seconds
		FROM ${QUEUE_SCHEMA}.job WHERE state < 'completed' GROUP BY name
		UNION ALL
		SELECT 'announcements', (count(*) FILTER (WHERE a.attempts = 0))::int, (count(*) FILTER (WHERE a.attempts > 0))::int, 0, NULL
		FROM announcements a LEFT ${JOIN_SUBJECT} WHERE ${IS_OUT_OF_DATE}
		UNION ALL
		SELECT 'direct messages', (count(*) FILTER (WHERE attempts = 0))::int,
			(count(*) FILTER (WHERE attempts > 0))::int, 0, extract(epoch FROM :now::timestamptz - min(due_at))::float8
		FROM direct_messages WHERE state = 'pending' AND due_at <= :now`,
		{ now },
	);
}
