import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { eventCalls } from '~/app/routes/api/calls/events.ts';
import { userCalls } from '~/app/routes/api/calls/users.ts';
import { loader as loadFeed } from '~/app/routes/calendar/feed.ts';
import { loader as loadEventPage, action as sendEventForm } from '~/app/routes/event/route.tsx';
import { Client } from '~/database/client.ts';
import { closeDatabase, connectDatabase, inTransaction } from '~/database/connection.ts';
import { ApiToken, DiscordMirror, type Event, User } from '~/database/models/index.ts';
import { countReads, readFromReplica, withReplica } from '~/database/replicas.ts';
import { execute, rows } from '~/database/sql.ts';
import { HOUR_MS } from '~/domain/limits.ts';
import { hasChange, parsePosition } from '~/domain/live.ts';
import type { Role } from '~/domain/users/roles.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { startSession } from '~/server/auth/sessions.ts';
import { setMigrated } from '~/server/http/health.ts';
import { POSITION, readMissed } from '~/server/live/event-changes.ts';
import { LiveHub } from '~/server/live/hub.ts';
import { openLiveStream } from '~/server/live/stream.ts';
import { startDiscordImport } from '~/server/operations/discord-import/import-discord-event.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { noteLastWrite } from '~/server/operations/kernel/read-position.ts';
import { addInterest, removeInterest } from '~/server/operations/mirror/index.ts';
import { startQueue, stopQueue } from '~/server/queue.ts';
import { API_TOKEN_PREFIX, createCalendarToken, hashSecret } from '~/server/secrets.ts';
import { useDiscord } from '~/tests/mocks/discord/use-discord.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { countLockWaits } from '~/tests/support/lock-waits.ts';
import { recordStatements } from '~/tests/support/query-plans.ts';
import { type Handler, runRequest, sendForm } from '~/tests/support/requests.ts';
import { type StreamingPair, startStreamingPair } from '~/tests/support/streaming-pair.ts';
import { fillTemplate } from '~/tests/support/template-database.ts';

useTestEnvironment();
const { state } = useDiscord();

let pair: StreamingPair;
beforeAll(async () => {
	pair = await startStreamingPair({ prepare: fillTemplate });
	connect({});
	await startQueue({ url: pair.primaryUrl, shouldRunJobs: false });
	setMigrated(true);
}, 120_000);
afterAll(async () => {
	await stopQueue();
	await closeDatabase();
	await pair?.close();
});

const POOL_MAX = 4;
/** By default a paused replica lags without limit, so that a slow machine changes nothing. */
const connect = ({ readUrls = [pair.standbyUrl], maxLagSeconds = 3_600 }) =>
	connectDatabase({ url: pair.primaryUrl, poolMax: POOL_MAX, readUrls, maxLagSeconds });

type Member = { user: User; session: string; token: string };
let event: Event;
let member: Member;
let other: Member;
beforeEach(async () => {
	event = await createEventRow();
	[member, other] = [await createMember(), await createMember()];
	await pair.waitForReplay();
});

async function createMember(role: Role = 'player'): Promise<Member> {
	const now = new Date();
	const user = await createUserRow({ role, membershipCheckedAt: now, calendarKey: 'k'.repeat(43) });
	const token = `${API_TOKEN_PREFIX}${user.id}`;
	const expiresAt = new Date(now.getTime() + HOUR_MS);
	await ApiToken.create({ userId: user.id, name: 'test', tokenHash: hashSecret(token), expiresAt });
	return { user, session: await startSession(user.id, now), token };
}

const getEvent = eventCalls.find(({ method, path }) => method === 'GET' && path === '/api/events/{eventId}');
const getEvents = eventCalls.find(({ method, path }) => method === 'GET' && path === '/api/events');
const getUsers = userCalls.find(({ path }) => path === '/api/users/all');

