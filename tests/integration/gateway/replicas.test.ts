import { QueryTypes } from 'sequelize';
import { afterEach, expect, test } from 'vitest';
import { database } from '~/database/connection.ts';
import { PERSONAS } from '~/seeds/personas.ts';
import { type Replica, startReplica } from './processes.ts';
import { listAnswers, makeMirrored, useGateway } from './use-gateway.ts';

const discord = useGateway({ LOG_LEVEL: 'info' });
const { state, gateway } = discord;
const TAKEOVER_MS = 30_000;

/** A lock holder that is silent for this long is replaced. The app itself waits longer. In milliseconds. */
const TEMPO = { gateway: { beatMs: 500, silenceMs: 6_000 } };

const replicas: Replica[] = [];
afterEach(async () => {
	for (const { stop } of replicas.splice(0)) await stop('SIGKILL');
	await expect.poll(() => gateway.sessions.length).toBe(0);
});

function start(env: Record<string, string> = {}): Replica {
	const replica = startReplica(env, TEMPO);
	replicas.push(replica);
	return replica;
}
const isConnected = ({ output }: Replica) => output().includes('the gateway is connected');
const untilConnected = (replica: Replica, timeout = TAKEOVER_MS) =>
	expect.poll(() => isConnected(replica) || replica.output(), { timeout, interval: 50 }).toBe(true);

/** Starts two replicas. Returns the one that holds the connection, then the other one. */
async function startTwo(): Promise<[holder: Replica, other: Replica]> {
	const first = start();
	const second = start();
	await expect.poll(() => replicas.some(isConnected), { timeout: TAKEOVER_MS }).toBe(true);
	return isConnected(first) ? [first, second] : [second, first];
}

/** Waits until both replicas are ready and the waiting one has tried to get the lock more than once. */
async function untilBothStand(other: Replica): Promise<void> {
	await untilReady(other);
	await untilWaiting();
}

const untilReady = ({ output }: Replica) =>
	expect.poll(output, { timeout: TAKEOVER_MS }).toContain('"msg":"ready"');

/** Waits until a replica has tried to acquire the lock several times without success. */
async function untilWaiting(): Promise<void> {
	const tries = new Set<string>();
	const countTries = async () => {
		for (const { at } of await listTries()) tries.add(at);
		return tries.size;
	};
	await expect.poll(countTries, { timeout: TAKEOVER_MS, interval: 50 }).toBeGreaterThan(3);
}

test('two replicas have one connection; killing its holder moves it; one with the service off leaves Discord alone', {
	timeout: 120_000,
}, async () => {
	const idle = start({ DISCORD_SERVICE: 'off' });
	await untilReady(idle);
	const [holder, other] = await startTwo();
	await untilBothStand(other);
	expect(await countConnections()).toBe(2);
	expect([gateway.sessions.length, gateway.identifies]).toEqual([1, 1]);
	expect(isConnected(other)).toBe(false);

	const killed = Date.now();
	await holder.stop('SIGKILL');
	const { event, discordEventId } = await makeMirrored(discord);
	// No replica is connected now, so the reconciliation of the new holder must find the interest.
	state.addInterest(discordEventId, PERSONAS.player.discordId);
	await untilConnected(other);
	expect(Date.now() - killed).toBeLessThan(TAKEOVER_MS);
	expect(gateway.sessions).toHaveLength(1);
	await expect.poll(() => listAnswers(event.id), { timeout: 20_000 }).toHaveLength(1);

	const stopped = Date.now();
	expect(await other.stop('SIGTERM')).toBe(0);
	expect(Date.now() - stopped).toBeLessThan(10_000);
	expect(gateway.sessions).toHaveLength(0);
	expect(await countConnections()).toBe(0);
	expect(await idle.stop('SIGTERM')).toBe(0);
	for (const { output } of [holder, other, idle]) expect(output()).not.toMatch(/"level":(50|60)/);
});

test('a holder that freezes is followed too, and finds itself replaced when it wakes', {
	timeout: 120_000,
}, async () => {
	const [holder, other] = await startTwo();
	await untilBothStand(other);
	const frozen = Date.now();
	holder.child.kill('SIGSTOP');
	await untilConnected(other);
	expect(Date.now() - frozen).toBeLessThan(TAKEOVER_MS);
	holder.child.kill('SIGCONT');
	await expect.poll(holder.output, { timeout: TAKEOVER_MS }).toContain('the gateway was given up');
	await untilWaiting();
	expect(gateway.sessions).toHaveLength(1);
	expect(holder.child.exitCode).toBeNull();
});

/** Returns when each waiting replica last tried to acquire the lock. */
function listTries(): Promise<{ at: string }[]> {
	return database().query(
		`SELECT query_start::text AS at FROM pg_stat_activity
		WHERE application_name LIKE 'townbell-gateway%' AND datname = current_database() AND query LIKE '%pg_try_advisory_lock%'`,
		{ type: QueryTypes.SELECT },
	);
}

async function countConnections(): Promise<number> {
	const [row] = await database().query<{ count: number }>(
		`SELECT count(*)::int AS count FROM pg_stat_activity
		WHERE application_name LIKE 'townbell-gateway%' AND datname = current_database()`,
		{ type: QueryTypes.SELECT },
	);
	return row?.count ?? -1;
}
