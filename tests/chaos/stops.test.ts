import { expect, test } from 'vitest';
import { waitForGatewayHolder } from './support/cluster.ts';
import { MAX_STOP_MS } from './support/limits.ts';
import { Load } from './support/load.ts';
import { finishLoad, useCluster } from './support/use-cluster.ts';
import { waitUntil } from './support/wait-until.ts';

const cluster = useCluster();
const MAX_TAKEOVER_MS = 30_000;

test('replicas that are replaced by SIGTERM under load refuse no request and drop no request', async () => {
	const load = await Load.start(cluster());
	let longestStopMs = 0;
	for (const replica of [...cluster().replicas]) {
		const stoppedAt = performance.now();
		// It stays in the list of the clients, as with a load balancer that has not noticed the stop yet.
		expect(await replica.stop('SIGTERM'), replica.output().slice(-2_000)).toBe(0);
		longestStopMs = Math.max(longestStopMs, performance.now() - stoppedAt);
		cluster().replicas.splice(cluster().replicas.indexOf(replica), 1);
		await cluster().startReplica();
		await load.waitForWrites(50);
	}
	await finishLoad(cluster(), load, `SIGTERM × 2, the longest stop ${Math.round(longestStopMs)} ms`);
	expect(longestStopMs).toBeLessThan(MAX_STOP_MS);
	expect(load.statistics.failed).toBe(0);
});

test('a replica that is killed under load loses no acknowledged write', async () => {
	const load = await Load.start(cluster());
	for (let round = 0; round < 2; round += 1) {
		const [victim] = cluster().replicas;
		if (victim) await cluster().stopReplica(victim, 'SIGKILL');
		await load.waitForWrites(50);
		await cluster().startReplica();
	}
	await finishLoad(cluster(), load, 'kill -9 × 2 under load');
});

test('when the replica that holds the gateway is killed, another one takes over and receives the missed packets', async () => {
	const load = await Load.start(cluster(), { mirrored: true });
	const { holder, other } = await waitForGatewayHolder(cluster());
	const [mirrored] = await waitForMirroredEvents();
	if (!mirrored) throw new Error('The load has no mirrored event.');
	const { gateway } = cluster().discord;
	const ended = gateway.sessions[0]?.connection;
	const killedAt = performance.now();
	await cluster().stopReplica(holder, 'SIGKILL');
	const isGone = () => !gateway.sessions.some(({ connection }) => connection === ended);
	await waitUntil('the killed replica is disconnected', isGone, MAX_TAKEOVER_MS);
	const member = cluster().discord.state.addMembers(1)[0];
	cluster().discord.state.addInterest(mirrored.discord_event_id, String(member?.discordId));
	await waitUntil(
		'another replica connects to the gateway',
		() => gateway.sessions.length === 1,
		MAX_TAKEOVER_MS,
	);
	const takeoverMs = Math.round(performance.now() - killedAt);
	const isInterestSaved = async () => (await countSignups(String(member?.discordId))) === 1;
	await waitUntil('the interest is saved', isInterestSaved, MAX_TAKEOVER_MS);
	await cluster().startReplica();
	expect(other.child.exitCode).toBeNull();
	await load.waitForWrites(20);
	// The signup is none of the load's. Only without the interest does it stay deleted.
	cluster().discord.state.removeInterest(mirrored.discord_event_id, String(member?.discordId));
	const isSignupDeleted = async () => (await countSignups(String(member?.discordId))) === 0;
	await waitUntil('the withdrawn interest deletes the signup', isSignupDeleted, MAX_TAKEOVER_MS);
	await finishLoad(cluster(), load, `replica with the gateway killedAt, taken over in ${takeoverMs} ms`);
});

async function waitForMirroredEvents(): Promise<{ discord_event_id: string }[]> {
	const query = `SELECT discord_event_id FROM events WHERE discord_event_id IS NOT NULL AND status = 'active'`;
	await waitUntil(
		'an event is on Discord',
		async () => (await cluster().pool.query(query)).rows.length > 0,
		30_000,
	);
	return (await cluster().pool.query<{ discord_event_id: string }>(query)).rows;
}

async function countSignups(discordId: string): Promise<number> {
	const { rowCount } = await cluster().pool.query(
		'SELECT 1 FROM signups s JOIN users u ON u.id = s.user_id WHERE u.discord_id = $1',
		[discordId],
	);
	return rowCount ?? 0;
}
