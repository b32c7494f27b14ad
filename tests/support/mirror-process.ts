import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isMigrated } from '~/server/http/health.ts';
import { createEvent } from '~/server/operations/events/create-event.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { type ServiceTimings, startServices, stopServices } from '~/server/services.ts';

/** The points at which the process kills itself with SIGKILL, as a power cut would. */
export const KILL_POINTS = [
	'before the commit',
	'after the commit',
	'after the response of Discord',
	'before the job is acknowledged',
] as const;
export type KillPoint = (typeof KILL_POINTS)[number];

export type ProcessOptions = {
	killAt?: KillPoint;
	/** An event that the process creates once its services run. */
	create?: { actorId: string; body: Record<string, unknown> };
};

/** Short intervals. pg-boss allows no shorter heartbeat. */
export const TEST_TIMINGS = {
	mirror: { pollSeconds: 0.5, waitSeconds: 5 },
	mirrorRetries: { limit: 1_000, delaySeconds: 1, maxDelaySeconds: 2 },
	mirrorTimeouts: { expirySeconds: 3, heartbeatSeconds: 10 },
	superviseSeconds: 1,
} satisfies ServiceTimings;

/**
 * Runs the app's real services without its pages, in a separate process. Its argument contains the options.
 */
async function main({ killAt, create }: ProcessOptions): Promise<void> {
	if (killAt) killDuringQueries(killAt);
	if (killAt === 'after the response of Discord') killAfterFetch();
	process.once('SIGTERM', () => stopServices().then(() => process.exit(0)));
	startServices(TEST_TIMINGS);
	while (!isMigrated()) await sleep(50);
	if (!create) return;
	const actor = { id: create.actorId, role: 'creator' as const };
	await perform(createEvent, { actor, now: new Date() }, { read: () => create.body });
}

const killProcess = () => process.kill(process.pid, 'SIGKILL');

type Query = (this: pg.Client, ...args: unknown[]) => unknown;

function killDuringQueries(point: KillPoint): void {
	const client = pg.Client.prototype as unknown as { query: Query };
	const original = client.query;
	/** The connections whose transaction creates an event. */
	const creatingClients = new WeakSet<pg.Client>();
	client.query = function (...args) {
		const [text, values] = readQuery(args);
		if (/^INSERT INTO "events"/.test(text)) creatingClients.add(this);
		if (/^COMMIT/.test(text) && creatingClients.has(this)) {
			if (point === 'before the commit') killProcess();
			if (point === 'after the commit') return original.apply(this, [text, killProcess]);
		}
		const isAcknowledged = /completed_on =/.test(text) && values[0] === 'events.mirror';
		if (point === 'before the job is acknowledged' && isAcknowledged) killProcess();
		return original.apply(this, args);
	};
}

function readQuery([query, values]: unknown[]): [string, unknown[]] {
	if (typeof query === 'string') return [query, Array.isArray(values) ? values : []];
	const { text = '', values: own = [] } = query as { text?: string; values?: unknown[] };
	return [text, own];
}

function killAfterFetch(): void {
	const original = globalThis.fetch;
	globalThis.fetch = async (input, init) => {
		const response = await original(input, init);
		if (init?.method === 'POST' && String(input).endsWith('/scheduled-events')) killProcess();
		return response;
	};
}

if (process.argv[1] === import.meta.filename)
	await main(JSON.parse(process.argv[2] ?? '{}') as ProcessOptions);
