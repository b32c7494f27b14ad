import { QueryTypes } from 'sequelize';
import { afterEach, expect, test } from 'vitest';
import { database } from '~/database/connection.ts';
import { PERSONAS } from '~/seeds/personas.ts';
import { type Replica, startReplica } from './processes.ts';
import { listAnswers, makeMirrored, useGateway } from './use-gateway.ts';

const discord = useGateway({ LOG_LEVEL: 'info' });
const { state, gateway } = discord;
const TAKEOVER_MS = 30_000;

const replicas: Replica[] = [];
afterEach(async () => {
	for (const { stop } of replicas.splice(0)) await stop('SIGKILL');
	await expect.poll(() => gateway.sessions.length).toBe(0);
});

function start(env: Record<string, string> = {}): Replica {
	const replica = startReplica(env);
	replicas.push(replica);
	return replica;
}
const isConnected = ({ output }: Replica) => output().includes('the gateway is connected');
const untilConnected = (replica: Replica, timeout = TAKEOVER_MS) =>
	expect.poll(() => isConnected(replica) || replica.output(), { timeout, interval: 50 }).toBe(true);

/** Starts two and says which one holds the connection. */
async function startTwo(): Promise<[holder: Replica, other: Replica]> {
	const first = start();
	const second = start();
	await expect.poll(() => replicas.some(isConnected), { timeout: TAKEOVER_MS }).toBe(true);
	return isConnected(first) ? [first, second] : [second, first];
}

/** Both are ready, and the one that waits has tried more than once. */
async function untilBothStand(other: Replica): Promise<void> {
	await expect.poll(() => other.output(), { timeout: TAKEOVER_MS }).toContain('"msg":"ready"');
	await new Promise((resolve) => setTimeout(resolve, 7_000));
}

test('two replicas have one connection; killing its holder moves it within thirty seconds', {
	timeout: 120_000,
}, async () => {
	const [holder, other] = await startTwo();
	await untilBothStand(other);
	expect([gateway.sessions.length, gateway.identifies]).toEqual([1, 1]);
	expect(isConnected(other)).toBe(false);

	const killed = Date.now();
	await holder.stop('SIGKILL');
	const { event, discordEventId } = await makeMirrored(discord);
	// Nobody listens just now: the new holder's reconcile finds it.
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
	for (const { output } of [holder, other]) expect(output()).not.toMatch(/"level":(50|60)/);
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
	await expect.poll(() => gateway.sessions.length).toBe(1);
	await new Promise((resolve) => setTimeout(resolve, 5_000));
	expect(gateway.sessions).toHaveLength(1);
	expect(holder.child.exitCode).toBeNull();
	expect(holder.output()).toContain('the gateway was given up');
});

test('a replica with the service off leaves Discord alone', { timeout: 60_000 }, async () => {
	const replica = start({ DISCORD_SERVICE: 'off' });
	await expect.poll(() => replica.output(), { timeout: TAKEOVER_MS }).toContain('"msg":"ready"');
	await new Promise((resolve) => setTimeout(resolve, 4_000));
	expect([gateway.identifies, state.requests.length]).toEqual([0, 0]);
	expect(await replica.stop('SIGTERM')).toBe(0);
});

async function countConnections(): Promise<number> {
	const [row] = await database().query<{ count: number }>(
		`SELECT count(*)::int AS count FROM pg_stat_activity
		WHERE application_name LIKE 'townbell-gateway%' AND datname = current_database()`,
		{ type: QueryTypes.SELECT },
	);
	return row?.count ?? -1;
}
