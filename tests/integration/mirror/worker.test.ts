import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { database } from '~/database/connection.ts';
import { DiscordMirror, Event } from '~/database/models/index.ts';
import { createUserRow } from '~/seeds/factories.ts';
import { DISCORD_TIMEOUT_MS } from '~/server/discord/client.ts';
import { startMirroring } from '~/server/jobs/start-mirroring.ts';
import { selectEventDetail } from '~/server/operations/events/queries.ts';
import { retryMirror } from '~/server/operations/events/retry-mirror.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { requeuePendingMirrors } from '~/server/operations/mirror/start-mirror.ts';
import { startQueue, stopQueue } from '~/server/queue.ts';
import { useDiscord } from '~/tests/mocks/discord/use-discord.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { deleteJobs, listJobs } from '~/tests/support/jobs.ts';
import {
	addressOf,
	cancelMirroredEvent,
	countJobs,
	createMirroredEvent,
	deleteMirroredEvent,
	readDiscordId,
	readMirrorState,
	updateMirroredEvent,
} from './mirror-scenario.ts';

useTestEnvironment();
const db = useDatabase();
const { state } = useDiscord();

const LIST = '/guilds/{guild_id}/scheduled-events';
const ONE = `${LIST}/{guild_scheduled_event_id}`;
const WAIT_TIMEOUT_MS = 40_000;

const waitUntilIdle = () => vi.waitFor(async () => expect(await countJobs()).toBe(0), WAIT_TIMEOUT_MS);
/** Starts the worker with this backoff. A job keeps the backoff that its queue had when the job was sent. */
const startWorking = async ({ maxDelaySeconds = 1, delay = 1, waitSeconds = 5, pollSeconds = 0.5 } = {}) => {
	await stopQueue();
	await startQueue({
		url: db.url,
		shouldRunJobs: true,
		mirrorRetries: { limit: 1_000, delaySeconds: delay, maxDelaySeconds },
	});
	await startMirroring({ now: () => new Date(), timings: { pollSeconds, waitSeconds } });
};
const retry = async (eventId: string, role: 'creator' | 'player' = 'creator') => {
	const { id } = await createUserRow({ role });
	return perform(retryMirror, { actor: { id, role }, now: new Date() }, { params: { eventId } });
};
const listDiscordNames = () =>
	state.events
		.list()
		.map(({ name }) => name)
		.sort();

beforeEach(async () => {
	await Event.destroy({ where: {} });
	await DiscordMirror.destroy({ where: {} });
	await deleteJobs();
});

test('a job that waits starts right after the one before, not with the next look for jobs', async () => {
	await stopQueue();
	await startQueue({ url: db.url, shouldRunJobs: false });
	const ids = await Promise.all(Array.from({ length: 3 }, () => createMirroredEvent()));
	await startWorking({ pollSeconds: 600 });
	await waitUntilIdle();
	for (const id of ids) expect(await readMirrorState(id)).toBe('synced');
});
afterEach(async () => {
	await stopQueue();
	await startQueue({ url: db.url, shouldRunJobs: false });
});

