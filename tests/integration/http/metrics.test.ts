import { afterEach, beforeEach, expect, test } from 'vitest';
import { database, getPoolState, inTransaction } from '~/database/connection.ts';
import { createEventRow, createUserRow } from '~/seeds/factories.ts';
import { PERSONAS } from '~/seeds/personas.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { getGuildMember } from '~/server/discord/members.ts';
import { waitForLock } from '~/server/gateway/lock.ts';
import { setMigrated } from '~/server/http/health.ts';
import { readMetrics } from '~/server/http/metrics.ts';
import { registry } from '~/server/metrics.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { putSignup } from '~/server/operations/signups/put-signup.ts';
import { signUpInterestedUsers } from '~/server/operations/users/upsert-discord-users.ts';
import { enqueueAll } from '~/server/queue.ts';
import { useDiscord } from '~/tests/mocks/discord/use-discord.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { deleteJobs } from '~/tests/support/jobs.ts';
import { Browser } from '../auth/browser.ts';

useTestEnvironment();
const db = useDatabase();
const { state } = useDiscord();
const { player, stranger } = PERSONAS;

beforeEach(async () => {
	setMigrated(true);
	await deleteJobs();
});
afterEach(() => setMigrated(false));

/** Returns the samples of one metric as `labels → value`. */
async function read(name: string, now = new Date()): Promise<Record<string, number>> {
	const { text } = await readMetrics(now);
	const lines = [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].filter(([, metric]) => metric === name);
	return Object.fromEntries(
		lines.map(([, , labels = '', value]) => [labels.replaceAll(/\w+="([^"]*)"/g, '$1'), Number(value)]),
	);
}

/** Returns by how much each sample of a counter has grown during `work`. */
async function readGrowth(name: string, work: () => Promise<unknown>): Promise<Record<string, number>> {
	const before = await read(name);
	await work();
	const grown = Object.entries(await read(name)).map(([labels, value]) => [
		labels,
		value - (before[labels] ?? 0),
	]);
	return Object.fromEntries(grown.filter(([, growth]) => growth !== 0));
}

test('the process itself is measured from the first reading on', async () => {
	const findDelay = () => registry.getSingleMetric('nodejs_eventloop_lag_p99_seconds');
	expect(findDelay()).toBeUndefined();
	expect(await read('nodejs_eventloop_lag_p99_seconds')).toEqual({ '': expect.any(Number) });
	expect(findDelay()).toBeDefined();
});

test('queues: number of waiting jobs and age of the oldest', async () => {
	const now = new Date('2026-10-15T12:00:00.000Z');
	const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
	const event = await createEventRow();
	const user = await createUserRow();
	await inTransaction((transaction) =>
		enqueueAll(
			'events.mirror',
			[
				{ data: { eventId: '1' }, key: '1' },
				{ data: { eventId: '2' }, key: '2' },
			],
			transaction,
		),
	);
	await database().query(
		`UPDATE queue.job SET created_on = CASE singleton_key WHEN '1' THEN '2026-10-15T11:30:00Z'::timestamptz
			ELSE '2026-10-15T11:59:00Z' END, state = CASE singleton_key WHEN '1' THEN 'retry' ELSE 'created' END::queue.job_state`,
	);
	const message = { userId: user.id, eventId: event.id, eventDate: event.date, createdAt: at(-900) } as const;
	await rowsOf('direct_messages').insert({ ...message, kind: 'moved', dueAt: at(-90) });
	await rowsOf('direct_messages').insert({ ...message, kind: 'moved', dueAt: at(-60), attempts: 2 });
	await rowsOf('direct_messages').insert({ ...message, kind: 'moved', dueAt: at(60) });
	await rowsOf('announcements').insert({
		eventId: event.id,
		kind: 'event',
		isDirty: true,
		dueAt: at(-30),
		updatedAt: at(-30),
	});
	expect(await read('townbell_queue_jobs', now)).toEqual({
		'events.mirror,waiting': 1,
		'events.mirror,retrying': 1,
		'events.mirror,running': 0,
		'announcements,waiting': 1,
		'announcements,retrying': 0,
		'announcements,running': 0,
		'direct messages,waiting': 1,
		'direct messages,retrying': 1,
		'direct messages,running': 0,
	});
	expect(await read('townbell_queue_oldest_seconds', now)).toEqual({
		'events.mirror': 1_800,
		'direct messages': 90,
	});
});

test('the gateway has exactly one state', async () => {
	const readStates = async () => Object.entries(await read('townbell_gateway_state'));
	const current = async () => (await readStates()).flatMap(([name, value]) => (value === 1 ? [name] : []));
	expect(await readStates()).toHaveLength(6);
	expect(await current()).toEqual(['none']);
	const stop = new AbortController();
	const lock = await waitForLock(db.url, { heartbeatMs: 50, heartbeatTimeoutMs: 10_000 }, stop.signal);
	lock?.publish('connected without members');
	await expect.poll(current).toEqual(['connected without members']);
	await lock?.release();
	stop.abort();
});

test('the pool: used, idle, waiting and maximum connections', async () => {
	expect(await read('townbell_database_connections')).toMatchObject({ used: 0 });
	expect(await read('townbell_database_connections_max')).toEqual({ '': 10 });
	expect(await read('townbell_database_waiting')).toEqual({ '': 0 });
	let release = () => {};
	const released = new Promise<void>((resolve) => {
		release = resolve;
	});
	const held = Array.from({ length: 12 }, () => inTransaction(() => released));
	await expect.poll(getPoolState).toMatchObject({ used: 10, waiting: 2 });
	const { text } = await readMetrics(new Date());
	expect(text).toMatch(/^townbell_database_connections\{state="used"\} 10$/m);
	expect(text).toMatch(/^townbell_database_connections\{state="idle"\} 0$/m);
	expect(text).toMatch(/^townbell_database_waiting 2$/m);
	// As with /readyz: no request gets a connection.
	expect(text).toMatch(/^townbell_ready 0$/m);
	release();
	await Promise.all(held);
	await expect.poll(() => read('townbell_ready')).toEqual({ '': 1 });
});

test('calls to Discord by outcome', async () => {
	const route = 'GET /guilds/{guild_id}/members/{user_id}';
	const call = (discordId: string = player.discordId) => getGuildMember(discordId).catch(() => null);
	const failures = [
		{ status: 401 },
		{ status: 403, code: 50013 },
		{ status: 403, code: 50007 },
		{ status: 400, code: 50035 },
		{ status: 500 },
		{ network: true as const },
		{ status: 429, retryAfter: 1 },
	];
	const grown = await readGrowth('townbell_discord_calls_total', async () => {
		await call();
		await call(stranger.discordId);
		for (const failure of failures) {
			state.fail({ route, times: 1, ...failure });
			await call();
		}
	});
	expect(grown).toEqual({
		ok: 1,
		not_found: 1,
		refused: 2,
		undeliverable: 1,
		invalid: 1,
		failed: 2,
		rate_limited: 1,
	});
});

test('sign-ins by outcome', async () => {
	const grown = await readGrowth('townbell_sign_ins_total', async () => {
		await new Browser().signIn(player.discordId);
		await new Browser().authorize(stranger.discordId);
	});
	expect(grown).toEqual({ signed_in: 1, not_member: 1 });
});

test('signups by status and source', async () => {
	const { id: eventId } = await createEventRow({ status: 'active' });
	const user = await createUserRow();
	const interested = [await createUserRow(), await createUserRow(), user];
	const now = new Date();
	const grown = await readGrowth('townbell_signups_total', async () => {
		const put = (id: string) =>
			perform(
				putSignup,
				{ actor: { id: user.id, role: 'player' }, now },
				{ params: { eventId: id }, read: () => ({ status: 'late' }) },
			);
		await put(eventId);
		await put('999999').catch(() => null);
		const ids = interested.map(({ id }) => id);
		await inTransaction((transaction) => signUpInterestedUsers(eventId, ids, { transaction, now }));
	});
	expect(grown).toEqual({ 'late,webapp': 1, 'confirmed,discord': 2 });
});

test('while the replica is not ready, it says so and leaves out what is in the database', async () => {
	expect(await read('townbell_ready')).toEqual({ '': 1 });
	setMigrated(false);
	expect(await read('townbell_ready')).toEqual({ '': 0 });
	expect(await read('townbell_gateway_state')).toEqual({});
});
