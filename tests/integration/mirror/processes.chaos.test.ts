import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { DiscordMirror, Event } from '~/database/models/index.ts';
import { createUserRow } from '~/seeds/factories.ts';
import { startMirroring } from '~/server/jobs/start-mirroring.ts';
import { createEvent } from '~/server/operations/events/create-event.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { startQueue, stopQueue } from '~/server/queue.ts';
import { standInEnvironment } from '~/tests/mocks/discord/stand-in.ts';
import { useServedDiscord } from '~/tests/mocks/discord/use-served-discord.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { deleteJobs } from '~/tests/support/jobs.ts';
import {
	KILL_POINTS,
	type KillPoint,
	type ProcessOptions,
	TEST_TIMINGS,
} from '~/tests/support/mirror-process.ts';
import {
	addressOf,
	cancelMirroredEvent,
	countJobs,
	createMirroredEvent,
	hoursFromNow,
	readDiscordId,
	readMirrorState,
	updateMirroredEvent,
} from './mirror-scenario.ts';

/** Runs the app's services in separate processes, which are killed at the worst moments. */
useTestEnvironment();
const db = useDatabase();
const discord = useServedDiscord();
const { state } = discord;
beforeAll(() => Object.assign(process.env, standInEnvironment(discord.url())));
/** Each process loads the whole program first, so the time limits are long. In milliseconds. */
const WAIT_TIMEOUT_MS = 60_000;
const TIMEOUT_MS = 150_000;

const children: ChildProcess[] = [];
beforeEach(async () => {
	await Event.destroy({ where: {} });
	await DiscordMirror.destroy({ where: {} });
	await deleteJobs();
});
afterEach(async () => {
	for (const child of children.splice(0)) await stopChild(child);
	await stopQueue();
	await startQueue({ url: db.url, shouldRunJobs: false });
});

/** The number of events that exist when the process was killed: [in the app, on Discord]. */
const COUNTS_WHEN_KILLED: Record<KillPoint, [number, number]> = {
	'before the commit': [0, 0],
	'after the commit': [1, 0],
	'after the response of Discord': [1, 1],
	'before the job is acknowledged': [1, 1],
};

test.each(KILL_POINTS)(
	'killed %s: after the restart one event exists here and on Discord, in sync',
	{
		timeout: TIMEOUT_MS,
	},
	async (killAt) => {
		const { id: actorId } = await createUserRow({ role: 'creator' });
		const body = {
			title: 'Friday night',
			date: hoursFromNow(48).toISOString(),
			duration: 180,
			location: 'The Hearth',
			timezone: 'Europe/Berlin',
			createDiscordEvent: true,
			// The form sends this key, so that sending the form again after a lost response creates no second
			// event.
			idempotencyKey: `kill-${KILL_POINTS.indexOf(killAt)}`,
		};
		const first = start({ killAt, create: { actorId, body } });
		expect(await waitForExit(first)).toBe('SIGKILL');
		expect([await Event.count(), state.events.list().length]).toEqual(COUNTS_WHEN_KILLED[killAt]);

		await startWorking();
		const actor = { id: actorId, role: 'creator' as const };
		await perform(createEvent, { actor, now: new Date() }, { read: () => body });
		await vi.waitFor(async () => {
			expect(await Event.count()).toBe(1);
			expect(await countJobs()).toBe(0);
		}, WAIT_TIMEOUT_MS);
		const [event] = await Event.findAll();
		const eventId = String(event?.id);
		const discordEvents = state.events.list();
		expect(discordEvents).toHaveLength(1);
		expect(discordEvents[0]).toMatchObject({
			name: 'Friday night',
			description: addressOf(eventId),
			status: 1,
		});
		expect(await readDiscordId(eventId)).toBe(discordEvents[0]?.id);
		expect(await readMirrorState(eventId)).toBe('synced');
		expect(state.countRequests('POST /guilds/{guild_id}/scheduled-events')).toBe(1);
	},
);

test('two processes on one database mirror each event once, with its last change', {
	timeout: TIMEOUT_MS,
}, async () => {
	start({});
	start({});
	const ids = await Promise.all(
		Array.from({ length: 8 }, (_, index) => createMirroredEvent({ title: `Night ${index}` })),
	);
	for (const id of ids) await updateMirroredEvent(id, { title: `Changed ${id}` });
	const waitUntilIdle = () => vi.waitFor(async () => expect(await countJobs()).toBe(0), WAIT_TIMEOUT_MS);
	await waitUntilIdle();
	await cancelMirroredEvent(String(ids[0]));
	await waitUntilIdle();
	expect(state.events.list()).toHaveLength(8);
	expect(state.countRequests('POST /guilds/{guild_id}/scheduled-events')).toBe(8);
	for (const id of ids) {
		const discordEvent = state.events.find(String(await readDiscordId(id)));
		expect(discordEvent).toMatchObject({ name: `Changed ${id}`, status: id === ids[0] ? 4 : 1 });
		expect(await readMirrorState(id)).toBe('synced');
	}
});

/** Makes this process do the work, as the app does after a restart. */
async function startWorking(): Promise<void> {
	await stopQueue();
	const { mirror, ...queue } = TEST_TIMINGS;
	await startQueue({ url: db.url, shouldRunJobs: true, ...queue });
	await startMirroring({ now: () => new Date(), timings: mirror });
}

function start(orders: ProcessOptions): ChildProcess {
	const args = ['--import', 'tsx', 'tests/support/mirror-process.ts', JSON.stringify(orders)];
	const env = {
		...process.env,
		...standInEnvironment(discord.url()),
		DATABASE_URL: db.url,
		LOG_LEVEL: 'error',
	};
	const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'inherit', 'inherit'] });
	children.push(child);
	return child;
}

async function waitForExit(child: ChildProcess): Promise<NodeJS.Signals | number | null> {
	if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
	return child.signalCode ?? child.exitCode;
}

async function stopChild(child: ChildProcess): Promise<void> {
	if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
	await waitForExit(child);
}
