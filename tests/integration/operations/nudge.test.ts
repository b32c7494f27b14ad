import { beforeEach, expect, test } from 'vitest';
import { inTransaction } from '~/database/connection.ts';
import { AuditEntry, Event, type User } from '~/database/models/index.ts';
import { HOUR_MS } from '~/domain/limits.ts';
import type { SignupStatus } from '~/domain/signups/statuses.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { nudgeUsers, readNudge } from '~/server/operations/direct-messages/index.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { countLockWaits } from '~/tests/support/lock-waits.ts';

useTestEnvironment();
useDatabase();

const now = new Date('2026-10-15T12:00:00.000Z');
const hoursFromNow = (hours: number) => new Date(now.getTime() + hours * HOUR_MS);
const REFUSED_TODAY = 'Members were already asked about this event within the last 24 hours.';

let creator: User;
let event: Event;
let earlier: Event;
beforeEach(async () => {
	await Event.destroy({ where: {} });
	await AuditEntry.destroy({ where: {} });
	creator = await createUserRow({ role: 'creator' });
	event = await createEventRow({ date: hoursFromNow(48) });
	earlier = await createEventRow({ date: hoursFromNow(-48), status: 'completed' });
});

const context = (at: Date) => ({ actor: { id: creator.id, role: creator.role }, now: at });
const nudge = (at = now, idempotencyKey?: string) =>
	perform(nudgeUsers, context(at), { params: { eventId: event.id }, read: () => ({ idempotencyKey }) });
const read = async (at = now) => {
	const { recipients, available_at } = await perform(readNudge, context(at), {
		params: { eventId: event.id },
	});
	return { recipients, available_at };
};
/** Creates a user with a signup for the earlier event. */
const createGuest = async (
	changes: Partial<User['_creationAttributes']> = {},
	status: SignupStatus = 'confirmed',
	eventId = earlier.id,
) => {
	const user = await createUserRow(changes);
	await createSignupRow({ eventId, userId: user.id, status });
	return user;
};

test('asks those who signed up before and have no signup here, once a day', async () => {
	const asked = [await createGuest(), await createGuest({}, 'declined')];
	for (const status of ['confirmed', 'declined'] as const) {
		await createSignupRow({ eventId: event.id, userId: (await createGuest()).id, status });
	}
	await rowsOf('event_storytellers').insert({
		eventId: event.id,
		userId: (await createGuest()).id,
		position: 0,
	});
	await createGuest({ notifications: false });
	await createGuest({ discordId: null });
	await createGuest({ membershipLostAt: now });
	await createGuest({ isTestData: true });
	await createUserRow();
	expect(await read()).toEqual({ recipients: 2, available_at: null });
	expect(await nudge()).toEqual({ recipients: 2 });
	const messages = await rowsOf('direct_messages').list({ eventId: event.id });
	expect(messages.map(({ userId, kind, state }) => ({ userId, kind, state }))).toEqual(
		asked.map(({ id }) => ({ userId: id, kind: 'nudge', state: 'pending' })),
	);
	expect(messages[0]).toMatchObject({ eventDate: event.date, dueAt: now, createdAt: now, minutes: null });
	expect(await AuditEntry.findAll()).toMatchObject([
		{ action: 'events.nudge', actorId: creator.id, subjectId: event.id, detail: { recipients: 2 } },
	]);
	expect(await rowsOf('event_notices').find({ eventId: event.id })).toMatchObject({
		isDirty: false,
		toldDate: event.date,
	});
	const available_at = hoursFromNow(24).toISOString();
	expect(await read()).toEqual({ recipients: 2, available_at });
	await expect(nudge(hoursFromNow(23.9))).rejects.toMatchObject({ kind: 'conflict', message: REFUSED_TODAY });
	expect(await rowsOf('direct_messages').count()).toBe(2);
	expect(await read(hoursFromNow(24))).toEqual({ recipients: 2, available_at: null });
	expect(await nudge(hoursFromNow(24))).toEqual({ recipients: 2 });
});

test('counts the last ten events that were not cancelled', async () => {
	for (let n = 0; n < 9; n += 1) await createEventRow({ date: hoursFromNow(-n) });
	await createGuest();
	const tooLongAgo = await createEventRow({ date: hoursFromNow(-49) });
	await createGuest({}, 'confirmed', tooLongAgo.id);
	const upcoming = await createEventRow({ date: hoursFromNow(1) });
	await createGuest({}, 'confirmed', upcoming.id);
	const cancelled = await createEventRow({ date: hoursFromNow(-1), status: 'cancelled' });
	for (let n = 0; n < 2; n += 1) await createGuest({}, 'confirmed', cancelled.id);
	// The first of the nine starts at this moment.
	expect(await read()).toEqual({ recipients: 2, available_at: null });
	expect(await read(new Date(now.getTime() + 1))).toEqual({ recipients: 1, available_at: null });
});

test('two requests at once ask once; a repeat with its key returns the same', async () => {
	await createGuest();
	const results = await Promise.allSettled([nudge(), nudge(), nudge()]);
	expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
	expect(await rowsOf('direct_messages').count()).toBe(1);
	const tomorrow = hoursFromNow(24);
	expect(await Promise.all([nudge(tomorrow, 'k'), nudge(tomorrow, 'k')])).toEqual([
		{ recipients: 1 },
		{ recipients: 1 },
	]);
	expect(await rowsOf('direct_messages').count()).toBe(2);
});

test('leaves out a user whose account is deleted at the same moment', async () => {
	const [guest, leaver] = [await createGuest(), await createGuest()];
	const nudged = await inTransaction(async (transaction) => {
		await leaver.destroy({ transaction });
		const running = nudge();
		await expect.poll(countLockWaits).toBe(1);
		return { running };
	});
	expect(await nudged.running).toEqual({ recipients: 1 });
	expect(await rowsOf('direct_messages').list()).toMatchObject([{ userId: guest.id }]);
});

test('with no one to ask, nothing is saved', async () => {
	expect(await nudge()).toEqual({ recipients: 0 });
	expect([await rowsOf('event_notices').count(), await AuditEntry.count()]).toEqual([0, 0]);
	await createGuest();
	expect(await nudge()).toEqual({ recipients: 1 });
});

test.each([
	['a cancelled event', { status: 'cancelled' }],
	['an event that starts now', { date: now }],
	['a test event', { isTestData: true }],
] as const)('%s: no one can be asked', async (_, changes) => {
	await createGuest();
	await event.update(changes);
	expect(await read()).toEqual({ recipients: 0, available_at: null });
	await expect(nudge()).rejects.toMatchObject({ kind: 'conflict' });
	expect(await rowsOf('direct_messages').count()).toBe(0);
});

test('a member is asked about one event a day, also when two events ask at once', async () => {
	await createGuest();
	const others = [
		await createEventRow({ date: hoursFromNow(49) }),
		await createEventRow({ date: hoursFromNow(50) }),
	];
	const ask = ({ id }: Event, at = now) =>
		perform(nudgeUsers, context(at), { params: { eventId: id }, read: () => ({}) });
	const asked = await Promise.all([event, ...others].map((one) => ask(one)));
	expect(asked.map(({ recipients }) => recipients).sort()).toEqual([0, 0, 1]);
	expect(await rowsOf('direct_messages').count({ kind: 'nudge' })).toBe(1);
	const [next] = others;
	if (next) expect(await ask(next, hoursFromNow(24))).toEqual({ recipients: 1 });
});
