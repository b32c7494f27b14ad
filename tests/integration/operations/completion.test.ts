import { beforeEach, describe, expect, test } from 'vitest';
import { database, inTransaction } from '~/database/connection.ts';
import { DiscordMirror, Event } from '~/database/models/index.ts';
import { makeEvent } from '~/seeds/factories.ts';
import { completeEndedEvents } from '~/server/operations/events/completion.ts';
import { renewMirrors } from '~/server/operations/mirror/mirrors.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { forgetJobs, listJobs } from '~/tests/support/jobs.ts';

useTestEnvironment();
useDatabase();

const now = new Date('2026-10-15T12:00:00.000Z');
const before = (minutes: number, milliseconds = 0) =>
	new Date(now.getTime() - minutes * 60_000 + milliseconds);
const statusOf = async (event: Event) => (await Event.findByPk(event.id))?.status;
const makeMirror = (event: Event, changes: Partial<DiscordMirror['_creationAttributes']> = {}) =>
	DiscordMirror.create({
		eventId: event.id,
		discordEventId: String(900_000_000_000_000_000n + BigInt(event.id)),
		state: 'failed',
		error: 'Discord was not amused',
		attempts: 3,
		updatedAt: before(999),
		...changes,
	});

beforeEach(async () => {
	await Event.destroy({ where: {} });
	await DiscordMirror.destroy({ where: {} });
	await forgetJobs();
});

describe('completing ended events', () => {
	test('is for those whose start and duration are over, to the millisecond', async () => {
		const endsNow = await makeEvent({ date: before(90), duration: 90 });
		const ended = await makeEvent({ date: before(600), duration: 90 });
		const endsInAMoment = await makeEvent({ date: before(90, 1), duration: 90 });
		const runs = await makeEvent({ date: before(90), duration: 180 });
		const comes = await makeEvent({ date: before(-90), duration: 30 });
		expect(await completeEndedEvents(now)).toBe(2);
		expect(await Promise.all([endsNow, ended, endsInAMoment, runs, comes].map(statusOf))).toEqual([
			'completed',
			'completed',
			'active',
			'active',
			'active',
		]);
		expect(await completeEndedEvents(new Date(now.getTime() + 1))).toBe(1);
	});

	test('leaves what was cancelled or completed, and every other field but the time of the change', async () => {
		const cancelled = await makeEvent({ date: before(600), status: 'cancelled' });
		const completed = await makeEvent({ date: before(600), status: 'completed' });
		const active = await makeEvent({ date: before(600), version: 7, groupsVersion: 3 });
		const untouched = await Event.findAll({ where: { id: [cancelled.id, completed.id] }, order: ['id'] });
		expect(await completeEndedEvents(now)).toBe(1);
		const after = await Event.findAll({ where: { id: [cancelled.id, completed.id] }, order: ['id'] });
		expect(after.map((event) => event.toJSON())).toEqual(untouched.map((event) => event.toJSON()));
		const { status, updatedAt, ...rest } = (await active.reload()).toJSON();
		expect({ status, updatedAt }).toEqual({ status: 'completed', updatedAt: now });
		expect(rest).toMatchObject({ version: 7, groupsVersion: 3, date: before(600) });
	});

	test('two runs at once complete each event once, and mirror it once', async () => {
		const events = await Promise.all(Array.from({ length: 30 }, () => makeEvent({ date: before(600) })));
		await Promise.all(events.map((event) => makeMirror(event)));
		const counts = await Promise.all(Array.from({ length: 4 }, () => completeEndedEvents(now)));
		expect(counts.reduce((sum, count) => sum + count)).toBe(30);
		expect(await Event.count({ where: { status: 'active' } })).toBe(0);
		const keys = (await listJobs('events.mirror')).map(({ key }) => key);
		expect(keys.sort()).toEqual(events.map(({ id }) => id).sort());
	});

	test('does not wait for an event that somebody is changing', async () => {
		const locked = await makeEvent({ date: before(600) });
		const free = await makeEvent({ date: before(600) });
		await inTransaction(async (transaction) => {
			await Event.findByPk(locked.id, { transaction, lock: transaction.LOCK.UPDATE });
			expect(await completeEndedEvents(now)).toBe(1);
		});
		expect([await statusOf(locked), await statusOf(free)]).toEqual(['active', 'completed']);
		expect(await completeEndedEvents(now)).toBe(1);
	});

	test('a backlog of more than one batch is done in one run', async () => {
		await Event.bulkCreate(
			Array.from({ length: 1_001 }, (_, index) => ({ title: `Night ${index}`, date: before(600 + index) })),
		);
		expect(await completeEndedEvents(now)).toBe(1_001);
	});

	test('a job that cannot be written leaves the event active', async () => {
		const event = await makeEvent({ date: before(600) });
		await makeMirror(event, { state: 'synced', error: null });
		await database().query('ALTER TABLE queue.job_common RENAME TO job_away');
		try {
			await expect(completeEndedEvents(now)).rejects.toThrow();
		} finally {
			await database().query('ALTER TABLE queue.job_away RENAME TO job_common');
		}
		expect(await statusOf(event)).toBe('active');
		expect((await DiscordMirror.findByPk(event.id))?.state).toBe('synced');
	});
});

describe('the mirrors of completed events', () => {
	test('wait anew, each with a job of its own', async () => {
		const event = await makeEvent({ date: before(600) });
		await makeMirror(event);
		await completeEndedEvents(now);
		expect((await DiscordMirror.findByPk(event.id))?.toJSON()).toMatchObject({
			wanted: 'present',
			state: 'pending',
			error: null,
			attempts: 0,
			updatedAt: now,
		});
		expect(await listJobs('events.mirror')).toEqual([
			{ data: { eventId: event.id }, key: event.id, state: 'created' },
		]);
	});

	test.each([
		['on Discord', { state: 'synced' }, true],
		['on Discord, with a failed change', { state: 'failed' }, true],
		['on its way', { state: 'pending', discordEventId: null }, true],
		['not made yet, for it failed', { state: 'failed', discordEventId: null }, true],
		['deleted on Discord', { state: 'deleted' }, false],
		['not wanted', { wanted: 'absent', state: 'synced' }, false],
	] as const)('one that is %s: %j', async (_, changes, isRenewed) => {
		const event = await makeEvent();
		const mirror = await makeMirror(event, changes);
		const kept = mirror.toJSON();
		const renewed = await inTransaction((transaction) => renewMirrors([event.id], transaction, now));
		expect(renewed).toEqual(isRenewed ? [event.id] : []);
		expect(await listJobs('events.mirror')).toHaveLength(isRenewed ? 1 : 0);
		if (!isRenewed) expect((await mirror.reload()).toJSON()).toEqual(kept);
	});

	test('an event without one has no job', async () => {
		await makeEvent({ date: before(600) });
		expect(await completeEndedEvents(now)).toBe(1);
		expect(await listJobs('events.mirror')).toEqual([]);
	});
});
