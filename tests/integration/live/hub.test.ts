import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inTransaction, onCommit, reportOwnCommit } from '~/database/connection.ts';
import { Event, Session, type User } from '~/database/models/index.ts';
import { execute, one, rows } from '~/database/sql.ts';
import { type LivePosition, parsePosition } from '~/domain/live.ts';
import { createEventRow, createUserRow } from '~/seeds/factories.ts';
import { POSITION, REVISION, readMissed, toEventPosition } from '~/server/live/event-changes.ts';
import { LiveHub, type LiveStream, startLive, stopLive } from '~/server/live/hub.ts';
import { type Listener, listen } from '~/server/live/listener.ts';
import { openLiveStream } from '~/server/live/stream.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { startTcpProxy } from '~/tests/support/tcp-proxy.ts';

useTestEnvironment();
const database = useDatabase();

const until = (check: () => unknown) => vi.waitUntil(check, { timeout: 15_000 });

type TestStream = LiveStream & { reported: string[]; ended: boolean[] };

let hubs: { hub: LiveHub; listener: Listener }[] = [];
let event: Event;
let user: User;
let sessionId: string;
beforeEach(async () => {
	[event, user] = [await createEventRow(), await createUserRow()];
	await Session.destroy({ where: {} });
	await execute(
		`INSERT INTO sessions (id, token_hash, user_id, expires_at) VALUES (7, :hash, :id, now() + interval '1 hour')`,
		{ id: user.id, hash: 'a'.repeat(64) },
	);
	sessionId = '7';
});
afterEach(async () => {
	for (const { hub, listener } of hubs) {
		hub.endAll();
		await listener.stop();
	}
	hubs = [];
	onCommit(() => undefined);
	vi.useRealTimers();
});

/** With this interval, the hub reads the log only after a notification. */
const NO_CHECKS = { checkMs: 3_600_000 };

/**
 * Starts what one process has: a hub and its connection. Only the process that was started last is notified of this
 * process's commits.
 */
async function startProcess(options?: { checkMs: number }): Promise<LiveHub> {
	const hub = new LiveHub(options);
	const listener = listen(database.url, () => void hub.read());
	hubs.push({ hub, listener });
	await until(() => listener.isListening());
	onCommit(() => listener.notify());
	return hub;
}

function createStream(events: readonly string[] | null): TestStream {
	const [reported, ended]: [string[], boolean[]] = [[], []];
	return {
		events: events && new Set(events),
		userId: user.id,
		sessionId,
		reported,
		ended,
		report: ({ changes }) => reported.push(...changes.map((change) => change.event)),
		end: (hasSessionEnded) => ended.push(hasSessionEnded),
	};
}

const rename = (id: string) =>
	inTransaction((transaction) => Event.update({ title: `${Math.random()}` }, { where: { id }, transaction }));

test('a commit is reported in every process at once, each change once, and only to streams of its event', async () => {
	const [one, other] = [await startProcess(NO_CHECKS), await startProcess(NO_CHECKS)];
	const own = createStream([event.id, '404']);
	const streams = [own, createStream(null), createStream(['404'])];
	for (const stream of streams) await one.add(stream);
	const elsewhere = createStream([event.id]);
	await other.add(elsewhere);
	await rename(event.id);
	await until(() => own.reported.length > 0 && elsewhere.reported.length > 0);
	const next = await createEventRow();
	await rename(event.id);
	await until(() => own.reported.length > 1 && elsewhere.reported.length > 1);
	expect(streams.map(({ reported }) => reported)).toEqual([
		[event.id, event.id],
		[event.id, ...[event.id, next.id].sort((a, b) => Number(a) - Number(b))],
		[],
	]);
	expect(elsewhere.reported).toEqual([event.id, event.id]);
});

test('a change is reported without a notification too', async () => {
	const hub = await startProcess();
	onCommit(() => undefined);
	const stream = createStream([event.id]);
	await hub.add(stream);
	await rename(event.id);
	await until(() => stream.reported.length > 0);
	expect(stream.reported).toEqual([event.id]);
});

