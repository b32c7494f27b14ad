import { beforeEach, describe, expect, test, vi } from 'vitest';
import { inTransaction } from '~/database/connection.ts';
import { DiscordMirror, Event, Signup, User } from '~/database/models/index.ts';
import { execute } from '~/database/sql.ts';
import type { SignupStatus } from '~/domain/signups/statuses.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { log } from '~/server/log.ts';
import { saveOwnNotes, signUpByButton, signUpByCommand } from '~/server/operations/botc/index.ts';
import { planNotices } from '~/server/operations/direct-messages/index.ts';
import { cancelEvent, reinstateEvent, updateEvent } from '~/server/operations/events/index.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { applyDiscordStatus } from '~/server/operations/mirror/index.ts';
import { amendSignup, putSignup, updateSignup, updateSignups } from '~/server/operations/signups/index.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { countLockWaits } from '~/tests/support/lock-waits.ts';
import { makeRemoteStatus } from '~/tests/support/remote-status.ts';

useTestEnvironment();
useDatabase();

/** The database counts microseconds, so a millisecond more. */
const WAIT_MS = 30_001;
const MINUTE_MS = 60_000;
/** The time at which an event that was changed just now is looked at. */
const later = () => new Date(Date.now() + WAIT_MS);
const as = (user: User) => ({ actor: { id: user.id, role: user.role }, now: new Date() });

let admin: User;
let event: Event;
let start: number;
beforeEach(async () => {
	await Event.destroy({ where: {} });
	admin = await createUserRow({ role: 'admin' });
	event = await createEventRow();
	start = event.date.getTime();
});

const signUp = async (
	status: SignupStatus = 'confirmed',
	changes: Partial<User['_creationAttributes']> = {},
) => {
	const user = await createUserRow(changes);
	await createSignupRow({ eventId: event.id, userId: user.id, status });
	return user;
};
/** Moves the event to `minutes` after its first start. */
const move = (minutes: number) =>
	perform(updateEvent, as(admin), {
		params: { eventId: event.id },
		read: () => ({ title: event.title, date: new Date(start + minutes * MINUTE_MS).toISOString() }),
	});
const cancel = () => perform(cancelEvent, as(admin), { params: { eventId: event.id } });
const reinstate = () => perform(reinstateEvent, as(admin), { params: { eventId: event.id } });
const markAsSent = () => rowsOf('direct_messages').update({ state: 'sent' }, { state: 'pending' });
const listMessages = async (state = 'pending') =>
	(await rowsOf('direct_messages').list({ state })).map(({ userId, kind }) => ({
		userId,
		kind,
	}));
const findPreviousDates = async () =>
	(await rowsOf('direct_messages').list({ state: 'pending' })).map(({ previousDate }) => previousDate);
const listKinds = async () => (await listMessages()).map(({ kind }) => kind);
const listAwaiting = async () =>
	(await Signup.findAll({ where: { awaitsReply: true } })).map(({ userId }) => userId);

