import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { AppProcess } from '~/tests/e2e/support/app-process.ts';
import type { Person } from '~/tests/e2e/support/rows.ts';
import { expectInvariants } from './support/invariants.ts';
import { isUncertain, type Received, type Sent, send } from './support/requests.ts';
import { until } from './support/until.ts';
import { useTown } from './support/use-town.ts';

/** Only the victims, and who takes over from them, do work for Discord. */
const town = useTown({ replicas: 1, env: { DISCORD_SERVICE: 'off' } });
const INTERESTED = 300;
const EVENTS = 20;
/** A run that was cut short is taken up again after a minute. */
const RESUME_MS = 120_000;

test('an import and a mirror that are killed in mid-work are both whole and there once', async () => {
	const { state } = town().discord;
	const { id } = state.addEvent({ name: 'Fair', startsAt: inDays(9), creatorId: null });
	for (const { discordId } of state.addMembers(INTERESTED)) state.addInterest(id, discordId);
	const made = await post('/api/events', {
		...{ title: 'Mirrored', date: inDays(5).toISOString(), createDiscordEvent: true },
	});
	expect(await send(String(town().replicas[0]?.url), made)).toMatchObject({ status: 201 });
	const call = await post('/api/admin/import-discord-event', { discordEventId: id });
	// The import has written its event by then; the mirror is on Discord, and our row does not say so yet.
	await killInMid(call, 'discord_mirrors', { waiters: 2 });
	expect(await count('events WHERE discord_event_id = $1', id)).toBe(0);
	expect(await count(`users WHERE username LIKE 'member\\_%'`)).toBe(0);
	expect(await repeat(call)).toMatchObject({ status: 200, body: { signupsImported: INTERESTED } });
	await finish();
	expect(state.events.list()).toHaveLength(2);
});

test('a bulk deletion that is killed deletes nothing; repeated, everything', async () => {
	const { rows } = await town().pool.query<{ id: string }>(
		`INSERT INTO events (title, date) SELECT 'Old ' || n, now() FROM generate_series(1, ${EVENTS}) n RETURNING id`,
	);
	const eventIds = rows.map(({ id }) => id);
	const call = await post('/api/admin/delete-events', { eventIds });
	await town().pool.query(
		`INSERT INTO comments (event_id, user_id, body) SELECT unnest($1::bigint[]), (SELECT min(id) FROM users), 'Old'`,
		[eventIds],
	);
	await killInMid(call, 'comments');
	expect(await count('events WHERE id = ANY($1::bigint[])', eventIds)).toBe(EVENTS);
	expect(await repeat(call)).toMatchObject({ status: 200, body: { deleted: EVENTS } });
	expect(await count('events WHERE id = ANY($1::bigint[])', eventIds)).toBe(0);
	await finish();
});

test('a template week that is killed is made once when it is repeated with its key', async () => {
	const days = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, name: `Week ${day}`, enabled: true }));
	const call = await post('/api/admin/template-events', {
		startDate: inDays(14).toISOString().slice(0, 10),
		createDiscordEvents: true,
		events: days,
	});
	await killInMid(call, 'discord_mirrors');
	expect(await repeat(call)).toMatchObject({ status: 201, body: { eventsCreated: 7, errors: [] } });
	expect(await count(`events WHERE title LIKE 'Week %'`)).toBe(7);
	await finish();
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
const startVictim = () => town().startReplica({ DISCORD_SERVICE: 'on' });

async function post(path: string, body: object): Promise<Sent> {
	const admin: Person = await town().makePerson({ role: 'admin' });
	return { method: 'POST', path, token: admin.token, key: randomUUID(), body };
}

/**
 * Sends a call to a new replica and kills that while the call waits to write into a table, with part of its work done.
 * `waiters`: how many transactions of the replica must wait.
 */
async function killInMid(call: Sent, table: string, { waiters = 1 } = {}): Promise<void> {
	const holder = await town().pool.connect();
	await holder.query(`BEGIN; LOCK TABLE ${table} IN EXCLUSIVE MODE`);
	const victim = await startVictim();
	const cut = send(victim.url, call);
	const waiting = `SELECT 1 FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
		WHERE NOT l.granted AND c.relname = '${table}'`;
	const countWaiting = async () => (await town().pool.query(waiting)).rowCount ?? 0;
	await until(`${waiters} wait for ${table}`, async () => (await countWaiting()) >= waiters, 30_000);
	await town().stopReplica(victim, 'SIGKILL');
	await holder.query('ROLLBACK');
	holder.release();
	expect(await cut).toMatchObject({ status: 0 });
	await until(`nobody waits for ${table}`, async () => (await countWaiting()) === 0, 30_000);
}

/** Repeats a call elsewhere until its answer is certain. */
async function repeat(call: Sent): Promise<Received> {
	const successor = await startVictim();
	let answer = await send(successor.url, call);
	const isCertain = async () => {
		if (isUncertain(answer)) answer = await send(successor.url, call);
		return !isUncertain(answer);
	};
	await until(`${call.path} answers`, isCertain, RESUME_MS);
	return answer;
}

async function count(from: string, ...values: unknown[]): Promise<number> {
	const { rows } = await town().pool.query<{ count: number }>(
		`SELECT count(*)::int AS count FROM ${from}`,
		values,
	);
	return rows[0]?.count ?? -1;
}

/** Checks what must hold, and takes the replicas of this test away. */
async function finish(): Promise<void> {
	await expectInvariants(town());
	const [, ...others]: AppProcess[] = town().replicas;
	for (const replica of others) expect(await town().stopReplica(replica, 'SIGTERM')).toBe(0);
}
