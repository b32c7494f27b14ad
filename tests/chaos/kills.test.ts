import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { AppProcess } from '~/tests/e2e/support/app-process.ts';
import type { CreatedUser } from '~/tests/e2e/support/rows.ts';
import { expectInvariants } from './support/invariants.ts';
import { isUncertain, type OutgoingRequest, type ReceivedResponse, send } from './support/requests.ts';
import { useCluster } from './support/use-cluster.ts';
import { waitUntil } from './support/wait-until.ts';

/** Only the killed replicas and their successors run the Discord service. */
const cluster = useCluster({ replicas: 1, env: { DISCORD_SERVICE: 'off' } });
const INTERESTED_COUNT = 300;
const EVENT_COUNT = 20;
/** An interrupted run is resumed after one minute. */
const MAX_RESUME_MS = 120_000;

test('an import and a mirror that are killed halfway are each completed exactly once', async () => {
	const { state } = cluster().discord;
	const { id } = state.addEvent({ name: 'Fair', startsAt: inDays(9), creatorId: null });
	for (const { discordId } of state.addMembers(INTERESTED_COUNT)) state.addInterest(id, discordId);
	const createEvent = await createCall('/api/events', {
		title: 'Mirrored',
		date: inDays(5).toISOString(),
		createDiscordEvent: true,
	});
	expect(await send(String(cluster().replicas[0]?.url), createEvent)).toMatchObject({ status: 201 });
	const call = await createCall('/api/admin/import-discord-event', { discordEventId: id });
	// At this point the import has written its event. The mirror is on Discord, but its row is not updated yet.
	await killDuringWrite(call, 'discord_mirrors', { waitingCount: 2 });
	expect(await count('events WHERE discord_event_id = $1', id)).toBe(0);
	expect(await count(`users WHERE username LIKE 'member\\_%'`)).toBe(0);
	expect(await repeatUntilCertain(call)).toMatchObject({
		status: 200,
		body: { signupsImported: INTERESTED_COUNT },
	});
	await expectInvariantsAndStop();
	expect(state.events.list()).toHaveLength(2);
});

test('a killed bulk deletion deletes nothing, and its repetition deletes everything', async () => {
	const { rows } = await cluster().pool.query<{ id: string }>(
		`INSERT INTO events (title, date) SELECT 'Old ' || n, now() FROM generate_series(1, ${EVENT_COUNT}) n RETURNING id`,
	);
	const eventIds = rows.map(({ id }) => id);
	const call = await createCall('/api/admin/delete-events', { eventIds });
	await cluster().pool.query(
		`INSERT INTO comments (event_id, user_id, body) SELECT unnest($1::bigint[]), (SELECT min(id) FROM users), 'Old'`,
		[eventIds],
	);
	await killDuringWrite(call, 'comments');
	expect(await count('events WHERE id = ANY($1::bigint[])', eventIds)).toBe(EVENT_COUNT);
	expect(await repeatUntilCertain(call)).toMatchObject({ status: 200, body: { deleted: EVENT_COUNT } });
	expect(await count('events WHERE id = ANY($1::bigint[])', eventIds)).toBe(0);
	await expectInvariantsAndStop();
});

test('a killed template week is created once when it is repeated with its key', async () => {
	const days = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, name: `Week ${day}`, enabled: true }));
	const call = await createCall('/api/admin/template-events', {
		startDate: inDays(14).toISOString().slice(0, 10),
		createDiscordEvents: true,
		events: days,
	});
	await killDuringWrite(call, 'discord_mirrors');
	expect(await repeatUntilCertain(call)).toMatchObject({
		status: 201,
		body: { eventsCreated: 7, errors: [] },
	});
	expect(await count(`events WHERE title LIKE 'Week %'`)).toBe(7);
	await expectInvariantsAndStop();
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
const startDiscordReplica = () => cluster().startReplica({ DISCORD_SERVICE: 'on' });

async function createCall(path: string, body: object): Promise<OutgoingRequest> {
	const admin: CreatedUser = await cluster().createUser({ role: 'admin' });
	return { method: 'POST', path, token: admin.token, key: randomUUID(), body };
}

/**
 * Sends a call to a new replica, and kills the replica while the call waits to write to a table. Part of its work is
 * done by then. `waitingCount` is the number of the replica's transactions that must wait.
 */
async function killDuringWrite(
	call: OutgoingRequest,
	table: string,
	{ waitingCount = 1 } = {},
): Promise<void> {
	const lockHolder = await cluster().pool.connect();
	await lockHolder.query(`BEGIN; LOCK TABLE ${table} IN EXCLUSIVE MODE`);
	const replica = await startDiscordReplica();
	const killedCall = send(replica.url, call);
	const waiting = `SELECT 1 FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
		WHERE NOT l.granted AND c.relname = '${table}'`;
	const countTableLockWaits = async () => (await cluster().pool.query(waiting)).rowCount ?? 0;
	await waitUntil(
		`${waitingCount} transactions wait for ${table}`,
		async () => (await countTableLockWaits()) >= waitingCount,
		30_000,
	);
	await cluster().stopReplica(replica, 'SIGKILL');
	await lockHolder.query('ROLLBACK');
	lockHolder.release();
	expect(await killedCall).toMatchObject({ status: 0 });
	await waitUntil(
		`no transaction waits for ${table}`,
		async () => (await countTableLockWaits()) === 0,
		30_000,
	);
}

/** Repeats a call on another replica until its response is certain. */
async function repeatUntilCertain(call: OutgoingRequest): Promise<ReceivedResponse> {
	const successor = await startDiscordReplica();
	let response = await send(successor.url, call);
	const isCertain = async () => {
		if (isUncertain(response)) response = await send(successor.url, call);
		return !isUncertain(response);
	};
	await waitUntil(`${call.path} gets a response`, isCertain, MAX_RESUME_MS);
	return response;
}

async function count(from: string, ...values: unknown[]): Promise<number> {
	const { rows } = await cluster().pool.query<{ count: number }>(
		`SELECT count(*)::int AS count FROM ${from}`,
		values,
	);
	return rows[0]?.count ?? -1;
}

/** Checks the invariants and stops the replicas of this test. */
async function expectInvariantsAndStop(): Promise<void> {
	await expectInvariants(cluster());
	const [, ...others]: AppProcess[] = cluster().replicas;
	for (const replica of others) expect(await cluster().stopReplica(replica, 'SIGTERM')).toBe(0);
}