describe('a moved event', () => {
	test('sends one message to each user who may come and gets messages; all who may come are asked to confirm', async () => {
		const told = [await signUp('confirmed'), await signUp('late'), await signUp('tentative')];
		const declined = await signUp('declined');
		const unreached = [
			await signUp('confirmed', { notifications: false }),
			await signUp('confirmed', { discordId: null }),
			await signUp('confirmed', { membershipLostAt: new Date() }),
			await signUp('confirmed', { isTestData: true }),
		];
		await move(16);
		const now = later();
		expect(await planNotices(new Date(now.getTime() - 1_000))).toBe(0);
		expect(await planNotices(now)).toBe(3);
		expect(await listMessages()).toEqual(told.map(({ id }) => ({ userId: id, kind: 'moved' })));
		expect(await rowsOf('direct_messages').find()).toMatchObject({
			eventId: event.id,
			eventDate: new Date(start + 16 * MINUTE_MS),
			minutes: null,
			previousDate: new Date(start),
			dueAt: now,
			createdAt: now,
			sentAt: null,
		});
		expect((await listAwaiting()).sort()).toEqual([...told, ...unreached].map(({ id }) => id).sort());
		expect(await listAwaiting()).not.toContain(declined.id);
		expect(await planNotices(later())).toBe(0);
	});

	test('that is moved back within 30 seconds tells no one', async () => {
		await signUp();
		await move(120);
		expect(await planNotices(new Date())).toBe(0);
		await move(0);
		expect(await planNotices(later())).toBe(0);
		expect([await listKinds(), await listAwaiting()]).toEqual([[], []]);
		expect(await rowsOf('event_notices').find({ eventId: event.id })).toMatchObject({
			isDirty: false,
			toldDate: event.date,
		});
	});

	test('in small steps is reported once the total exceeds 15 minutes', async () => {
		await signUp();
		await move(10);
		expect(await planNotices(later())).toBe(0);
		await move(20);
		expect(await planNotices(later())).toBe(1);
		await move(30);
		expect(await planNotices(later())).toBe(0);
	});

	test('again replaces the messages that are not sent yet', async () => {
		const user = await signUp();
		await move(60);
		await planNotices(later());
		await move(120);
		await planNotices(later());
		expect(await listMessages('dropped')).toEqual([{ userId: user.id, kind: 'moved' }]);
		expect(await listMessages()).toEqual([{ userId: user.id, kind: 'moved' }]);
		// The user still knows the first start, and has not heard of the cancellation.
		expect(await findPreviousDates()).toEqual([new Date(start)]);
		await cancel();
		expect(await planNotices(later())).toBe(1);
		await reinstate();
		expect(await planNotices(later())).toBe(1);
		expect(await listMessages()).toEqual([{ userId: user.id, kind: 'moved' }]);
		expect(await findPreviousDates()).toEqual([new Date(start)]);
		await move(10);
		expect(await planNotices(later())).toBe(0);
		expect(await listMessages()).toEqual([]);
	});

	test('is not told to users who changed their signup since, and does not ask them again', async () => {
		const asked = await signUp();
		const [user, editor] = [await signUp(), await signUp()];
		const { id: signupId } = await Signup.findOne({ where: { userId: editor.id }, rejectOnEmpty: true });
		await move(60);
		const [soon, read] = [new Date(Date.now() + 1), () => ({ status: 'confirmed' })];
		const params = { eventId: event.id, signupId };
		await perform(putSignup, { ...as(user), now: soon }, { params, read });
		await perform(updateSignup, { ...as(editor), now: soon }, { params, read });
		expect(await planNotices(later())).toBe(1);
		expect(await listMessages()).toEqual([{ userId: asked.id, kind: 'moved' }]);
		expect(await listAwaiting()).toEqual([asked.id]);
		// These users know the new start from saving their signups; the other user was not told of it yet.
		await move(0);
		expect(await planNotices(later())).toBe(2);
		expect(await listMessages()).toEqual([user, editor].map(({ id }) => ({ userId: id, kind: 'moved' })));
		expect(await findPreviousDates()).toEqual(Array(2).fill(new Date(start + 60 * MINUTE_MS)));
	});

	test('is told to users whose signup an admin changed since', async () => {
		const ids: string[] = [];
		for (let n = 0; n < 3; n += 1) {
			const { id: userId } = await signUp();
			ids.push((await Signup.findOne({ where: { userId }, rejectOnEmpty: true })).id);
		}
		const [pencil = '', panel = '', bulk = ''] = ids;
		const read = () => ({ status: 'late' });
		const changeByAdmin = async (now: Date) => {
			const by = { ...as(admin), now };
			await perform(updateSignup, by, { params: { eventId: event.id, signupId: pencil }, read });
			await perform(amendSignup, by, { params: { signupId: panel }, read });
			await perform(updateSignups, by, { read: () => ({ ...read(), signupIds: [bulk] }) });
		};
		await move(60);
		await changeByAdmin(new Date(Date.now() + 1));
		expect(await planNotices(later())).toBe(3);
		expect(await listAwaiting()).toHaveLength(3);
		// They have not heard of the move yet, so moving the event back tells them nothing.
		await changeByAdmin(new Date(later().getTime() + 1));
		await move(0);
		expect(await planNotices(later())).toBe(0);
	});

	test('for tests tells no one, and an event that cannot be planned stops no other', async () => {
		await signUp();
		await event.update({ isTestData: true });
		await move(60);
		expect(await planNotices(later())).toBe(0);
		await event.update({ isTestData: false });
		const other = await createEventRow();
		await createSignupRow({ eventId: other.id });
		await execute(`UPDATE events SET status = 'cancelled', updated_at = now() WHERE id = ${other.id}`);
		const error = vi.spyOn(log(), 'error').mockImplementation(() => undefined);
		await execute(
			`ALTER TABLE direct_messages ADD CONSTRAINT refused_by_test CHECK (event_id <> ${event.id})`,
		);
		try {
			expect(await planNotices(later())).toBe(1);
		} finally {
			await execute('ALTER TABLE direct_messages DROP CONSTRAINT refused_by_test');
		}
		expect(error).toHaveBeenCalledOnce();
		error.mockRestore();
		expect(await planNotices(later())).toBe(1);
	});
});

