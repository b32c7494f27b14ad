import { beforeEach, describe, expect, test } from 'vitest';
import { AuditEntry, type Event, Signup, type User } from '~/database/models/index.ts';
import { execute, rows } from '~/database/sql.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { undoChange } from '~/server/operations/admin/index.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { addSignup, putSignup } from '~/server/operations/signups/index.ts';
import { clearTables, useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { getOperationOutcome } from '~/tests/support/operation-outcome.ts';

useTestEnvironment();
useDatabase();

const now = new Date('2026-10-15T12:00:00Z');
let creator: User;
let player: User;
let event: Event;
beforeEach(async () => {
	await clearTables('events', 'users', 'audit_entries', 'undos');
	creator = await createUserRow({ role: 'creator' });
	player = await createUserRow({ preferredUsername: 'Juniper', firstSignedInAt: new Date(0) });
	event = await createEventRow({ date: new Date('2026-10-20T00:30:00Z'), capacity: 1 });
});

const as = ({ id, role }: Pick<User, 'id' | 'role'>) => ({ actor: { id, role }, now });
const add = (body: object, eventId = event.id, actor: User = creator) =>
	perform(addSignup, as(actor), { params: { eventId }, read: () => ({ user_id: player.id, ...body }) });
const listMessages = () =>
	rows<{ kind: string; user: string }>('SELECT kind, user_id::text AS user FROM direct_messages', {});

test('signs a user up like themselves, once however often it is sent, and tells them', async () => {
	const [one, two] = await Promise.all([1, 2].map(() => add({ status: 'confirmed', notes: ' By phone ' })));
	expect([one?.created, two?.created].sort()).toEqual([false, true]);
	expect(one?.signup).toMatchObject({
		user_id: player.id,
		status: 'confirmed',
		notes: 'By phone',
		signup_source: 'webapp',
		place: 'placed',
	});
	expect(await Signup.findAll()).toHaveLength(1);
	expect(await Signup.findOne()).toMatchObject({ userSavedAt: now, linkedAt: now });
	expect(await AuditEntry.findAll()).toMatchObject([
		{
			action: 'signups.add',
			actorId: creator.id,
			detail: { userId: player.id, from: null, to: 'confirmed' },
		},
	]);
	expect(JSON.stringify(await AuditEntry.findAll())).not.toContain('phone');
	expect(await listMessages()).toEqual([{ kind: 'signed_up', user: player.id }]);
});

test('puts the user at the end of the line, behind those who signed up before', async () => {
	for (const user of [await createUserRow(), await createUserRow()])
		await perform(putSignup, as(user), {
			params: { eventId: event.id },
			read: () => ({ status: 'confirmed' }),
		});
	const { signup, before } = await add({ status: 'late' });
	expect([signup.place, signup.waitlist_position, before]).toEqual(['waiting', 2, null]);
});

test('does not link a signup of a user who has never signed in', async () => {
	await execute('UPDATE users SET first_signed_in_at = NULL');
	await add({ status: 'confirmed' });
	expect(await Signup.findOne()).toMatchObject({ linkedAt: null });
});

describe('a signup that exists', () => {
	beforeEach(async () => {
		await createSignupRow({ eventId: event.id, userId: player.id, status: 'tentative', notes: 'Mine' });
		await execute(`UPDATE signups SET user_saved_at = '2026-10-01', standby = true, awaits_reply = true`);
	});

	test('is changed, keeps its notes and what the user saved, and nobody is told', async () => {
		const { created, before } = await add({ status: 'confirmed' });
		expect([created, before?.kind]).toEqual([false, 'standby']);
		expect(await Signup.findOne()).toMatchObject({
			status: 'confirmed',
			notes: 'Mine',
			standby: false,
			awaitsReply: false,
			userSavedAt: new Date('2026-10-01'),
		});
		expect(await listMessages()).toEqual([]);
	});

	test('stays as it is when nothing differs', async () => {
		const before = (await Signup.findOne())?.toJSON();
		await add({ status: 'tentative', notes: 'Mine' });
		await add({ status: 'tentative' });
		expect((await Signup.findOne())?.toJSON()).toEqual(before);
		expect(await AuditEntry.count()).toBe(0);
	});

	test('is not changed once the event is over', async () => {
		await event.update({ status: 'completed' });
		expect(await getOperationOutcome(add({ status: 'confirmed' }))).toBe('conflict');
		expect(await Signup.findOne()).toMatchObject({ status: 'tentative' });
	});

	test('has its former status and notes after an undo', async () => {
		await add({ status: 'declined', notes: 'Theirs' });
		await undo();
		expect(await Signup.findOne()).toMatchObject({ status: 'tentative', notes: 'Mine', standby: true });
	});
});

const undo = async () => {
	const entry = await AuditEntry.findOne({ where: { action: 'signups.add' }, rejectOnEmpty: true });
	await perform(undoChange, as(creator), { params: { entryId: String(entry.id) } });
};

test('an undo removes a new signup, and its place goes to the next', async () => {
	await add({ status: 'confirmed' });
	const waiting = await createUserRow();
	await perform(putSignup, as(waiting), {
		params: { eventId: event.id },
		read: () => ({ status: 'confirmed' }),
	});
	await undo();
	expect(await Signup.findAll()).toMatchObject([{ userId: waiting.id, place: 'placed' }]);
});

describe('is refused', () => {
	test.each<[string, string, () => Promise<unknown>]>([
		['an unknown user', 'invalid', () => add({ status: 'late', user_id: '999999' })],
		['what is no id', 'invalid', () => add({ status: 'late', user_id: '1; DROP' })],
		['no user', 'invalid', () => add({ status: 'late', user_id: undefined })],
		['an empty choice', 'invalid', () => add({ status: 'late', user_id: '' })],
		['an unknown status', 'invalid', () => add({ status: 'perhaps' })],
		['notes that are too long', 'invalid', () => add({ status: 'late', notes: 'x'.repeat(501) })],
		['an unknown event', 'missing', () => add({ status: 'late' }, '999999')],
		['a player', 'denied', () => add({ status: 'late' }, event.id, player)],
		[
			'a user who has left',
			'invalid',
			async () => {
				await execute('UPDATE users SET membership_lost_at = :now WHERE id = :id', { now, id: player.id });
				return add({ status: 'late' });
			},
		],
		[
			'an event that is over',
			'conflict',
			async () => {
				await event.update({ status: 'completed' });
				return add({ status: 'late' });
			},
		],
	])('%s', async (_, kind, send) => {
		expect(await getOperationOutcome(send())).toBe(kind);
		expect(await Promise.all([Signup.count(), AuditEntry.count(), rowsOf('undos').count()])).toEqual([
			0, 0, 0,
		]);
	});
});
