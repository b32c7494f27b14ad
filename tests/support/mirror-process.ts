import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isMigrated } from '~/server/http/health.ts';
import { createEvent } from '~/server/operations/events/editing.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { startServices, stopServices, type Tempo } from '~/server/services.ts';

/** The points at which the process kills itself with SIGKILL, as a power cut would. */
export const KILL_POINTS = [
	'before the commit',
	'after the commit',
	'after the reply of Discord',
	'before the job is acknowledged',
] as const;
export type KillPoint = (typeof KILL_POINTS)[number];

export type Orders = {
	killAt?: KillPoint;
	/** An event that the process creates once its services run. */
	create?: { actorId: string; body: Record<string, unknown> };
};

/** Short intervals. pg-boss allows no shorter heartbeat. */
export const TEMPO = {
	mirror: { pollSeconds: 0.5, waitSeconds: 5 },
	mirrorRetries: { limit: 1_000, delay: 1, delayMax: 2 },
	mirrorPatience: { expiry: 3, heartbeat: 10 },
	superviseSeconds: 1,
} satisfies Tempo;

/**
 * Runs the app's real services without its pages, in a separate process. Its argument contains the orders.
 */
async function main({ killAt, create }: Orders): Promise<void> {
	if (killAt) armQueries(killAt);
	if (killAt === 'after the reply of Discord') armFetch();
	process.once('SIGTERM', () => stopServices().then(() => process.exit(0)));
	startServices(TEMPO);
	while (!isMigrated()) await sleep(50);
	if (!create) return;
	const actor = { id: create.actorId, role: 'creator' as const };
	await perform(createEvent, { actor, now: new Date() }, { read: () => create.body });
}

const die = () => process.kill(process.pid, 'SIGKILL');

type Query = (this: pg.Client, ...args: unknown[]) => unknown;

function armQueries(point: KillPoint): void {
	const client = pg.Client.prototype as unknown as { query: Query };
	const original = client.query;
	/** The connections whose transaction creates an event. */
	const making = new WeakSet<pg.Client>();
	client.query = function (...args) {
		const [text, values] = readQuery(args);
		if (/^INSERT INTO "events"/.test(text)) making.add(this);
		if (/^COMMIT/.test(text) && making.has(this)) {
			if (point === 'before the commit') die();
			if (point === 'after the commit') return original.apply(this, [text, die]);
		}
		const isAcknowledged = /completed_on =/.test(text) && values[0] === 'events.mirror';
		if (point === 'before the job is acknowledged' && isAcknowledged) die();
		return original.apply(this, args);
	};
}

function readQuery([query, values]: unknown[]): [string, unknown[]] {
	if (typeof query === 'string') return [query, Array.isArray(values) ? values : []];
	const { text = '', values: own = [] } = query as { text?: string; values?: unknown[] };
	return [text, own];
}

function armFetch(): void {
	const original = globalThis.fetch;
	globalThis.fetch = async (input, init) => {
		const response = await original(input, init);
		if (init?.method === 'POST' && String(input).endsWith('/scheduled-events')) die();
		return response;
	};
}

if (process.argv[1] === import.meta.filename) await main(JSON.parse(process.argv[2] ?? '{}') as Orders);