test('reopens a lost connection and reports the changes made while it was lost', async () => {
	const hub = await startProcess(NO_CHECKS);
	const stream = createStream([event.id]);
	await hub.add(stream);
	const ended = await rows(
		`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'townbell-live %'`,
	);
	expect(ended).toHaveLength(1);
	await until(() => !hubs[0]?.listener.isListening());
	await rename(event.id);
	await until(() => hubs[0]?.listener.isListening());
	await until(() => stream.reported.length > 0);
	expect(stream.reported).toEqual([event.id]);
});

test('the log is counted when a connection opens, and after many commits of a process', async () => {
	const readCount = async () => (await rows('SELECT FROM event_changes')).length;
	await execute('DELETE FROM revision_epochs');
	startLive(database.url);
	try {
		await until(async () => (await readCount()) === 0);
		expect(await rows('SELECT FROM revision_epochs')).toHaveLength(1);
		await rename(event.id);
		expect(await readCount()).toBe(1);
		for (let commits = 0; commits < 500; commits += 1) reportOwnCommit();
		await until(async () => (await readCount()) === 0);
	} finally {
		await stopLive();
	}
});

test('a slow database gets one notification after the other, and the last one always', async () => {
	let sent = 0;
	const proxy = await startTcpProxy(database.url, {
		fromClient: (bytes) => {
			if (bytes.includes('NOTIFY')) sent += 1;
			return false;
		},
	});
	let received = 0;
	const listener = listen(proxy.url, () => {
		received += 1;
	});
	await until(() => listener.isListening());
	proxy.freeze();
	for (let times = 0; times < 5; times += 1) {
		listener.notify();
		// Longer than the time within which commits share a notification.
		await setTimeout(20);
	}
	const before = received;
	proxy.unfreeze();
	await until(() => received === before + 2);
	expect(sent).toBe(2);
	await listener.stop();
	await proxy.stop();
});

test('a change whose transaction commits late is reported', async () => {
	const hub = await startProcess();
	const other = await createEventRow();
	const stream = createStream([event.id, other.id]);
	await hub.add(stream);
	await inTransaction(async (transaction) => {
		await Event.update({ title: 'Begun first' }, { where: { id: event.id }, transaction });
		await rename(other.id);
		await until(() => stream.reported.length > 0);
	});
	await until(() => stream.reported.length > 1);
	expect(stream.reported).toEqual([other.id, event.id]);
});

test('streams end with their session, and without streams nothing is read', async () => {
	const hub = await startProcess();
	const [stream, stranger] = [createStream(null), { ...createStream(null), sessionId: '404' }];
	await hub.add(stream);
	await hub.add(stranger);
	await until(() => stranger.ended.length > 0);
	expect([stream.ended, stranger.ended, hub.size]).toEqual([[], [true], 1]);
	await Session.destroy({ where: {} });
	await until(() => stream.ended.length > 0);
	expect([stream.ended, hub.size]).toEqual([[true], 0]);
});

/** Opens a stream and returns a function that waits until it has sent more, and returns all of it. */
async function openStream(hub: LiveHub, { since = null, events = [event.id] }: Partial<Opening> = {}) {
	const [abort, decoder] = [new AbortController(), new TextDecoder()];
	const watched = { events: events && new Set(events), userId: user.id, sessionId };
	const body = await openLiveStream({ ...watched, hub, since, signal: abort.signal });
	const reader = body.getReader();
	const read = async () => {
		const { value, done } = await reader.read();
		return done ? null : decoder.decode(value);
	};
	return { read, abort, reader };
}
type Opening = { since: LivePosition | null; events: readonly string[] | null };

test('a client that left before its stream opens is not kept', async () => {
	const hub = await startProcess();
	const watched = { events: new Set([event.id]), userId: user.id, sessionId };
	const body = await openLiveStream({ ...watched, hub, since: null, signal: AbortSignal.abort() });
	expect([hub.size, (await body.getReader().read()).done]).toEqual([0, true]);
});