/** Runs a request with the cookies, and returns what the handler returned. */
async function run<Result>(
	cookies: string,
	path: string,
	handler: (args: never) => Promise<Result>,
	{ init, params = { eventId: event.id } }: { init?: RequestInit; params?: Record<string, string> } = {},
): Promise<Result> {
	const results: Result[] = [];
	const handle: Handler = async (args) => results.push(await handler(args));
	await runRequest(cookies, { path, params, handlers: [handle], init });
	return results[0] as Result;
}

const readPage = (cookies: string, id = event.id) =>
	run(cookies, `/events/${id}`, loadEventPage, { params: { eventId: id } });
const readStatus = async (cookies: string) => (await readPage(cookies)).event.user_signup_status;
const readNumber = async (cookies: string) => (await readPage(cookies)).event.signup_count;
const signUp = ({ session }: Member) =>
	run(session, `/events/${event.id}`, sendEventForm, {
		init: sendForm({ intent: 'signups.put', status: 'late' }),
	});

async function readByToken(
	{ token }: Member,
	call = getEvent,
	path = `/api/events/${event.id}`,
): Promise<object> {
	const init = { headers: { Authorization: `Bearer ${token}` } };
	return (await run('none', path, call?.handle as (args: never) => Promise<Response>, { init })).json();
}

async function readCalendar({ user }: Member): Promise<string> {
	const token = createCalendarToken(user.id, 'k'.repeat(43));
	return (await run('none', `/calendar/${token}.ics`, loadFeed, { params: { token } })).text();
}

/** Runs `work` while the replica applies nothing. */
async function whileLagging(work: () => Promise<void>): Promise<void> {
	await pair.pauseReplay();
	try {
		await work();
	} finally {
		await pair.resumeReplay();
	}
	await pair.waitForReplay();
}

test('members see their own signup at once, on every route; other users once the replica has applied it', async () => {
	const before = countReads().replica;
	await whileLagging(async () => {
		await signUp(member);
		expect(await readStatus(member.session)).toBe('late');
		expect(await readByToken(member)).toMatchObject({ user_signup_status: 'late' });
		expect(await readCalendar(member)).toContain(event.title);
		expect(countReads().replica).toBe(before);
		expect(await readNumber(other.session)).toBe(0);
		expect(await readByToken(other)).toMatchObject({ signup_count: 0 });
		expect(countReads().replica).toBe(before + 2);
	});
	expect(await readNumber(other.session)).toBe(1);
	expect(await readStatus(member.session)).toBe('late');
	expect(countReads().replica).toBe(before + 4);
});

test('a user who has just signed in for the first time sees themselves in the list', async () => {
	await whileLagging(async () => {
		const fresh = await createMember();
		const own = expect.arrayContaining([expect.objectContaining({ id: fresh.user.id })]);
		expect(await readByToken(fresh, getUsers, '/api/users/all')).toEqual(own);
		expect(await readByToken(other, getUsers, '/api/users/all')).not.toEqual(own);
	});
});

test('a member whose interest on Discord made or deleted a signup sees that', async () => {
	const endsAt = new Date(event.date.getTime() + HOUR_MS);
	const { id: discordEventId } = state.addEvent({ name: 'Mirrored', startsAt: event.date, endsAt });
	await DiscordMirror.create({ eventId: event.id, discordEventId, state: 'synced' });
	const interest = { discordEventId, discordId: String(member.user.discordId) };
	await whileLagging(async () => {
		expect(await addInterest(interest, new Date())).toBe(true);
		expect(await readStatus(member.session)).toBe('confirmed');
		expect(await removeInterest(interest, new Date())).toBe(true);
		expect(await readStatus(member.session)).toBeNull();
	});
	await whileLagging(async () => {
		expect(await addInterest(interest, new Date())).toBe(true);
		expect(await readNumber(other.session)).toBe(0);
	});
});

