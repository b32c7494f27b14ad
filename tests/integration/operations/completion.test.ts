import { beforeEach, describe, expect, test } from 'vitest';
import { database, inTransaction } from '~/database/connection.ts';
import { DiscordMirror, Event } from '~/database/models/index.ts';
import { createEventRow } from '~/seeds/factories.ts';
import { completeEndedEvents } from '~/server/operations/events/complete-ended-events.ts';
import { renewMirrors } from '~/server/operations/mirror/start-mirror.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { deleteJobs, listJobs } from '~/tests/support/jobs.ts';

useTestEnvironment();
useDatabase();

const now = new Date('2026-10-15T12:00:00.000Z');
const minutesAgo = (minutes: number, milliseconds = 0) =>
	new Date(now.getTime() - minutes * 60_000 + milliseconds);
const statusOf = async (event: Event) => (await Event.findByPk(event.id))?.status;
const createMirror = (event: Event, changes: Partial<DiscordMirror['_creationAttributes']> = {}) =>
	DiscordMirror.create({
		eventId: event.id,
		discordEventId: String(900_000_000_000_000_000n + BigInt(event.id)),
		state: 'failed',
		error: 'Discord was not amused',
		attempts: 3,
		updatedAt: minutesAgo(999),
		...changes,
	});

beforeEach(async () => {
	await Event.destroy({ where: {} });
	await DiscordMirror.destroy({ where: {} });
	await deleteJobs();
});

describe('completing ended events', () => {
	test('completes events whose end has passed, to the millisecond', async () => {
		const endsNow = await createEventRow({ date: minutesAgo(90), duration: 90 });
		const ended = await createEventRow({ date: minutesAgo(600), duration: 90 });
		const endsInAMoment = await createEventRow({ date: minutesAgo(90, 1), duration: 90 });
		const running = await createEventRow({ date: minutesAgo(90), duration: 180 });
		const upcoming = await createEventRow({ date: minutesAgo(-90), duration: 30 });
		expect(await completeEndedEvents(now)).toBe(2);
		expect(await Promise.all([endsNow, ended, endsInAMoment, running, upcoming].map(statusOf))).toEqual([
			'completed',
			'completed',
			'active',
			'active',
			'active',
		]);
		expect(await completeEndedEvents(new Date(now.getTime() + 1))).toBe(1);
	});

	test('changes no cancelled or completed event, and no field besides status and updatedAt', async () => {
		const cancelled = await createEventRow({ date: minutesAgo(600), status: 'cancelled' });
		const completed = await createEventRow({ date: minutesAgo(600), status: 'completed' });
		const active = await createEventRow({ date: minutesAgo(600), version: 7, groupsVersion: 3 });
		const untouched = await Event.findAll({ where: { id: [cancelled.id, completed.id] }, order: ['id'] });
		expect(await completeEndedEvents(now)).toBe(1);
		const after = await Event.findAll({ where: { id: [cancelled.id, completed.id] }, order: ['id'] });
		expect(after.map((event) => event.toJSON())).toEqual(untouched.map((event) => event.toJSON()));
		const { status, updatedAt, ...rest } = (await active.reload()).toJSON();
		expect({ status, updatedAt }).toEqual({ status: 'completed', updatedAt: now });
		expect(rest).toMatchObject({ version: 7, groupsVersion: 3, date: minutesAgo(600) });
	});

	test('two runs at once complete each event once, and mirror it once', async () => {
		const events = await Promise.all(
			Array.from({ length: 30 }, () => createEventRow({ date: minutesAgo(600) })),
		);
		await Promise.all(events.map((event) => createMirror(event)));
		const counts = await Promise.all(Array.from({ length: 4 }, () => completeEndedEvents(now)));
		expect(counts.reduce((sum, count) => sum + count)).toBe(30);
		expect(await Event.count({ where: { status: 'active' } })).toBe(0);
		const keys = (await listJobs('events.mirror')).map(({ key }) => key);
		expect(keys.sort()).toEqual(events.map(({ id }) => id).sort());
	});

	test('does not wait for a locked event', async () => {
		const locked = await createEventRow({ date: minutesAgo(600) });
		const free = await createEventRow({ date: minutesAgo(600) });
		await inTransaction(async (transaction) => {
			await Event.findByPk(locked.id, { transaction, lock: transaction.LOCK.UPDATE });
			expect(await completeEndedEvents(now)).toBe(1);
		});
		expect([await statusOf(locked), await statusOf(free)]).toEqual(['active', 'completed']);
		expect(await completeEndedEvents(now)).toBe(1);
	});

	test('completes more than one batch in one run', async () => {
		await Event.bulkCreate(
			Array.from({ length: 1_001 }, (_, index) => ({
				title: `Night ${index}`,
				date: minutesAgo(600 + index),
			})),
		);
		expect(await completeEndedEvents(now)).toBe(1_001);
	});

	test('a job that cannot be written leaves the event active', async () => {
		const event = await createEventRow({ date: minutesAgo(600) });
		await createMirror(event, { state: 'synced', error: null });
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
	test('are pending again, each with its own job', async () => {
		const event = await createEventRow({ date: minutesAgo(600) });
		await createMirror(event);
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
		['not created because of an error', { state: 'failed', discordEventId: null }, true],
		['deleted on Discord', { state: 'deleted' }, false],
		['not wanted', { wanted: 'absent', state: 'synced' }, false],
	] as const)('one that is %s: %j', async (_, changes, isRenewed) => {
		const event = await createEventRow();
		const mirror = await createMirror(event, changes);
		const unchanged = mirror.toJSON();
		const renewed = await inTransaction((transaction) => renewMirrors([event.id], transaction, now));
		expect(renewed).toEqual(isRenewed ? [event.id] : []);
		expect(await listJobs('events.mirror')).toHaveLength(isRenewed ? 1 : 0);
		if (!isRenewed) expect((await mirror.reload()).toJSON()).toEqual(unchanged);
	});

	test('an event without one has no job', async () => {
		await createEventRow({ date: minutesAgo(600) });
		expect(await completeEndedEvents(now)).toBe(1);
		expect(await listJobs('events.mirror')).toEqual([]);
	});
});
