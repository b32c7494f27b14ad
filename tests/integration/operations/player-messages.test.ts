import { beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '~/database/connection.ts';
import type { Signup } from '~/database/models/index.ts';
import { AuditEntry, Event, type User } from '~/database/models/index.ts';
import { execute } from '~/database/sql.ts';
import { MESSAGE_TEXTS } from '~/domain/events/player-messages.ts';
import { HOUR_MS } from '~/domain/limits.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import {
	countRecipients,
	deleteFinishedMessages,
	readMessageForm,
	sendMessage,
	sendStoredMessage,
	storeMessage,
} from '~/server/operations/direct-messages/index.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { eraseUser } from '~/server/operations/users/erase-user.ts';
import { clearTables, useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { countLockWaits } from '~/tests/support/lock-waits.ts';

useTestEnvironment();
useDatabase();

const now = new Date('2026-10-15T12:00:00.000Z');
const hoursFromNow = (hours: number) => new Date(now.getTime() + hours * HOUR_MS);

let creator: User;
let event: Event;
beforeEach(async () => {
	await clearTables('events', 'users', 'audit_entries', 'idempotency_keys');
	creator = await createUserRow({ role: 'creator' });
	event = await createEventRow({ date: hoursFromNow(48) });
});

type Changes = Partial<User['_creationAttributes']>;
async function createGuest(signup: Partial<Signup['_creationAttributes']> = {}, changes: Changes = {}) {
	const user = await createUserRow(changes);
	await createSignupRow({ eventId: event.id, userId: user.id, ...signup });
	return user;
}
/** Saves a group of these players. */
async function saveGroup(clientId: string, storyteller: User | null, players: readonly User[] = []) {
	const { id: groupId } = await rowsOf('groups').insert({
		eventId: event.id,
		clientId,
		name: `Group ${clientId}`,
		storytellerId: storyteller?.id ?? null,
	});
	for (const [position, { id: userId }] of players.entries())
		await rowsOf('group_players').insert({ eventId: event.id, groupId, userId, position });
	return groupId;
}
const addThread = () =>
	rowsOf('announcements').insert({
		eventId: event.id,
		kind: 'event',
		channelId: '100000000000000001',
		messageId: '100000000000000002',
		threadId: '100000000000000002',
	});

const as = (user: User, at = now) => ({ actor: { id: user.id, role: user.role }, now: at });
const MESSAGE = { to: 'players', text: 'Please bring a chair.', way: 'direct' };
type Sent = { to?: unknown; text?: string; way?: string; idempotencyKey?: string };
const send = (changes: Sent = {}, user = creator, at = now) =>
	perform(sendMessage, as(user, at), {
		params: { eventId: event.id },
		read: () => ({ ...MESSAGE, ...changes }),
	});
const count = async (to: string, user = creator) =>
	(await perform(countRecipients, as(user), { params: { eventId: event.id }, read: () => ({ to }) }))
		.recipients;
const readForm = (user = creator, at = now) =>
	perform(readMessageForm, as(user, at), { params: { eventId: event.id } });
const store = (changes: Sent = {}, user = creator, at = now) =>
	perform(storeMessage, as(user, at), {
		params: { eventId: event.id },
		read: () => ({ ...MESSAGE, ...changes }),
	});
const confirm = (messageId: string | null, user = creator, at = now) =>
	perform(sendStoredMessage, as(user, at), { params: { messageId: messageId ?? '' } });
const listPlanned = async () =>
	(await rowsOf('direct_messages').list({ eventId: event.id })).map(({ userId }) => userId);
const countRows = async () =>
	Promise.all([
		rowsOf('player_messages').count(),
		rowsOf('direct_messages').count(),
		AuditEntry.count({ where: { action: 'messages.send' } }),
	]);

describe('who gets it', () => {
	test('players are those who come and run nothing, without those who get no messages, and without the author', async () => {
		const players = [await createGuest(), await createGuest({ status: 'late' })];
		for (const status of ['tentative', 'declined'] as const) await createGuest({ status });
		const leader = await createGuest();
		await rowsOf('event_storytellers').insert({ eventId: event.id, userId: leader.id, position: 0 });
		await createGuest({}, { notifications: false });
		await createGuest({}, { discordId: null });
		await createGuest({}, { membershipLostAt: now, leftAt: now });
		await createGuest({}, { isTestData: true });
		await createSignupRow({ eventId: event.id, userId: creator.id });
		await createUserRow();
		expect(await count('players')).toBe(2);
		expect(await send()).toEqual({ recipients: 2 });
		expect(await listPlanned()).toEqual(players.map(({ id }) => id));
		const [planned] = await rowsOf('direct_messages').list();
		const [message] = await rowsOf('player_messages').list();
		expect(planned).toMatchObject({
			kind: 'message',
			state: 'pending',
			way: 'direct',
			messageId: message?.id,
			eventDate: event.date,
			dueAt: now,
		});
		expect(message).toMatchObject({
			userId: creator.id,
			audience: 'players',
			text: MESSAGE.text,
			way: 'direct',
			sentAt: now,
		});
		expect(await AuditEntry.findAll()).toMatchObject([
			{
				action: 'messages.send',
				actorId: creator.id,
				subjectType: 'event',
				subjectId: event.id,
				detail: { to: 'players', way: 'direct', recipients: 2 },
			},
		]);
	});

	test('where places are limited, players have one, and the others wait', async () => {
		await event.update({ capacity: 2 });
		const placed = await createGuest({ place: 'placed', askedAt: now });
		const asked = { askedAt: now };
		const waiting = await createGuest({ place: 'waiting', ...asked });
		const offered = await createGuest({ place: 'offered', ...asked, status: 'late' });
		// A standby who is called is on no waitlist.
		await createGuest({ place: 'offered', ...asked, status: 'tentative', standby: true });
		expect([await count('players'), await count('waiting')]).toEqual([1, 2]);
		await send();
		expect(await listPlanned()).toEqual([placed.id]);
		await send({ to: 'waiting' });
		expect((await listPlanned()).slice(1)).toEqual([waiting.id, offered.id]);
	});

	test('the players of a saved group are those whose seat counts', async () => {
		const seated = await createGuest();
		const declined = await createGuest({ status: 'declined' });
		const other = await createGuest();
		const [own, foreign] = [await createUserRow({ role: 'storyteller' }), await createUserRow()];
		await saveGroup('a', own, [seated, declined]);
		await saveGroup('b', foreign, [other]);
		const { audiences } = await readForm();
		expect(audiences).toEqual([
			{ to: 'players', name: null, recipients: 2 },
			{ to: 'waiting', name: null, recipients: 0 },
			{ to: 'group:a', name: 'Group a', recipients: 1 },
			{ to: 'group:b', name: 'Group b', recipients: 1 },
		]);
		expect(await send({ to: { group: 'a' } })).toEqual({ recipients: 1 });
		expect(await listPlanned()).toEqual([seated.id]);
	});

	test('with no one, nothing is saved', async () => {
		expect(await send()).toEqual({ recipients: 0 });
		expect(await store()).toMatchObject({ recipients: 0, id: null });
		expect(await countRows()).toEqual([0, 0, 0]);
	});
});

describe('who may send it', () => {
	test('storytellers write to the group that they lead, also as co-storyteller, and to no one else', async () => {
		const [own, co] = [
			await createUserRow({ role: 'storyteller' }),
			await createUserRow({ role: 'storyteller' }),
		];
		const groupId = await saveGroup('a', own, [await createGuest()]);
		await saveGroup('b', null, [await createGuest()]);
		await rowsOf('group_co_storytellers').insert({ eventId: event.id, groupId, userId: co.id });
		for (const leader of [own, co]) {
			expect((await readForm(leader)).audiences.map(({ to }) => to)).toEqual(['group:a']);
			expect(await count('group:a', leader)).toBe(1);
			expect(await send({ to: { group: 'a' } }, leader)).toEqual({ recipients: 1 });
			for (const to of ['players', 'waiting', { group: 'b' }]) {
				await expect(send({ to }, leader)).rejects.toMatchObject({ kind: 'denied' });
				await expect(store({ to }, leader)).rejects.toMatchObject({ kind: 'denied' });
			}
			for (const to of ['players', 'waiting', 'group:b'])
				await expect(count(to, leader)).rejects.toMatchObject({ kind: 'denied' });
		}
		expect(await countRows()).toEqual([2, 2, 2]);
	});

	test('players, and leaders of a group without the role any more, write to no one', async () => {
		const former = await createUserRow();
		await saveGroup('a', former, [await createGuest()]);
		const without = await createUserRow({ role: 'storyteller' });
		await expect(readForm(without)).rejects.toMatchObject({ kind: 'denied' });
		for (const user of [former, await createGuest(), without]) {
			await expect(send({ to: { group: 'a' } }, user)).rejects.toMatchObject({ kind: 'denied' });
			await expect(count('group:a', user)).rejects.toMatchObject({ kind: 'denied' });
		}
		expect(await countRows()).toEqual([0, 0, 0]);
	});
});

describe('when none can be sent', () => {
	test.each([
		['a cancelled event', { status: 'cancelled' }, MESSAGE_TEXTS.cancelled],
		['a completed event', { status: 'completed' }, MESSAGE_TEXTS.over],
		['an event that ends now', { date: hoursFromNow(-3) }, MESSAGE_TEXTS.over],
		['a test event', { isTestData: true }, MESSAGE_TEXTS.test],
	] as const)('%s', async (_, changes, message) => {
		await createGuest();
		const { id } = await store();
		await event.update(changes);
		expect((await readForm()).problem).toBe(message);
		expect(await count('players')).toBe(0);
		for (const sent of [() => send(), () => store(), () => confirm(id)])
			await expect(sent()).rejects.toMatchObject({ kind: 'conflict', message });
		expect(await countRows()).toEqual([1, 0, 0]);
	});

	test('an event or a group that does not exist', async () => {
		await createGuest();
		for (const sent of [() => send({ to: { group: 'a' } }), () => count('group:a')])
			await expect(sent()).rejects.toMatchObject({
				kind: 'invalid',
				fields: { to: [MESSAGE_TEXTS.noGroup] },
			});
		const { id } = await store();
		await event.destroy();
		for (const sent of [() => send(), () => count('players'), () => readForm(), () => store()])
			await expect(sent()).rejects.toMatchObject({ message: 'Event not found' });
		await expect(confirm(id)).rejects.toMatchObject({ message: MESSAGE_TEXTS.gone });
	});

	test('in a thread that the event does not have', async () => {
		await createGuest();
		await expect(send({ way: 'thread' })).rejects.toMatchObject({
			kind: 'conflict',
			message: MESSAGE_TEXTS.noThread,
		});
		expect([(await readForm()).hasThread, ...(await countRows())]).toEqual([false, 0, 0, 0]);
		await addThread();
		expect((await readForm()).hasThread).toBe(true);
		expect(await send({ way: 'thread' })).toEqual({ recipients: 1 });
		expect(await rowsOf('direct_messages').list()).toMatchObject([{ way: 'thread', postId: null }]);
		await rowsOf('announcements').update({ threadId: null });
		await expect(send({ way: 'thread' })).rejects.toMatchObject({ message: MESSAGE_TEXTS.noThread });
	});

	test('the fourth of a day, whoever sends it; a day after the first it can be sent', async () => {
		const guest = await createGuest();
		const storyteller = await createUserRow({ role: 'storyteller' });
		await saveGroup('a', storyteller, [guest]);
		for (const hours of [0, 1]) await send({}, creator, hoursFromNow(hours));
		await send({ to: { group: 'a' } }, storyteller, hoursFromNow(2));
		const available_at = hoursFromNow(24).toISOString();
		const late = new Date(hoursFromNow(24).getTime() - 1);
		for (const sent of [() => send({}, creator, late), () => store({}, creator, late)]) {
			await expect(sent()).rejects.toMatchObject({
				kind: 'conflict',
				message: MESSAGE_TEXTS.tooMany,
				extra: { available_at },
			});
		}
		expect((await readForm(creator, late)).availableAt).toBe(available_at);
		expect(await countRows()).toEqual([3, 3, 3]);
		const day = hoursFromNow(24);
		expect((await readForm(creator, day)).availableAt).toBeNull();
		expect(await send({}, creator, day)).toEqual({ recipients: 1 });
		await expect(send({}, creator, day)).rejects.toMatchObject({
			extra: { available_at: hoursFromNow(25).toISOString() },
		});
		// Another event has its own three.
		event = await createEventRow({ date: hoursFromNow(72) });
		await createGuest();
		expect(await send({}, creator, day)).toEqual({ recipients: 1 });
	});

	test('two of five that are sent at once', async () => {
		await createGuest();
		const { running } = await inTransaction(async (transaction) => {
			await event.reload({ transaction, lock: transaction.LOCK.UPDATE });
			const sends = Promise.allSettled([1, 2, 3, 4, 5].map(() => send()));
			await expect.poll(countLockWaits).toBe(5);
			return { running: sends };
		});
		expect((await running).filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
		expect(await countRows()).toEqual([3, 3, 3]);
	});
});

describe('once', () => {
	test('a repeat with its key, also at once, returns the same; with another text it is refused', async () => {
		await createGuest();
		const repeat = (text?: string) => send({ idempotencyKey: 'k', ...(text ? { text } : {}) });
		expect(await Promise.all([repeat(), repeat()])).toEqual([{ recipients: 1 }, { recipients: 1 }]);
		await expect(repeat('Another text')).rejects.toMatchObject({ kind: 'conflict' });
		expect(await countRows()).toEqual([1, 1, 1]);
	});

	test('a stored message is sent by its first confirmation, and only by its author within a day', async () => {
		const guest = await createGuest();
		const stored = await store();
		expect(stored).toMatchObject({ recipients: 1, way: 'direct' });
		expect(await countRows()).toEqual([1, 0, 0]);
		const admin = await createUserRow({ role: 'admin' });
		for (const sent of [
			() => confirm(stored.id, admin),
			() => confirm(stored.id, creator, hoursFromNow(24)),
			() => confirm('x'),
		])
			await expect(sent()).rejects.toMatchObject({ kind: 'missing', message: MESSAGE_TEXTS.gone });
		// Who signs up meanwhile gets it too.
		const later = await createGuest();
		const sent = await Promise.all([confirm(stored.id), confirm(stored.id), confirm(stored.id)]);
		expect(sent).toEqual([{ recipients: 2 }, { recipients: 2 }, { recipients: 2 }]);
		expect(await listPlanned()).toEqual([guest.id, later.id]);
		expect(await countRows()).toEqual([1, 2, 1]);
	});

	test('what waits for a confirmation does not count for the day; confirmed, it does', async () => {
		await createGuest();
		const stored = [await store(), await store(), await store(), await store()];
		const [first, second, third, fourth] = stored.map(({ id }) => id);
		for (const id of [first, second, third]) expect(await confirm(id ?? null)).toEqual({ recipients: 1 });
		await expect(confirm(fourth ?? null)).rejects.toMatchObject({ message: MESSAGE_TEXTS.tooMany });
		expect(await confirm(third ?? null)).toEqual({ recipients: 1 });
	});

	test('an author who has lost the role since sends nothing', async () => {
		await createGuest();
		const { id } = await store();
		await creator.update({ role: 'player' });
		await expect(confirm(id)).rejects.toMatchObject({ kind: 'denied' });
		await creator.update({ role: 'storyteller' });
		await expect(confirm(id)).rejects.toMatchObject({ kind: 'denied' });
		expect(await countRows()).toEqual([1, 0, 0]);
	});
});

describe('afterwards', () => {
	test('an erased author leaves no text; the limit of the day stays', async () => {
		await createGuest();
		const other = await createUserRow({ role: 'creator' });
		await send();
		await store();
		await inTransaction((transaction) => eraseUser(creator.id, transaction, now));
		expect(await rowsOf('player_messages').list()).toMatchObject([
			{ text: null, userId: null, sentAt: now },
			{ text: null, userId: null, sentAt: null },
		]);
		for (let n = 0; n < 2; n += 1) await send({}, other);
		await expect(send({}, other)).rejects.toMatchObject({ message: MESSAGE_TEXTS.tooMany });
	});

	test('a week after the event its messages are deleted, and a day later those that were never sent', async () => {
		await createGuest();
		await send();
		await store();
		await store({}, creator, hoursFromNow(24));
		expect(await rowsOf('player_messages').list()).toMatchObject([
			{ sentAt: now },
			{ createdAt: hoursFromNow(24) },
		]);
		await execute(`UPDATE direct_messages SET state = 'sent'`);
		await deleteFinishedMessages(hoursFromNow(48 + 7 * 24));
		expect(await countRows()).toEqual([2, 1, 1]);
		await deleteFinishedMessages(new Date(hoursFromNow(48 + 7 * 24).getTime() + 1));
		expect(await countRows()).toEqual([0, 0, 1]);
		expect(await Event.count()).toBe(1);
	});
});
