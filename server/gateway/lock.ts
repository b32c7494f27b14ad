import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '~/database/client.ts';
import type { GatewayState } from '~/domain/discord/preflight.ts';
import { GATEWAY_LOCK, toApplicationName } from '../discord/gateway-state.ts';

/** A database that does not respond within this time counts as down. */
const DATABASE_TIMEOUT_MS = 4_000;

export type LockTimings = {
	/** How often a waiting replica tries to acquire the lock, and the holder sends a heartbeat. */
	heartbeatMs: number;
	/** After this time without a heartbeat PostgreSQL takes the lock from a holder that is frozen or disconnected. */
	heartbeatTimeoutMs: number;
};

/** The lock for the deployment's one gateway connection. */
export type Lock = {
	/** Aborted when the lock is lost or released. */
	readonly lost: AbortSignal;
	/** Publishes the state of the gateway connection for every replica. */
	publish(state: GatewayState): void;
	release(): Promise<void>;
};

/**
 * Waits until this process holds the gateway's advisory lock and returns it; null when `signal` aborts the wait. The
 * lock has its own connection to `url` and is released when that closes. Retries while the database is down.
 */
export async function waitForLock(
	url: string,
	{ heartbeatMs, heartbeatTimeoutMs }: LockTimings,
	signal: AbortSignal,
): Promise<Lock | null> {
	while (!signal.aborted) {
		const client = await openClient(url, heartbeatTimeoutMs);
		if (client && (await pollForLock(client, heartbeatMs, signal))) return holdLock(client, heartbeatMs);
		if (client) await close(client);
		await sleep(heartbeatMs, undefined, { signal }).catch(ignore);
	}
	return null;
}

async function openClient(url: string, heartbeatTimeoutMs: number): Promise<Client | null> {
	const client = new Client({
		connectionString: url,
		application_name: toApplicationName('connecting'),
		keepAlive: true,
		connectionTimeoutMillis: DATABASE_TIMEOUT_MS,
		query_timeout: DATABASE_TIMEOUT_MS,
		statement_timeout: DATABASE_TIMEOUT_MS,
	});
	try {
		await client.connect();
		await client.query(`SELECT set_config('idle_session_timeout', $1, false)`, [String(heartbeatTimeoutMs)]);
		return client;
	} catch {
		await close(client);
		return null;
	}
}

/** Returns true when the lock is held, false when the connection failed or the wait was aborted. */
async function pollForLock(client: Client, heartbeatMs: number, signal: AbortSignal): Promise<boolean> {
	const sql = `SELECT pg_try_advisory_lock(${GATEWAY_LOCK.join(', ')}) AS held`;
	try {
		while (!signal.aborted) {
			const { rows } = await client.query<{ held: boolean }>(sql);
			if (rows[0]?.held) return true;
			await sleep(heartbeatMs, undefined, { signal });
		}
	} catch {
		// `waitForLock` opens a new connection.
	}
	return false;
}

function holdLock(client: Client, heartbeatMs: number): Lock {
	const lost = new AbortController();
	let state: GatewayState = 'connecting';
	let publishedState: GatewayState = 'connecting';
	const end = () => {
		clearInterval(timer);
		lost.abort();
	};
	const sendHeartbeat = async () => {
		const next = state;
		await client.query(`SELECT set_config('application_name', $1, false)`, [toApplicationName(next)]);
		publishedState = next;
	};
	// Heartbeats run one after another, because they share one connection. After a failed heartbeat the lock
	// counts as lost: another replica may hold it by now.
	let heartbeats = Promise.resolve();
	const queueHeartbeat = () => {
		heartbeats = heartbeats
			.then(() => (lost.signal.aborted ? undefined : sendHeartbeat()))
			.catch(() => release());
	};
	const release = () => {
		end();
		return close(client);
	};
	const timer = setInterval(queueHeartbeat, heartbeatMs);
	client.on('error', end);
	client.on('end', end);
	return {
		lost: lost.signal,
		publish: (next) => {
			state = next;
			if (publishedState !== next && !lost.signal.aborted) queueHeartbeat();
		},
		release,
	};
}

/** Closes the connection, with a time limit: a dead connection may never report that it is closed. */
async function close(client: Client): Promise<void> {
	await Promise.race([client.end().catch(ignore), sleep(DATABASE_TIMEOUT_MS, undefined, { ref: false })]);
}

const ignore = () => undefined;
