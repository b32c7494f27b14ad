import { QueryTypes } from 'sequelize';
import { afterEach, expect, test } from 'vitest';
import { database } from '~/database/connection.ts';
import { PERSONAS } from '~/seeds/personas.ts';
import { type Replica, startReplica } from './processes.ts';
import { insertMirroredEvent, listStoredSignups, useGateway } from './use-gateway.ts';

const discord = useGateway({ LOG_LEVEL: 'info' });
const { state, gateway } = discord;
const TAKEOVER_MS = 30_000;
/** How long a start may take while other test files use the processors. */
const START_MS = 60_000;

/** A lock holder that is silent for this long is replaced. The app itself waits longer. In milliseconds. */
const TIMINGS = { gateway: { heartbeatMs: 500, heartbeatTimeoutMs: 6_000 } };

const replicas: Replica[] = [];
afterEach(async () => {
	for (const { stop } of replicas.splice(0)) await stop('SIGKILL');
	await expect.poll(() => gateway.sessions.length).toBe(0);
});

function start(env: Record<string, string> = {}): Replica {
	const replica = startReplica(env, TIMINGS);
	replicas.push(replica);
	return replica;
}
const isConnected = ({ output }: Replica) => output().includes('the gateway is connected');
const waitUntilConnected = (replica: Replica, timeout = TAKEOVER_MS) =>
	expect.poll(() => isConnected(replica) || replica.output(), { timeout, interval: 50 }).toBe(true);

/** Starts two replicas. Returns the one that holds the connection, then the other one. */
async function startTwo(): Promise<[holder: Replica, other: Replica]> {
	const first = start();
	const second = start();
	await expect.poll(() => replicas.some(isConnected), { timeout: START_MS }).toBe(true);
	return isConnected(first) ? [first, second] : [second, first];
}

/** Waits until both replicas are ready and the waiting one has tried to get the lock more than once. */
async function waitUntilBothReady(other: Replica): Promise<void> {
	await waitUntilReady(other);
	await waitForLockTries();
}

const waitUntilReady = ({ output }: Replica) =>
	expect.poll(output, { timeout: START_MS }).toContain('"msg":"ready"');

/** Waits until a replica has tried to acquire the lock several times without success. */
async function waitForLockTries(): Promise<void> {
	const tries = new Set<string>();
	const countLockTries = async () => {
		for (const { at } of await listLockTries()) tries.add(at);
		return tries.size;
	};
	await expect.poll(countLockTries, { timeout: TAKEOVER_MS, interval: 50 }).toBeGreaterThan(3);
}

test('two replicas share one connection, which moves when its holder is killed; a replica without the service never connects', {
	timeout: 120_000,
}, async () => {
	const idle = start({ DISCORD_SERVICE: 'off' });
	await waitUntilReady(idle);
	const [holder, other] = await startTwo();
	await waitUntilBothReady(other);
	expect(await countConnections()).toBe(2);
	expect([gateway.sessions.length, gateway.identifies]).toEqual([1, 1]);
	expect(isConnected(other)).toBe(false);

	const killedAt = Date.now();
	await holder.stop('SIGKILL');
	const { event, discordEventId } = await insertMirroredEvent(discord);
	// No replica is connected now, so the reconciliation of the new holder must find the interest.
	state.addInterest(discordEventId, PERSONAS.player.discordId);
	await waitUntilConnected(other);
	expect(Date.now() - killedAt).toBeLessThan(TAKEOVER_MS);
	expect(gateway.sessions).toHaveLength(1);
	await expect.poll(() => listStoredSignups(event.id), { timeout: 20_000 }).toHaveLength(1);

	const stoppedAt = Date.now();
	expect(await other.stop('SIGTERM')).toBe(0);
	expect(Date.now() - stoppedAt).toBeLessThan(10_000);
	expect(gateway.sessions).toHaveLength(0);
	expect(await countConnections()).toBe(0);
	expect(await idle.stop('SIGTERM')).toBe(0);
	for (const { output } of [holder, other, idle]) expect(output()).not.toMatch(/"level":(50|60)/);
});

test('a frozen holder is replaced, and gives up when it continues', {
	timeout: 120_000,
}, async () => {
	const [holder, other] = await startTwo();
	await waitUntilBothReady(other);
	const frozenAt = Date.now();
	holder.child.kill('SIGSTOP');
	await waitUntilConnected(other);
	expect(Date.now() - frozenAt).toBeLessThan(TAKEOVER_MS);
	holder.child.kill('SIGCONT');
	await expect.poll(holder.output, { timeout: TAKEOVER_MS }).toContain('lost the gateway lock');
	await waitForLockTries();
	expect(gateway.sessions).toHaveLength(1);
	expect(holder.child.exitCode).toBeNull();
});

/** Returns when each waiting replica last tried to acquire the lock. */
function listLockTries(): Promise<{ at: string }[]> {
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
