import type { Transaction } from 'sequelize';
import { beforeEach, expect, test } from 'vitest';
import { database } from '~/database/connection.ts';
import { AuditEntry, Event, Session, Signup, User } from '~/database/models/index.ts';
import { execute } from '~/database/sql.ts';
import { DAY_MS, MINUTE_MS, SESSIONS_PER_USER } from '~/domain/limits.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { startSession } from '~/server/auth/sessions.ts';
import { undoChange } from '~/server/operations/admin/index.ts';
import { removeTestData } from '~/server/operations/admin/insert-test-data.ts';
import { signUpByButton, undoByButton } from '~/server/operations/botc/index.ts';
import { createEvent, deleteEvent, updateEvent } from '~/server/operations/events/index.ts';
import { saveAttendance, setWinner } from '~/server/operations/groups/index.ts';
import { type Operation, perform } from '~/server/operations/kernel/operation.ts';
import { saveScriptVotes } from '~/server/operations/scripts/index.ts';
import { updateSignups } from '~/server/operations/signups/index.ts';
import { eraseUser } from '~/server/operations/users/erase-user.ts';
import { clearTables, useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { expectLockWaits } from '~/tests/support/lock-waits.ts';

// Each test holds what another transaction locks first, waits until the operation waits, and then takes what the operation
// would hold by then if it locked in another order: events before signups and users, each by id.

useTestEnvironment();
useDatabase();

const now = new Date('2026-10-14T12:00:00Z');
let admin: User;
let event: Event;
beforeEach(async () => {
	await clearTables('events', 'event_series', 'users', 'audit_entries', 'undos');
	admin = await createUserRow({ role: 'admin' });
	event = await createEventRow({ capacity: 1, date: new Date('2026-10-21T00:30:00Z') });
});

const act = <Result>(operation: Operation<string, never, Result>, read: object, params = {}) =>
	perform(
		operation as Operation<string, Operation<string, never, Result>['input'], Result>,
		{ actor: { id: admin.id, role: 'admin' as const }, now },
		{ params, read: () => read },
	);
const undoLast = async () => {
	const entry = await AuditEntry.findOne({ order: [['id', 'DESC']], rejectOnEmpty: true });
	return act(undoChange as never, {}, { entryId: entry.id });
};
const lockEvent = (id: string, transaction: Transaction) =>
	execute('SELECT FROM events WHERE id = :id FOR UPDATE', { id }, transaction);
const lockSignup = (id: string, transaction: Transaction) =>
	execute('SELECT FROM signups WHERE id = :id FOR UPDATE', { id }, transaction);

/** Runs `work` while another transaction holds what `hold` locks; it then takes what `take` locks, and commits. */
async function collide<Result>(
	hold: (transaction: Transaction) => Promise<unknown>,
	work: () => Promise<Result>,
	take: (transaction: Transaction) => Promise<unknown>,
): Promise<Result> {
	const other = await database().transaction();
	await hold(other);
	const result = work();
	result.catch(() => undefined);
	await expectLockWaits(1);
	await take(other);
	await other.commit();
	return result;
}

test('the undo of a bulk change waits for the settling of places', async () => {
	const signup = await createSignupRow({ eventId: event.id });
	await act(updateSignups as never, { signupIds: [signup.id], status: 'declined' });
	await collide(
		(transaction) => lockEvent(event.id, transaction),
		undoLast,
		(transaction) => lockSignup(signup.id, transaction),
	);
	expect(await Signup.count({ where: { status: 'confirmed' } })).toBe(1);
});

test.each([
	['a press of a button', signUpByButton, { status: 'late' }],
	['the undo of a press', undoByButton, { previous: 'late', recorded: 'confirmed' }],
] as const)('%s waits for the settling of places', async (_, operation, read) => {
	const signup = await createSignupRow({ eventId: event.id, userId: admin.id });
	await collide(
		(transaction) => Event.findByPk(event.id, { transaction, lock: transaction.LOCK.NO_KEY_UPDATE }),
		() => act(operation as never, read, { eventId: event.id }),
		(transaction) => lockSignup(signup.id, transaction),
	);
	expect(await Signup.findByPk(signup.id)).toMatchObject({ status: 'late' });
});

test.each([
	['an answer about scripts', DAY_MS, saveScriptVotes, { votes: { tb: 'keen' } }],
	['a result', -MINUTE_MS, setWinner, { winner: 'good' }],
	['a mark of the roll call', -MINUTE_MS, saveAttendance, { attendance: [] }],
] as const)('%s waits for a cancellation that is under way', async (_, startsInMs, operation, read) => {
	await event.update({ date: new Date(now.getTime() + startsInMs) });
	await createSignupRow({ eventId: event.id, userId: admin.id });
	await rowsOf('groups').insert({ eventId: event.id, clientId: 'a', name: 'A' });
	await rowsOf('event_scripts').insert({ eventId: event.id, script: 'tb', position: 0 });
	const saved = collide(
		(transaction) => event.update({ status: 'cancelled' }, { transaction }),
		() => act(operation as never, read, { eventId: event.id, groupId: 'a' }),
		() => Promise.resolve(),
	);
	await expect(saved).rejects.toMatchObject({ kind: 'conflict' });
});

test('the undo of a bulk change of two events locks both before their signups', async () => {
	const second = await createEventRow({ capacity: 1, date: new Date('2026-10-22T00:30:00Z') });
	const signups = [
		await createSignupRow({ eventId: second.id }),
		await createSignupRow({ eventId: event.id }),
	];
	await act(updateSignups as never, { signupIds: signups.map(({ id }) => id), status: 'declined' });
	await collide(
		(transaction) => lockEvent(event.id, transaction),
		undoLast,
		async (transaction) => {
			await lockEvent(second.id, transaction);
			await lockSignup(signups[0]?.id ?? '', transaction);
		},
	);
	expect(await Signup.count({ where: { status: 'confirmed' } })).toBe(2);
});

test('an undo that meets an erasure puts everything else back', async () => {
	const user = await createUserRow();
	await createSignupRow({ eventId: event.id, userId: user.id });
	await createSignupRow({ eventId: event.id });
	await act(deleteEvent as never, {}, { eventId: event.id });
	const result = await collide(
		(transaction) => eraseUser(user.id, transaction, now),
		undoLast,
		() => Promise.resolve(),
	);
	expect(result).toMatchObject({ restored: { events: 1, signups: 1 } });
	expect(await Signup.count({ where: { eventId: event.id } })).toBe(1);
});

test('an edit of all later events locks them by id', async () => {
	const body = {
		title: 'Fridays',
		date: '2026-10-17T00:30:00Z',
		duration: 180,
		timezone: 'America/New_York',
	};
	await act(createEvent as never, {
		...body,
		location: 'The Hearth',
		series: { interval_weeks: 1, until: null },
	});
	const [first, later] = await Event.findAll({ where: { title: 'Fridays' }, order: ['id'] });
	if (!first || !later) throw new Error('The series has two events.');
	// The later date belongs to the smaller id, as after a date was moved.
	const dates = [first, later].map(({ date, seriesDate }) => ({ date, seriesDate }));
	await first.update({ seriesDate: '2000-01-01' });
	await later.update({ ...dates[0] });
	await first.update({ ...dates[1] });
	await collide(
		(transaction) => lockEvent(first.id, transaction),
		() => act(updateEvent as never, { ...body, title: 'Owls', scope: 'following' }, { eventId: later.id }),
		(transaction) => lockEvent(later.id, transaction),
	);
	expect((await first.reload()).title).toBe('Owls');
});

test('the deletion of test data waits for the settling of an event that test users come to', async () => {
	const users = [await createUserRow({ isTestData: true }), await createUserRow({ isTestData: true })];
	const signups: Signup[] = [];
	for (const { id } of users) signups.push(await createSignupRow({ eventId: event.id, userId: id }));
	await collide(
		async (transaction) => {
			await lockEvent(event.id, transaction);
			await lockSignup(signups[1]?.id ?? '', transaction);
		},
		() => database().transaction(removeTestData),
		(transaction) => lockSignup(signups[0]?.id ?? '', transaction),
	);
	expect(await User.count({ where: { isTestData: true } })).toBe(0);
});

test('the oldest sessions of a user are deleted in the order of their ids', async () => {
	const sessions = Array.from({ length: SESSIONS_PER_USER + 2 }, (_, index) => ({
		// The table keeps them in the order of their creation, as updates and vacuums may; their ids descend.
		id: String(10 ** 6 - index),
		tokenHash: `${index}`.padStart(64, '0'),
		userId: admin.id,
		createdAt: new Date(now.getTime() - DAY_MS + index * MINUTE_MS),
		lastSeenAt: now,
		expiresAt: new Date(now.getTime() + DAY_MS),
	}));
	const [first, , third] = await Session.bulkCreate(sessions);
	const lockSession = (id: string | undefined, transaction: Transaction) =>
		execute('SELECT FROM sessions WHERE id = :id FOR UPDATE', { id }, transaction);
	await collide(
		(transaction) => lockSession(third?.id, transaction),
		() => startSession(admin.id, now),
		(transaction) => lockSession(first?.id, transaction),
	);
	expect(await Session.count()).toBe(SESSIONS_PER_USER);
});