describe('changes from every source', () => {
	test('reports cancellation and reinstatement, compared with the start that users know', async () => {
		await signUp();
		await cancel();
		await planNotices(later());
		expect(await listKinds()).toEqual(['cancelled']);
		// A cancellation that was not sent yet is undone without a message.
		await reinstate();
		expect(await planNotices(later())).toBe(0);
		expect(await listKinds()).toEqual([]);
		await cancel();
		await planNotices(later());
		await markAsSent();
		await move(60);
		expect(await planNotices(later())).toBe(0);
		await reinstate();
		await planNotices(later());
		expect(await listKinds()).toEqual(['reinstated']);
		expect(await findPreviousDates()).toEqual([new Date(start)]);
		expect(await listAwaiting()).toHaveLength(1);
		await cancel();
		expect(await planNotices(later())).toBe(0);
		expect(await listKinds()).toEqual([]);
	});

	test('reports a cancellation on Discord and changes by bulk statements, but no completion', async () => {
		await signUp();
		await DiscordMirror.create({
			eventId: event.id,
			discordEventId: '123456789012345678',
			state: 'synced',
			discordStatus: 1,
			updatedAt: new Date(),
		});
		const onDiscord = { discordEventId: '123456789012345678', remote: makeRemoteStatus(4, event) };
		expect(await applyDiscordStatus(onDiscord, new Date())).toBe(true);
		await planNotices(later());
		expect(await listKinds()).toEqual(['cancelled']);
		await markAsSent();
		await execute(`UPDATE events SET status = 'active', updated_at = now()`);
		await planNotices(later());
		expect(await listKinds()).toEqual(['reinstated']);
		await execute(`UPDATE events SET status = 'completed', updated_at = now()`);
		expect(await planNotices(later())).toBe(0);
	});
});

describe('at the same time', () => {
	test('several replicas tell each user once', async () => {
		const events = await Promise.all(Array.from({ length: 10 }, () => createEventRow()));
		for (const { id } of events) await createSignupRow({ eventId: id });
		await execute(`UPDATE events SET status = 'cancelled', updated_at = now() - interval '1 minute'`);
		const counts = await Promise.all(Array.from({ length: 4 }, () => planNotices(new Date())));
		expect(counts.reduce((sum, count) => sum + count)).toBe(10);
		expect(await rowsOf('direct_messages').count()).toBe(10);
	});

	test('a change that commits during planning is handled by the next run', async () => {
		const user = await signUp();
		await move(60);
		let planned: Promise<number> | undefined;
		let moved: Promise<unknown> | undefined;
		await inTransaction(async (transaction) => {
			// The new row's foreign key makes the job wait here.
			await User.findByPk(user.id, { transaction, lock: transaction.LOCK.UPDATE });
			planned = planNotices(later());
			await expect.poll(countLockWaits).toBe(1);
			moved = move(0);
			await expect.poll(countLockWaits).toBe(2);
		});
		await Promise.all([planned, moved]);
		expect(await rowsOf('event_notices').find({ eventId: event.id })).toMatchObject({ isDirty: true });
		expect(await planNotices(later())).toBe(0);
		expect(await listMessages()).toEqual([]);
	});
});

describe('a signup that awaits a reply', () => {
	let user: User;
	let signup: Signup;
	beforeEach(async () => {
		user = await signUp('confirmed');
		signup = await Signup.findOne({ where: { userId: user.id }, rejectOnEmpty: true });
		await signup.update({ awaitsReply: true });
	});
	const params = () => ({ eventId: event.id });
	const signupParams = () => ({ eventId: event.id, signupId: signup.id });
	const same = () => ({ status: 'confirmed' });

	test.each<[string, () => Promise<unknown>]>([
		['the page and the API', () => perform(putSignup, as(user), { params: params(), read: same })],
		['the pencil', () => perform(updateSignup, as(user), { params: signupParams(), read: same })],
		['a button', () => perform(signUpByButton, as(user), { params: params(), read: same })],
		[
			'the notes of a button',
			() => perform(saveOwnNotes, as(user), { params: params(), read: () => ({ notes: 'Cake' }) }),
		],
		['/botc', () => perform(signUpByCommand, as(user), { read: () => ({ event: event.id, ...same() }) })],
	])('is confirmed by the same status through %s', async (_, save) => {
		await save();
		expect(await listAwaiting()).toEqual([]);
	});

	test('is confirmed by an admin who updates their own signup with others', async () => {
		await user.update({ role: 'admin' });
		await perform(updateSignups, as(user), { read: () => ({ signupIds: [signup.id], status: 'confirmed' }) });
		expect(await listAwaiting()).toEqual([]);
	});

	test.each<[string, (status: SignupStatus) => Promise<unknown>]>([
		[
			'the pencil',
			(status) => perform(updateSignup, as(admin), { params: signupParams(), read: () => ({ status }) }),
		],
		[
			'the admin panel',
			(status) =>
				perform(amendSignup, as(admin), { params: { signupId: signup.id }, read: () => ({ status }) }),
		],
		[
			'the bulk tool',
			(status) => perform(updateSignups, as(admin), { read: () => ({ signupIds: [signup.id], status }) }),
		],
	])('is not confirmed by another user through %s, unless the status changes', async (_, save) => {
		await save('confirmed');
		expect(await listAwaiting()).toEqual([user.id]);
		await save('late');
		expect(await listAwaiting()).toEqual([]);
	});
});