test('an admin whose import ran in the background sees the event', async () => {
	const [startsAt, endsAt] = [1, 2].map((hours) => new Date(Date.now() + hours * HOUR_MS)) as [Date, Date];
	const { id: discordEventId } = state.addEvent({ name: 'Imported', startsAt, endsAt });
	const admin = await createMember('admin');
	await pair.waitForReplay();
	const list = async (reader: Member) => JSON.stringify(await readByToken(reader, getEvents, '/api/events'));
	const actor = { id: admin.user.id, role: 'admin' as const };
	await inTransaction(async (transaction) => {
		// The import waits for this lock until the replica, which knows of its start, lags.
		await execute('LOCK TABLE events IN SHARE MODE', {}, transaction);
		await perform(startDiscordImport, { actor, now: new Date() }, { read: () => ({ discordEventId }) });
		await pair.waitForReplay();
		await pair.pauseReplay();
	});
	try {
		await expect.poll(() => list(admin)).toContain('Imported');
		expect(await list(other)).not.toContain('Imported');
	} finally {
		await pair.resumeReplay();
	}
});

test('a write of a user waits for no transaction that changes the user', async () => {
	await inTransaction(async (transaction) => {
		await User.update({ username: 'renamed' }, { where: { id: member.user.id }, transaction });
		expect(await signUp(member)).toBeInstanceOf(Response);
	});
});

test('positions beyond the end of the log, from before a restored backup, are ignored', async () => {
	await execute("UPDATE last_writes SET lsn = 'FFFFFFFF/0' WHERE user_id = :userId", {
		userId: other.user.id,
	});
	const { replica } = countReads();
	expect(await readNumber(`${other.session}; change=FFFFFFFF/0`)).toBe(0);
	expect(countReads().replica).toBe(replica + 1);
});

test('a busy replica delays no request, and is read again as soon as it is free', async () => {
	const position = { current: '0/0', required: [] };
	const isRead = () => withReplica(position, async (replica) => replica !== null);
	let [held, release] = [0, () => {}];
	const released = new Promise<void>((resolve) => {
		release = resolve;
	});
	const holders = Array.from({ length: POOL_MAX }, () =>
		withReplica(position, () => {
			held += 1;
			return released;
		}),
	);
	await expect.poll(() => held).toBe(POOL_MAX);
	expect(await isRead()).toBe(false);
	release();
	await Promise.all(holders);
	expect(await isRead()).toBe(true);
	// Also while its first connections are opened.
	await closeDatabase();
	connect({});
	const found = await Promise.all(Array.from({ length: 3 * POOL_MAX }, isRead));
	expect(found.filter(Boolean).length).toBeLessThanOrEqual(POOL_MAX);
});

test('the note of a user who is deleted at this moment is left out', async () => {
	await execute('DELETE FROM last_writes WHERE user_id = :userId', { userId: other.user.id });
	const noted = await inTransaction(async (transaction) => {
		await other.user.destroy({ transaction });
		const running = noteLastWrite(other.user.id);
		await expect.poll(countLockWaits).toBe(1);
		return { running };
	});
	await noted.running;
});

test('a process that starts after a write reads it for its writer', async () => {
	await whileLagging(async () => {
		await signUp(member);
		await closeDatabase();
		connect({});
		expect(await readStatus(member.session)).toBe('late');
		expect(await readNumber(other.session)).toBe(0);
	});
});

test('an event that the replica does not have yet is no 404', async () => {
	await whileLagging(async () => {
		const created = await createEventRow();
		expect((await readPage(other.session, created.id)).event.title).toBe(created.title);
	});
});

