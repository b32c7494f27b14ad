import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '~/database/client.ts';
import type { GatewayState } from '~/domain/discord/preflight.ts';
import { GATEWAY_LOCK, nameOfState } from '../discord/gateway-state.ts';

/** A database that stalls is as good as gone. */
const ANSWER_MS = 4_000;

export type LockTempo = {
	/** How often a replica that waits tries, and one that holds says that it is alive. */
	beatMs: number;
	/** PostgreSQL takes the lock from a holder that is silent for so long: frozen, or cut off without a goodbye. */
	silenceMs: number;
};

/** The right to the deployment's one gateway connection. */
export type Lock = {
	/** Settles when the right is lost or given back. */
	readonly lost: AbortSignal;
	/** Tells every replica how the connection is. */
	tell(state: GatewayState): void;
	release(): Promise<void>;
};

/**
 * Waits until this process holds the gateway's advisory lock, on a connection of its own to `url`; it lasts as long as that
 * connection. Null when `signal` ended the waiting. A database that is away is waited for.
 */
export async function waitForLock(
	url: string,
	{ beatMs, silenceMs }: LockTempo,
	signal: AbortSignal,
): Promise<Lock | null> {
	while (!signal.aborted) {
		const client = await openClient(url, silenceMs);
		if (client && (await tryUntilHeld(client, beatMs, signal))) return hold(client, beatMs);
		if (client) await close(client);
		await sleep(beatMs, undefined, { signal }).catch(ignore);
	}
	return null;
}

async function openClient(url: string, silenceMs: number): Promise<Client | null> {
	const client = new Client({
		connectionString: url,
		application_name: nameOfState('connecting'),
		keepAlive: true,
		connectionTimeoutMillis: ANSWER_MS,
		query_timeout: ANSWER_MS,
		statement_timeout: ANSWER_MS,
	});
	try {
		await client.connect();
		await client.query(`SELECT set_config('idle_session_timeout', $1, false)`, [String(silenceMs)]);
		return client;
	} catch {
		await close(client);
		return null;
	}
}

/** False when the connection failed or the waiting was ended. */
async function tryUntilHeld(client: Client, beatMs: number, signal: AbortSignal): Promise<boolean> {
	const sql = `SELECT pg_try_advisory_lock(${GATEWAY_LOCK.join(', ')}) AS held`;
	try {
		while (!signal.aborted) {
			const { rows } = await client.query<{ held: boolean }>(sql);
			if (rows[0]?.held) return true;
			await sleep(beatMs, undefined, { signal });
		}
	} catch {
		// The caller opens another.
	}
	return false;
}

function hold(client: Client, beatMs: number): Lock {
	const lost = new AbortController();
	let state: GatewayState = 'connecting';
	let told: GatewayState = 'connecting';
	const end = () => {
		clearInterval(timer);
		lost.abort();
	};
	const beat = async () => {
		const next = state;
		await client.query(`SELECT set_config('application_name', $1, false)`, [nameOfState(next)]);
		told = next;
	};
	// One after another, for it is one connection. A beat that gets no answer is a lost lock: nobody can say whether
	// somebody else holds it by now.
	let beats = Promise.resolve();
	const tryBeat = () => {
		beats = beats.then(() => (lost.signal.aborted ? undefined : beat())).catch(() => release());
	};
	const release = () => {
		end();
		return close(client);
	};
	const timer = setInterval(tryBeat, beatMs);
	client.on('error', end);
	client.on('end', end);
	return {
		lost: lost.signal,
		tell: (next) => {
			state = next;
			if (told !== next && !lost.signal.aborted) tryBeat();
		},
		release,
	};
}

/** A connection whose other end is gone may never say that it is closed. */
async function close(client: Client): Promise<void> {
	await Promise.race([client.end().catch(ignore), sleep(ANSWER_MS, undefined, { ref: false })]);
}

const ignore = () => undefined;
