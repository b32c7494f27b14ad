import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { inTransaction, reportOwnCommit } from '~/database/connection.ts';
import { type Event, Setting, type User } from '~/database/models/index.ts';
import { execute } from '~/database/sql.ts';
import { HOUR_MS, MINUTE_MS } from '~/domain/limits.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { type LoopName, readDelays } from '~/server/jobs/read-delays.ts';
import { startMessaging, stopMessaging } from '~/server/jobs/start-messaging.ts';
import { ACTIVE_REVISION } from '~/server/live/event-changes.ts';
import { startLive, stopLive, watchCommits } from '~/server/live/hub.ts';
import { SCHEDULE_QUEUE } from '~/server/queue/backlog.ts';
import { enqueue, enqueueScheduledJob, startQueue, startWorker, stopQueue } from '~/server/queue.ts';
import { useDiscord } from '~/tests/mocks/discord/use-discord.ts';
import { clearTables, useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';

useTestEnvironment();
const db = useDatabase();
const { state } = useDiscord();

const ROLE = '300000000000000950';
const until = (check: () => unknown) => vi.waitUntil(check, { timeout: 15_000, interval: 5 });
const now = () => new Date();
/** Longer than a test: only a commit, or the time of something planned, leads to a reading. */
const NEVER_MS = HOUR_MS;

let event: Event;
let user: User;
beforeEach(async () => {
	await clearTables('users', 'events', 'announcements', 'places_due', 'queue.job', 'settings', 'given_roles');
	event = await createEventRow({ date: new Date(Date.now() + 48 * HOUR_MS) });
	const [member] = state.addMembers(1);
	user = await createUserRow({ discordId: member?.discordId ?? null });
	await createSignupRow({ eventId: event.id, userId: user.id });
	await clearTables('places_due', 'event_notices');
});

const addMessage = (changes: Record<string, unknown> = {}) =>
	rowsOf('direct_messages').insert({
		userId: user.id,
		eventId: event.id,
		kind: 'nudge',
		eventDate: event.date,
		dueAt: now(),
		createdAt: now(),
		...changes,
	});

describe('what is due, and when', () => {
	const at = new Date('2030-03-01T12:00Z');
	const later = (milliseconds: number) => new Date(at.getTime() + milliseconds);
	const addAnnouncement = async (changes: Record<string, unknown>) => {
		await rowsOf('announcements').insert({ eventId: event.id, isDirty: false, dueAt: at, ...changes });
		await execute(
			`UPDATE announcements a SET read_revision = ${ACTIVE_REVISION} FROM events e WHERE e.id = a.event_id`,
		);
	};
	const addChange = () => rowsOf('comments').insert({ eventId: event.id, userId: user.id, body: 'Hello.' });
	const addNotice = (isDirty: boolean) =>
		rowsOf('event_notices').insert({ eventId: event.id, toldDate: at, toldStatus: 'active', isDirty });
	const changeEvent = (time: Date) =>
		execute('UPDATE events SET updated_at = :time WHERE id = :id', { time, id: event.id });

	const moveEvent = (startMs: number) =>
		inTransaction(async (transaction) => {
			await event.update({ date: later(startMs) }, { transaction });
			await execute('DELETE FROM event_notices', {}, transaction);
			await execute('DELETE FROM places_due', {}, transaction);
		});
	const addRole = async (startMs: number, given?: Record<string, unknown>) => {
		await Setting.create({ key: 'role_tonight', value: ROLE });
		await moveEvent(startMs);
		const account = { userId: user.id, discordId: user.discordId };
		if (given)
			await rowsOf('given_roles').insert({
				...account,
				roleId: ROLE,
				eventId: event.id,
				changedAt: at,
				...given,
			});
	};

	type Case = [name: string, loop: LoopName, add: () => Promise<unknown>, delayMs: number | null];
	test.each<Case>([
		['a message as it should be', 'announcements', () => addAnnouncement({}), null],
		[
			'after the pause',
			'announcements',
			() => addAnnouncement({ isDirty: true, dueAt: later(3_000) }),
			3_000,
		],
		['late', 'announcements', () => addAnnouncement({ isDirty: true, dueAt: later(-3_000) }), 0],
		['leased', 'announcements', () => addAnnouncement({ isDirty: true, leasedUntil: later(60_000) }), 60_000],
		[
			'the name of a thread',
			'announcements',
			() => addAnnouncement({ threadDueAt: later(600_000) }),
			600_000,
		],
		[
			'a change of the event',
			'announcements',
			async () => [await addAnnouncement({ dueAt: later(2_000) }), await addChange()],
			2_000,
		],
		['a change without a message', 'announcements', addChange, null],
		['an event that was told', 'notices of events', () => addNotice(false), null],
		[
			'an event that was just changed',
			'notices of events',
			async () => [await changeEvent(at), await addNotice(true)],
			30_000,
		],
		['a message for later', 'direct messages', () => addMessage({ dueAt: later(HOUR_MS) }), HOUR_MS],
		[
			'a leased message',
			'direct messages',
			() => addMessage({ dueAt: at, leasedUntil: later(MINUTE_MS) }),
			MINUTE_MS,
		],
		['a sent message', 'direct messages', () => addMessage({ dueAt: at, state: 'sent' }), null],
		['an event to settle', 'places', () => rowsOf('places_due').insert({ eventId: event.id }), 0],
		[
			'the end of an offer',
			'places',
			() => rowsOf('places_due').insert({ eventId: event.id, dueAt: later(HOUR_MS) }),
			HOUR_MS,
		],
		['a role for later', 'event roles', () => addRole(HOUR_MS), HOUR_MS - 30 * MINUTE_MS],
		['a role that is due', 'event roles', () => addRole(30 * MINUTE_MS), 0],
		['a role that was given', 'event roles', () => addRole(0, { state: 'given' }), 4 * HOUR_MS],
		[
			'a leased role',
			'event roles',
			() => addRole(0, { state: 'planned', leasedUntil: later(MINUTE_MS) }),
			MINUTE_MS,
		],
		['a role that waits for a member', 'event roles', () => addRole(0, { state: 'missing' }), 4 * HOUR_MS],
		['a role of an event that is over', 'event roles', () => addRole(-4 * HOUR_MS, { state: 'given' }), 0],
		['an event without roles', 'event roles', () => moveEvent(30 * MINUTE_MS), null],
	])('%s (%s)', async (_, loop, add, delayMs) => {
		expect(Object.values((await readDelays(at)).loops)).toEqual([null, null, null, null, null]);
		await add();
		const { [loop]: found, ...others } = (await readDelays(at)).loops;
		expect(found).toBe(delayMs);
		expect(Object.values(others)).toEqual([null, null, null, null]);
	});

	test('the jobs of each queue', async () => {
		expect((await readDelays(now())).queues).toEqual({});
		await enqueueScheduledJob('events.complete');
		await enqueueMirror();
		await execute(
			`UPDATE queue.job SET start_after = now() + interval '1 hour' WHERE name = 'events.mirror'`,
		);
		const { queues } = await readDelays(now());
		expect(Object.keys(queues).sort()).toEqual(['events.complete', 'events.mirror']);
		expect(queues['events.complete']).toBeLessThanOrEqual(0);
		expect(queues['events.mirror']).toBeGreaterThan(HOUR_MS - MINUTE_MS);
	});
});

const enqueueMirror = () =>
	inTransaction((transaction) =>
		enqueue('events.mirror', { eventId: event.id }, { transaction, key: event.id }),
	);

describe('a process', () => {
	let statements: string[] = [];
	const countReadings = () => statements.filter((text) => text.includes('json_build_object')).length;
	/** Whether the message was sent, or dropped because nobody needs it. */
	const isDone = async () => (await rowsOf('direct_messages').count({ state: 'pending' })) === 0;
	/** Starts the loops, and waits until nothing of the start is under way. */
	const start = async (timings: { pollMs: number; unnotifiedMs: number }) => {
		let notifications = 0;
		const unwatch = watchCommits(() => {
			notifications += 1;
		});
		startLive(db.url);
		// The connection opens, which is one, and the changes of events are counted, which commits.
		await until(() => notifications >= 2);
		unwatch();
		startMessaging({ now, ...timings });
		await until(() => countReadings() > 0);
	};
	beforeEach(() => {
		statements = [];
		const { query } = pg.Client.prototype;
		vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
			const [config] = args as [string | pg.QueryConfig];
			statements.push(typeof config === 'string' ? config : config.text);
			return Reflect.apply(query, this, args);
		} as never);
	});
	afterEach(async () => {
		await stopMessaging(5_000);
		await stopLive();
		vi.restoreAllMocks();
	});

	test('that has nothing to do only reads that, once for all loops and queues', async () => {
		await start({ pollMs: 1, unnotifiedMs: 20 });
		statements = [];
		await until(() => countReadings() >= 10);
		expect(statements.filter((text) => !text.includes('json_build_object'))).toEqual([]);
	});

	test('sends what another process has committed after the notification', async () => {
		await start({ pollMs: 5, unnotifiedMs: NEVER_MS });
		await addMessage();
		reportOwnCommit();
		await until(isDone);
	});

	test('sends what a lost notification would have reported', async () => {
		await start({ pollMs: 5, unnotifiedMs: 100 });
		await addMessage();
		await until(isDone);
	});

	test('sends what is planned when it is due, without looking for it before', async () => {
		await start({ pollMs: 10, unnotifiedMs: NEVER_MS });
		statements = [];
		await addMessage({ dueAt: new Date(Date.now() + 500) });
		reportOwnCommit();
		await until(isDone);
		// After the notification, when it is due, and after it was sent; polls would be fifty.
		expect(countReadings()).toBeLessThan(10);
	});

	test('reads again soon when a scheduled job will be queued', async () => {
		// The first start that runs jobs creates the queue.
		await stopQueue();
		await startQueue({ url: db.url, shouldRunJobs: true });
		await stopQueue();
		await startQueue({ url: db.url, shouldRunJobs: false });
		await enqueueScheduledJob('events.complete');
		await execute('UPDATE queue.job SET name = :name', { name: SCHEDULE_QUEUE });
		await start({ pollMs: 5, unnotifiedMs: 6_000 });
		statements = [];
		await vi.waitUntil(() => countReadings() > 0, { timeout: 5_500 });
	});

	test('polls while no notifications come', async () => {
		startMessaging({ now, pollMs: 5, unnotifiedMs: NEVER_MS });
		await until(() => countReadings() > 0);
		await addMessage();
		await until(isDone);
	});

	test('runs a job after the commit, and its retry when it is due', async () => {
		await stopQueue();
		const mirrorRetries = { limit: 1, delaySeconds: 1, maxDelaySeconds: 1 };
		await startQueue({ url: db.url, shouldRunJobs: true, mirrorRetries });
		let runs = 0;
		await startWorker('events.mirror', 600, async () => {
			runs += 1;
			if (runs === 1) throw new Error('Discord is down.');
		});
		await start({ pollMs: 200, unnotifiedMs: NEVER_MS });
		await enqueueMirror();
		await until(() => runs === 2);
		await stopQueue();
		await startQueue({ url: db.url, shouldRunJobs: false });
	});

	test('runs a job again whose process was killed', async () => {
		await stopQueue();
		const mirrorRetries = { limit: 1, delaySeconds: 0, maxDelaySeconds: 0 };
		await startQueue({ url: db.url, shouldRunJobs: true, mirrorRetries });
		await enqueueMirror();
		await execute(
			`UPDATE queue.job SET state = 'active', started_on = now(), heartbeat_on = now() - interval '31 seconds'
			WHERE name = 'events.mirror'`,
		);
		let runs = 0;
		await startWorker('events.mirror', 600, async () => {
			runs += 1;
		});
		await start({ pollMs: 50, unnotifiedMs: 500 });
		await until(() => runs === 1);
		await stopQueue();
		await startQueue({ url: db.url, shouldRunJobs: false });
	});
});