test('a stream does not open while the log cannot be read', async () => {
	const hub = await startProcess(NO_CHECKS);
	await inTransaction(async (transaction) => {
		await execute('ALTER TABLE event_changes RENAME TO unreadable', {}, transaction);
	});
	try {
		await expect(hub.add(createStream([event.id]))).rejects.toThrow('event_changes');
	} finally {
		await execute('ALTER TABLE unreadable RENAME TO event_changes');
	}
});

test('the checks do not run as a part of the request that opened the first stream', async () => {
	const request = new AsyncLocalStorage<string>();
	const seen: (string | undefined)[] = [];
	const hub = await startProcess({ checkMs: 20 });
	const read = vi.spyOn(hub, 'read').mockImplementation(async () => {
		seen.push(request.getStore());
	});
	await request.run('the request', () => hub.add(createStream(null)));
	await until(() => read.mock.calls.length > 1);
	expect(seen.slice(0, 2)).toEqual(['the request', undefined]);
});

const ALIVE = /^: alive\nevent: alive\nid: \w+\.\d+\ndata: \{"waitMs":1000\}\n\n$/;

test('the text of a stream: alive at its start and every 20 seconds, changes with their position, its end', async () => {
	vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
	const hub = await startProcess();
	const { read } = await openStream(hub);
	expect(await read()).toMatch(ALIVE);
	await rename(event.id);
	const text = String(await read());
	const { groups } = /^event: changed\nid: (?<id>\w+\.\d+)\ndata: (?<data>.*)\n\n$/.exec(text) ?? {};
	expect(JSON.parse(String(groups?.data))).toEqual({ event: event.id, version: expect.any(Number) });
	expect((await readMissed(parsePosition(String(groups?.id)))).changes).toEqual([]);
	await vi.advanceTimersByTimeAsync(20_000);
	expect(await read()).toMatch(ALIVE);
	await Session.destroy({ where: {} });
	await vi.advanceTimersByTimeAsync(500);
	expect(await read()).toMatch(/^event: ended\nid: \w+\.\d+\ndata: \{\}\n\n$/);
	expect(await read()).toBeNull();
});

test('a stream that ends with its process does not say that the session has ended', async () => {
	const hub = await startProcess();
	const { read } = await openStream(hub);
	expect(await read()).toMatch(ALIVE);
	hub.endAll();
	expect(await read()).toBeNull();
});

test('a stream starts with what has changed since its position', async () => {
	const hub = await startProcess();
	const other = await createEventRow();
	const found = await one<{ revision: string; position: string }>(
		`SELECT ${REVISION} AS revision, ${POSITION} AS position FROM events e WHERE e.id = :id`,
		{ id: other.id },
	);
	const { revision = '', position = '' } = found ?? {};
	const since = parsePosition(position);
	await rename(event.id);
	const later = await openStream(hub, { since });
	expect(await later.read()).toContain(`data: {"event":"${event.id}"`);
	expect(await later.read()).toMatch(ALIVE);
	const elsewhere = await openStream(hub, {
		since: parsePosition(toEventPosition(position, other.id, revision)),
		events: null,
	});
	expect(await elsewhere.read()).toMatch(ALIVE);
	const tooOld = await openStream(hub, { since: parsePosition('3:3:'), events: null });
	expect(await tooOld.read()).toContain('data: {"event":"0"');
	expect(hub.size).toBe(3);
	later.abort.abort();
	await elsewhere.reader.cancel();
	expect(hub.size).toBe(1);
});

test('a client that does not read is disconnected', async () => {
	const hub = await startProcess();
	const { read } = await openStream(hub);
	for (let n = 0; hub.size > 0 && n < 100; n += 1) {
		await rename(event.id);
		await hub.read();
	}
	expect(hub.size).toBe(0);
	await expect(
		(async () => {
			while (await read());
		})(),
	).rejects.toThrow('does not read');
});