test('a page that loads again after a change reads no older state, and misses no change', async () => {
	const hub = new LiveHub({ checkMs: 3_600_000 });
	await whileLagging(async () => {
		await createSignupRow({ eventId: event.id, userId: other.user.id });
		const page = await readPage(other.session);
		expect(page.event.signup_count).toBe(0);
		const stream = await openLiveStream({
			hub,
			events: new Set([event.id]),
			userId: other.user.id,
			sessionId: '1',
			since: parsePosition(page.position),
			signal: new AbortController().signal,
		});
		const reader = stream.getReader();
		const text = new TextDecoder().decode((await reader.read()).value);
		await reader.cancel();
		const changed = JSON.parse(/^event: changed\n.*\ndata: (.*)$/m.exec(text)?.[1] ?? '{}');
		expect(changed).toMatchObject({ event: event.id, lsn: expect.stringMatching(/^[0-9A-F]+\/[0-9A-F]+$/) });
		expect(hasChange(page.position, changed.version)).toBe(false);

		const next = await readPage(`${other.session}; change=${changed.lsn}`);
		expect(next.event.signup_count).toBe(1);
		expect(hasChange(next.position, changed.version)).toBe(true);
		expect(await readNumber(`${other.session}; change=nonsense`)).toBe(0);
	});
});

test('reads of one request at the same time run one after the other on the replica', async () => {
	let [running, most] = [0, 0];
	const found = await withReplica({ current: '0/0', required: [] }, async (replica) => {
		const connection = replica?.connection;
		if (!connection) throw new Error('The replica is not read.');
		const query = connection.query.bind(connection) as (...sent: unknown[]) => Promise<unknown>;
		const sent = vi.spyOn(connection, 'query').mockImplementation(async (...statement: unknown[]) => {
			most = Math.max(most, ++running);
			return query(...statement).finally(() => running--);
		});
		try {
			return await readFromReplica(replica, () =>
				Promise.all([1, 2, 3].map((number) => rows('SELECT :number::int AS number', { number }))),
			);
		} finally {
			sent.mockRestore();
		}
	});
	expect(found).toEqual([[{ number: 1 }], [{ number: 2 }], [{ number: 3 }]]);
	expect(most).toBe(1);
});

test('a replica that lags by more than the limit is not read', async () => {
	await closeDatabase();
	connect({ maxLagSeconds: 0 });
	expect(await readNumber(other.session)).toBe(0);
	await whileLagging(async () => {
		await createSignupRow({ eventId: event.id });
		expect(await readNumber(other.session)).toBe(1);
	});
	await closeDatabase();
	connect({});
});

test('pages work while the replica is down, also when it goes down during a request, and use it again afterwards', async () => {
	expect(await readNumber(other.session)).toBe(0);
	const { replica } = countReads();
	const failDuringRequest: Handler = async (args) => {
		await pair.stopStandby();
		return loadEventPage(args);
	};
	const page = await run(other.session, `/events/${event.id}`, failDuringRequest as typeof loadEventPage);
	expect(page.event.id).toBe(event.id);
	await signUp(member);
	expect(await readNumber(other.session)).toBe(1);
	expect(countReads().replica).toBe(replica + 1);
	await pair.startStandby();
	await expect
		.poll(async () => {
			await readPage(other.session);
			return countReads().replica;
		})
		.toBeGreaterThan(replica + 1);
});

test('a page of a standby that has caught up lacks nothing, and later has what is new', async () => {
	const client = new Client({ connectionString: pair.standbyUrl });
	await client.connect();
	try {
		await pair.waitForReplay();
		const { rows: found } = await client.query(`SELECT ${POSITION} AS position`);
		const since = parsePosition(found[0].position);
		expect(await readMissed(since)).toMatchObject({ changes: [], isIncomplete: false });
		await event.update({ title: 'New' });
		expect((await readMissed(since)).changes).toHaveLength(1);
	} finally {
		await client.end();
	}
});

test('without addresses no statement differs', async () => {
	await closeDatabase();
	connect({ readUrls: [] });
	const sent = await recordStatements(async () => {
		await signUp(member);
		await readPage(member.session);
	});
	expect(sent.filter(({ text }) => /lsn|wal/.test(text))).toEqual([]);
	expect(sent).toHaveLength(5);
	await closeDatabase();
	connect({});
});
