import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { DiscordMirror, Event } from '~/database/models/index.ts';
import { makeUser } from '~/seeds/factories.ts';
import { startMirroring } from '~/server/jobs/start-mirroring.ts';
import { createEvent } from '~/server/operations/events/editing.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { startQueue, stopQueue } from '~/server/queue.ts';
import { standInEnvironment } from '~/tests/mocks/discord/stand-in.ts';
import { useServedDiscord } from '~/tests/mocks/discord/use-served-discord.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { forgetJobs } from '~/tests/support/jobs.ts';
import { KILL_POINTS, type KillPoint, type Orders, TEMPO } from '~/tests/support/mirror-process.ts';
import { addressOf, cancel, countJobs, create, discordIdOf, fromNow, stateOf, update } from './support.ts';

/** Runs the app's services in separate processes, which are killed at the worst moments. */
useTestEnvironment();
const db = useDatabase();
const discord = useServedDiscord();
const { state } = discord;
beforeAll(() => Object.assign(process.env, standInEnvironment(discord.url())));
/** Each process loads the whole program first, so the time limits are long. In milliseconds. */
const PATIENCE_MS = 60_000;
const TIMEOUT_MS = 150_000;

const children: ChildProcess[] = [];
beforeEach(async () => {
	await Event.destroy({ where: {} });
	await DiscordMirror.destroy({ where: {} });
	await forgetJobs();
});
afterEach(async () => {
	for (const child of children.splice(0)) await end(child);
	await stopQueue();
	await startQueue({ url: db.url, isWorking: false });
});

/** The number of events that exist when the process was killed: [in the app, on Discord]. */
const LEFT: Record<KillPoint, [number, number]> = {
	'before the commit': [0, 0],
	'after the commit': [1, 0],
	'after the reply of Discord': [1, 1],
	'before the job is acknowledged': [1, 1],
};

test.each(KILL_POINTS)(
	'killed %s: after the restart there is one event here and one there, in agreement',
	{
		timeout: TIMEOUT_MS,
	},
	async (killAt) => {
		const { id: actorId } = await makeUser({ role: 'creator' });
		const body = {
			title: 'Friday night',
			date: fromNow(48).toISOString(),
			duration: 180,
			location: 'The Hearth',
			timezone: 'Europe/Berlin',
			createDiscordEvent: true,
			// The form sends this key, so that sending the form again after a lost response creates no second
			// event.
			idempotencyKey: `kill-${KILL_POINTS.indexOf(killAt)}`,
		};
		const first = start({ killAt, create: { actorId, body } });
		expect(await ended(first)).toBe('SIGKILL');
		expect([await Event.count(), state.events.list().length]).toEqual(LEFT[killAt]);

		await startWorking();
		const actor = { id: actorId, role: 'creator' as const };
		await perform(createEvent, { actor, now: new Date() }, { read: () => body });
		await vi.waitFor(async () => {
			expect(await Event.count()).toBe(1);
			expect(await countJobs()).toBe(0);
		}, PATIENCE_MS);
		const [event] = await Event.findAll();
		const eventId = String(event?.id);
		const theirs = state.events.list();
		expect(theirs).toHaveLength(1);
		expect(theirs[0]).toMatchObject({ name: 'Friday night', description: addressOf(eventId), status: 1 });
		expect(await discordIdOf(eventId)).toBe(theirs[0]?.id);
		expect(await stateOf(eventId)).toBe('synced');
		expect(state.countRequests('POST /guilds/{guild_id}/scheduled-events')).toBe(1);
	},
);

test('two processes on one database: each event once, its last change last', {
	timeout: TIMEOUT_MS,
}, async () => {
	start({});
	start({});
	const ids = await Promise.all(Array.from({ length: 8 }, (_, index) => create({ title: `Night ${index}` })));
	for (const id of ids) await update(id, { title: `Changed ${id}` });
	const settle = () => vi.waitFor(async () => expect(await countJobs()).toBe(0), PATIENCE_MS);
	await settle();
	await cancel(String(ids[0]));
	await settle();
	expect(state.events.list()).toHaveLength(8);
	expect(state.countRequests('POST /guilds/{guild_id}/scheduled-events')).toBe(8);
	for (const id of ids) {
		const theirs = state.events.find(String(await discordIdOf(id)));
		expect(theirs).toMatchObject({ name: `Changed ${id}`, status: id === ids[0] ? 4 : 1 });
		expect(await stateOf(id)).toBe('synced');
	}
});

/** Makes this process do the work, as the app does after a restart. */
async function startWorking(): Promise<void> {
	await stopQueue();
	const { mirror, ...queue } = TEMPO;
	await startQueue({ url: db.url, isWorking: true, ...queue });
	await startMirroring({ now: () => new Date(), tempo: mirror });
}

function start(orders: Orders): ChildProcess {
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

async function ended(child: ChildProcess): Promise<NodeJS.Signals | number | null> {
	if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
	return child.signalCode ?? child.exitCode;
}

async function end(child: ChildProcess): Promise<void> {
	if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
	await ended(child);
}
