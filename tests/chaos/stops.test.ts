import { expect, test } from 'vitest';
import { Load } from './support/load.ts';
import { STOP_MS } from './support/promises.ts';
import { findGatewayHolder } from './support/town.ts';
import { until } from './support/until.ts';
import { finish, useTown } from './support/use-town.ts';

const town = useTown();
const TAKEOVER_MS = 30_000;

test('replicas that are replaced by SIGTERM under load refuse and cut no request', async () => {
	const load = await Load.start(town());
	let slowest = 0;
	for (const replica of [...town().replicas]) {
		const asked = performance.now();
		// It stays on the list of the clients, as with a balancer that has not noticed yet.
		expect(await replica.stop('SIGTERM'), replica.output().slice(-2_000)).toBe(0);
		slowest = Math.max(slowest, performance.now() - asked);
		town().replicas.splice(town().replicas.indexOf(replica), 1);
		await town().startReplica();
		await load.untilWrites(50);
	}
	await finish(town(), load, `SIGTERM × 2, the longest stop ${Math.round(slowest)} ms`);
	expect(slowest).toBeLessThan(STOP_MS);
	expect(load.statistics.failed).toBe(0);
});

test('a replica that is killed under load loses no acknowledged write', async () => {
	const load = await Load.start(town());
	for (let round = 0; round < 2; round += 1) {
		const [victim] = town().replicas;
		if (victim) await town().stopReplica(victim, 'SIGKILL');
		await load.untilWrites(50);
		await town().startReplica();
	}
	await finish(town(), load, 'kill -9 × 2 under load');
});

test('when the holder of the gateway is killed, another one takes over and hears what was missed', async () => {
	const load = await Load.start(town(), { mirrored: true });
	const { holder, other } = await findGatewayHolder(town());
	const [mirrored] = await listMirrored();
	if (!mirrored) throw new Error('The load has no mirrored event.');
	const killed = performance.now();
	await town().stopReplica(holder, 'SIGKILL');
	const fan = town().discord.state.addMembers(1)[0];
	town().discord.state.addInterest(mirrored.discord_event_id, String(fan?.discordId));
	const { sessions } = town().discord.gateway;
	expect(sessions).toHaveLength(0);
	await until('the gateway moves', () => town().discord.gateway.sessions.length === 1, TAKEOVER_MS);
	const moved = Math.round(performance.now() - killed);
	const heard = async () => (await countSignupsOf(String(fan?.discordId))) === 1;
	await until('the interest has arrived', heard, TAKEOVER_MS);
	await town().startReplica();
	expect(other.child.exitCode).toBeNull();
	await load.untilWrites(20);
	await town().pool.query('DELETE FROM signups WHERE signup_source = $1', ['discord']);
	await finish(town(), load, `holder of the gateway killed, moved in ${moved} ms`);
});

async function listMirrored(): Promise<{ discord_event_id: string }[]> {
	const query = `SELECT discord_event_id FROM events WHERE discord_event_id IS NOT NULL AND status = 'active'`;
	await until('an event is on Discord', async () => (await town().pool.query(query)).rows.length > 0, 30_000);
	return (await town().pool.query<{ discord_event_id: string }>(query)).rows;
}

async function countSignupsOf(discordId: string): Promise<number> {
	const { rowCount } = await town().pool.query(
		'SELECT 1 FROM signups s JOIN users u ON u.id = s.user_id WHERE u.discord_id = $1',
		[discordId],
	);
	return rowCount ?? 0;
}