describe('an outage', { timeout: 120_000 }, () => {
	test('while Discord fails, the app stays fast; afterwards everything arrives once and in order', async () => {
		await startWorking();
		const normalMs = await measureMs();
		await waitUntilIdle();
		state.events.clear();

		state.fail({ route: '*', status: 500 });
		const ids = await Promise.all(
			Array.from({ length: 6 }, (_, index) => createMirroredEvent({ title: `Night ${index}` })),
		);
		const outageMs = await measureMs();
		for (const title of ['Second', 'Third'])
			for (const id of ids) await updateMirroredEvent(id, { title: `${title} ${id}` });
		const [cancelled, deleted] = ids as [string, string];
		await cancelMirroredEvent(cancelled);
		await deleteMirroredEvent(deleted, { deleteDiscordEvent: true });
		await vi.waitFor(() => expect(state.requests.length).toBeGreaterThan(3), WAIT_TIMEOUT_MS);
		// A call that waited for Discord would take as long as the time limit for Discord.
		for (const time of [normalMs, outageMs]) expect(time).toBeLessThan(DISCORD_TIMEOUT_MS - 1_000);
		expect(await readMirrorState(String(ids[2]))).toMatch(/^pending/);

		const names: string[] = [];
		state.listen(({ d }) => names.push((d as { name: string }).name));
		state.recover();
		state.events.clear();
		await waitUntilIdle();
		// A job from before the last change found the event as it is now, so old values are never sent.
		expect(names.filter((name) => name.startsWith('Second'))).toEqual([]);
		const expected = ids.slice(2).map((id) => `Third ${id}`);
		expect(listDiscordNames().filter((name) => name.startsWith('Third'))).toEqual(expected.sort());
		for (const id of ids.slice(2)) {
			expect(state.events.find(String(await readDiscordId(id)))?.description).toContain(addressOf(id));
			expect(await readMirrorState(id)).toBe('synced');
		}
		expect(await readMirrorState(deleted)).toBeNull();
	});

	/** Returns the median time of some saves and reads, as pages make them, in milliseconds. */
	async function measureMs(): Promise<number> {
		const { id: viewer } = await createUserRow({ role: 'creator' });
		const times: number[] = [];
		for (let index = 0; index < 5; index += 1) {
			const started = performance.now();
			const eventId = await createMirroredEvent({ title: `Measured ${index}` });
			await selectEventDetail({ id: viewer, role: 'creator' }, eventId);
			await updateMirroredEvent(eventId, { title: `Measured again ${index}` });
			times.push(performance.now() - started);
		}
		return times.sort((one, other) => one - other)[2] ?? 0;
	}

	test('ends with the first success: no job waits for its backoff', async () => {
		state.fail({ route: '*', status: 500 });
		await startWorking({ delay: 600, maxDelaySeconds: 600 });
		const ids = [await createMirroredEvent(), await createMirroredEvent(), await createMirroredEvent()];
		await vi.waitFor(async () => expect(await countRetries()).toBe(3), WAIT_TIMEOUT_MS);
		state.recover();
		await createMirroredEvent();
		await waitUntilIdle();
		for (const id of ids) expect(await readMirrorState(id)).toBe('synced');
	});

	test('an event that always fails does not delay others', async () => {
		const failingId = await createMirroredEvent({ title: 'Poison' });
		await startWorking();
		await waitUntilIdle();
		state.fail({ route: `PATCH ${ONE}`, status: 500 });
		await updateMirroredEvent(failingId, { title: 'Worse' });
		const others = await Promise.all(Array.from({ length: 4 }, () => createMirroredEvent()));
		await vi.waitFor(async () => {
			for (const id of others) expect(await readMirrorState(id)).toBe('synced');
			expect(await readMirrorState(failingId)).toMatch(/^pending: Discord isn't responding/);
			// A job ends a moment after its event is synced.
			expect(await countJobs()).toBe(1);
		}, WAIT_TIMEOUT_MS);
	});

	test('a failing event is not retried more often when others succeed', async () => {
		await startWorking({ delay: 600, maxDelaySeconds: 600 });
		const failingId = await createMirroredEvent({ title: 'Poison' });
		await waitUntilIdle();
		state.fail({ route: `PATCH ${ONE}`, status: 500 });
		await updateMirroredEvent(failingId, { title: 'Worse' });
		await vi.waitFor(async () => expect(await countRetries()).toBe(1), WAIT_TIMEOUT_MS);
		for (let index = 0; index < 3; index += 1) await createMirroredEvent();
		await vi.waitFor(async () => expect(await countJobs()).toBe(1), WAIT_TIMEOUT_MS);
		expect(state.countRequests(`PATCH ${ONE}`)).toBe(1);
		expect(await countRetries("start_after > now() + interval '1 minute'")).toBe(1);
	});
});

describe('Discord asks us to wait', { timeout: 60_000 }, () => {
	test('for a short time: the job waits, nothing else calls, and no retry is used', async () => {
		state.fail({ route: `POST ${LIST}`, status: 429, retryAfter: 2, times: 1 });
		const calls = watchCalls();
		const ids = [await createMirroredEvent(), await createMirroredEvent(), await createMirroredEvent()];
		await startWorking();
		await waitUntilIdle();
		expect(gapAfter(calls, 'POST')).toBeGreaterThanOrEqual(1_990);
		expect(state.events.list()).toHaveLength(3);
		for (const id of ids) expect(await readMirrorState(id)).toBe('synced');
		expect(await countRetries()).toBe(0);
	});

	test('for a long time: the queue retries, and nothing calls earlier', async () => {
		state.fail({ route: `POST ${LIST}`, status: 429, retryAfter: 4, times: 1 });
		const calls = watchCalls();
		await createMirroredEvent();
		await createMirroredEvent();
		await startWorking({ waitSeconds: 1 });
		await vi.waitFor(async () => expect(await countRetries()).toBeGreaterThan(1), WAIT_TIMEOUT_MS);
		await waitUntilIdle();
		expect(gapAfter(calls, 'POST')).toBeGreaterThanOrEqual(3_990);
		expect(state.events.list()).toHaveLength(2);
	});

	type RecordedCall = { route: string; at: number };
	/** Returns a list that records when each request reaches Discord. */
	function watchCalls(): RecordedCall[] {
		const calls: RecordedCall[] = [];
		vi.spyOn(state.requests, 'push').mockImplementation((...requests) => {
			return calls.push(...requests.map(({ route }) => ({ route, at: performance.now() })));
		});
		return calls;
	}
	/** Returns the milliseconds between the first call of that method and the call after it. */
	function gapAfter(calls: readonly RecordedCall[], method: string): number {
		const first = calls.findIndex(({ route }) => route.startsWith(method));
		return (calls[first + 1]?.at ?? 0) - (calls[first]?.at ?? 0);
	}
});

test.each([401, 403])('%i: each event is tried once and not again', { timeout: 60_000 }, async (status) => {
	state.fail({ route: `POST ${LIST}`, status });
	const ids = [await createMirroredEvent(), await createMirroredEvent()];
	await startWorking();
	// With no job left, nothing is retried.
	await waitUntilIdle();
	expect(state.countRequests(`POST ${LIST}`)).toBe(2);
	for (const id of ids) expect(await readMirrorState(id)).toMatch(/^failed: Discord does not/);
	state.recover();
	await retry(String(ids[0]));
	await waitUntilIdle();
	expect(await readMirrorState(String(ids[0]))).toBe('synced');
	expect(await readMirrorState(String(ids[1]))).toMatch(/^failed/);
});

describe('retrying on request', { timeout: 60_000 }, () => {
	test('a job that waits for its retry runs at once', async () => {
		state.fail({ route: `POST ${LIST}`, status: 500 });
		await startWorking({ delay: 600, maxDelaySeconds: 600 });
		const eventId = await createMirroredEvent();
		await vi.waitFor(async () => expect(await countRetries()).toBe(1), WAIT_TIMEOUT_MS);
		state.recover();
		const retried = await retry(eventId);
		expect(retried).toMatchObject({ id: eventId, discord_sync: { state: 'pending', error: null } });
		await waitUntilIdle();
		expect(await readMirrorState(eventId)).toBe('synced');
	});

	test('creates an event again that was deleted on Discord', async () => {
		const eventId = await createMirroredEvent();
		await startWorking();
		await waitUntilIdle();
		state.events.clear();
		await updateMirroredEvent(eventId, { title: 'Still on' });
		await waitUntilIdle();
		expect(await readMirrorState(eventId)).toMatch(/^deleted/);
		await retry(eventId);
		await waitUntilIdle();
		expect(listDiscordNames()).toEqual(['Still on']);
		expect(await readDiscordId(eventId)).toBe(state.events.list()[0]?.id);
		expect(await readMirrorState(eventId)).toBe('synced');
	});

	test('changes nothing for a synced mirror, and refuses impossible retries', async () => {
		const unmirroredId = await createMirroredEvent({ createDiscordEvent: false });
		await expect(retry(unmirroredId)).rejects.toMatchObject({ kind: 'conflict' });
		await expect(retry('999999')).rejects.toMatchObject({ kind: 'missing' });
		const eventId = await createMirroredEvent();
		await expect(retry(eventId, 'player')).rejects.toMatchObject({ kind: 'denied' });
		await DiscordMirror.update({ state: 'synced' }, { where: { eventId } });
		await deleteJobs();
		expect((await retry(eventId)).discord_sync.state).toBe('synced');
		expect(await listJobs('events.mirror')).toEqual([]);
		await DiscordMirror.update({ state: 'deleted' }, { where: { eventId } });
		await Event.update({ status: 'cancelled' }, { where: { id: eventId } });
		await expect(retry(eventId)).rejects.toMatchObject({ kind: 'conflict' });
		expect(await listJobs('events.mirror')).toEqual([]);
	});

	test('shows the error only to users who can retry', async () => {
		const eventId = await createMirroredEvent();
		await DiscordMirror.update({ state: 'failed', error: 'No.' }, { where: { eventId } });
		const { id } = await createUserRow();
		const readSync = async (role: 'player' | 'creator') =>
			(await selectEventDetail({ id, role }, eventId)).discord_sync;
		expect(await readSync('player')).toEqual({ state: 'failed', error: null });
		expect(await readSync('creator')).toEqual({ state: 'failed', error: 'No.' });
	});
});

describe('pending mirrors without a job', () => {
	test('get a job, and other mirrors do not', async () => {
		const withoutJob = await createMirroredEvent();
		const deleted = await createMirroredEvent();
		await deleteMirroredEvent(deleted);
		const ended = await createMirroredEvent();
		const failed = await createMirroredEvent();
		await DiscordMirror.update({ state: 'synced' }, { where: { eventId: ended } });
		await DiscordMirror.update({ state: 'failed' }, { where: { eventId: failed } });
		const orphan = await createMirroredEvent();
		await Event.destroy({ where: { id: orphan } });
		await deleteJobs();
		const waiting = await createMirroredEvent();
		expect(await requeuePendingMirrors(new Date())).toBe(0);
		const later = new Date(Date.now() + 60_000);
		expect(await requeuePendingMirrors(later)).toBe(2);
		const keys = (await listJobs('events.mirror')).map(({ key }) => key);
		expect(keys.sort()).toEqual([waiting, withoutJob, deleted].sort());
		expect(await requeuePendingMirrors(later)).toBe(0);
	});

	test('jobs that wait for their retry run now', async () => {
		state.fail({ route: `POST ${LIST}`, status: 500 });
		await startWorking({ delay: 600, maxDelaySeconds: 600 });
		const eventId = await createMirroredEvent();
		// The mirror is pending a moment before its job is, because the worker writes the mirror and then ends
		// the job.
		await vi.waitFor(async () => expect(await countRetries()).toBe(1), WAIT_TIMEOUT_MS);
		expect(await readMirrorState(eventId)).toMatch(/^pending: /);
		state.recover();
		expect(await requeuePendingMirrors(new Date())).toBe(0);
		await waitUntilIdle();
		expect(await readMirrorState(eventId)).toBe('synced');
	});
});

test('the queue stores no details of an error', { timeout: 60_000 }, async () => {
	state.fail({ route: `POST ${LIST}`, status: 500 });
	await startWorking({ delay: 600, maxDelaySeconds: 600 });
	await createMirroredEvent();
	await vi.waitFor(async () => expect(await countRetries()).toBe(1), WAIT_TIMEOUT_MS);
	const [rows] = await database().query(`SELECT output::text FROM queue.job WHERE name = 'events.mirror'`);
	expect(JSON.stringify(rows)).toContain('the log says why');
	expect(JSON.stringify(rows)).not.toContain('Friday');
});

/** Returns how many jobs were retried or wait for a retry. */
async function countRetries(condition = 'true'): Promise<number> {
	const [rows] = await database().query(
		`SELECT count(*)::int AS count FROM queue.job
		WHERE name = 'events.mirror' AND (retry_count > 0 OR state = 'retry') AND ${condition}`,
	);
	return Number((rows as { count: number }[])[0]?.count);
}
