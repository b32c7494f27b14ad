import { beforeEach, describe, expect, test } from 'vitest';
import { database } from '~/database/connection.ts';
import { type Event, Signup } from '~/database/models/index.ts';
import { mapStatuses, SIGNUP_STATUSES } from '~/domain/signups/statuses.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { readEventPage } from '~/server/operations/event-page/index.ts';
import { readEvent } from '~/server/operations/events/index.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import {
	amendSignup,
	listOwnSignups,
	putSignup,
	readOwnHistory,
	removeSignup,
	updateSignup,
} from '~/server/operations/signups/index.ts';
import { findEventSignup } from '~/server/operations/signups/queries.ts';
import { eraseUser } from '~/server/operations/users/erase-user.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { countLockWaits } from '~/tests/support/lock-waits.ts';
import { getOperationOutcome } from '~/tests/support/operation-outcome.ts';

useTestEnvironment();
useDatabase();

const now = new Date('2026-10-15T12:00:00Z');
const as = (user: { id: string; role: string }) => ({
	actor: { id: user.id, role: user.role as 'player' },
	now,
});
const put = (user: { id: string; role: string }, eventId: string, body: unknown) =>
	perform(putSignup, as(user), { params: { eventId }, read: () => body });

let event: Event;
beforeEach(async () => {
	event = await createEventRow({ status: 'active' });
});

/**
 * Sends `times` signups of one user at once. Returns how many succeeded and how many rows exist. All must
 * succeed, and one row must exist.
 */
async function signUpAtOnce(times: number): Promise<{ succeeded: number; rows: number }> {
	const user = await createUserRow({ role: 'player' });
	const results = await Promise.allSettled(
		Array.from({ length: times }, (_, i) => put(user, event.id, { status: i % 2 ? 'late' : 'confirmed' })),
	);
	return {
		succeeded: results.filter(({ status }) => status === 'fulfilled').length,
		rows: await Signup.count({ where: { eventId: event.id } }),
	};
}

describe('many at once', () => {
	test('stores one row for 50 signups of the same user', async () => {
		expect(await signUpAtOnce(50)).toEqual({ succeeded: 50, rows: 1 });
	});

	test('control: without the unique key that does not hold', async () => {
		const name = await uniqueKeyOf('signups');
		await database().query(`ALTER TABLE signups DROP CONSTRAINT ${name}`);
		try {
			expect(await signUpAtOnce(50)).not.toEqual({ succeeded: 50, rows: 1 });
		} finally {
			await database().query(`ALTER TABLE signups ADD CONSTRAINT ${name} UNIQUE (event_id, user_id)`);
		}
	});

	test('stores 200 rows for 200 users', async () => {
		const users = [];
		for (let i = 0; i < 200; i += 1) users.push(await createUserRow({ role: 'player' }));
		const results = await Promise.all(users.map((user) => put(user, event.id, { status: 'confirmed' })));
		expect(results.every(({ created }) => created)).toBe(true);
		expect(await Signup.count({ where: { eventId: event.id } })).toBe(200);
	});
});

async function uniqueKeyOf(table: string): Promise<string> {
	const [rows] = await database().query(
		`SELECT conname FROM pg_constraint WHERE conrelid = '${table}'::regclass AND contype = 'u'
		AND pg_get_constraintdef(oid) LIKE '%(event_id, user_id)%'`,
	);
	const [row] = rows as { conname: string }[];
	if (!row) throw new Error('no unique key on (event_id, user_id)');
	return row.conname;
}

describe('a signup', () => {
	test('keeps its notes when an update has none, and loses them when an update has empty notes', async () => {
		const user = await createUserRow({ role: 'player' });
		await put(user, event.id, { status: 'confirmed', notes: '  First coffee is on me ' });
		const quick = await put(user, event.id, { status: 'late' });
		expect(quick.signup).toMatchObject({ status: 'late', notes: 'First coffee is on me' });
		const cleared = await put(user, event.id, { status: 'late', notes: '' });
		expect(cleared.signup.notes).toBeNull();
	});

	test('becomes a web app signup when an imported one is updated there', async () => {
		const user = await createUserRow({ role: 'player' });
		await createSignupRow({
			eventId: event.id,
			userId: user.id,
			status: 'confirmed',
			signupSource: 'discord',
		});
		const { signup, created } = await put(user, event.id, { status: 'declined' });
		expect(created).toBe(false);
		expect(signup).toMatchObject({ status: 'declined', signup_source: 'webapp' });
	});

	test('is that of a standby while its status can be, also when it is changed by its address or by an admin', async () => {
		const [user, admin] = [await createUserRow(), await createUserRow({ role: 'admin' })];
		const { signup } = await put(user, event.id, { status: 'tentative' });
		const update = (body: object) =>
			perform(updateSignup, as(user), {
				params: { eventId: event.id, signupId: signup.id },
				read: () => ({ status: 'tentative', ...body }),
			});
		const amend = (body: object) =>
			perform(amendSignup, as(admin), {
				params: { signupId: signup.id },
				read: () => ({ status: 'tentative', ...body }),
			});
		expect(await update({ standby: true })).toMatchObject({ standby: true });
		expect(await update({ notes: 'If you are short' })).toMatchObject({ standby: true });
		expect(await amend({ standby: false })).toMatchObject({ standby: false });
		expect(await amend({ standby: true })).toMatchObject({ standby: true });
		expect(await update({ status: 'confirmed', standby: true })).toMatchObject({ standby: false });
		expect(await update({})).toMatchObject({ standby: false });
	});

	test('of a standby that is changed by its address is asked at once when more players are needed', async () => {
		const [user, creator] = [await createUserRow(), await createUserRow({ role: 'creator' })];
		await event.update({
			date: new Date('2026-10-15T20:00:00Z'),
			minimumPlayers: 3,
			decision: 'pending',
			standbysCalled: true,
		});
		const { signup } = await put(user, event.id, { status: 'declined' });
		const params = { eventId: event.id, signupId: signup.id };
		const read = () => ({ status: 'tentative', standby: true });
		await expect(perform(updateSignup, as(creator), { params, read })).resolves.toMatchObject({
			standby: true,
			place: 'offered',
		});
	});

	test.each(SIGNUP_STATUSES)('may be %s', async (status) => {
		const user = await createUserRow({ role: 'player' });
		expect((await put(user, event.id, { status })).signup.status).toBe(status);
	});
});

describe('refusals come in order and write nothing', () => {
	const failOnRead = () => {
		throw new Error('the body was read');
	};

	test('no user is signed in', async () => {
		const anonymous = { actor: null, now };
		const input = { params: { eventId: 'x' }, read: failOnRead };
		expect(await getOperationOutcome(perform(putSignup, anonymous, input))).toBe('unauthenticated');
		expect(await getOperationOutcome(perform(removeSignup, anonymous, input))).toBe('unauthenticated');
		expect(
			await getOperationOutcome(
				perform(updateSignup, anonymous, { params: { eventId: 'x', signupId: 'x' }, read: failOnRead }),
			),
		).toBe('unauthenticated');
	});

	test.each([
		['an unknown status', { status: 'maybe' }, 'status'],
		['no status', {}, 'status'],
		['notes of 501 characters', { status: 'late', notes: 'x'.repeat(501) }, 'notes'],
		['notes that are no text', { status: 'late', notes: { $ne: 1 } }, 'notes'],
	])('%s names its field', async (_, body, field) => {
		const user = await createUserRow({ role: 'player' });
		const refusal = await put(user, event.id, body).catch((error) => error);
		expect(refusal).toMatchObject({ kind: 'invalid' });
		expect(Object.keys(refusal.fields)).toEqual([field]);
		// The body is checked before the event is looked up.
		expect(await getOperationOutcome(put(user, '999999999', body))).toBe('invalid');
		expect(await Signup.count({ where: { userId: user.id } })).toBe(0);
	});

	test.each(['999999999', '0', '-1', 'abc', '1e3', '99999999999999999999999', "1'; DROP TABLE signups; --"])(
		'no event %s',
		async (id) => {
			const user = await createUserRow({ role: 'player' });
			expect(await getOperationOutcome(put(user, id, { status: 'confirmed' }))).toBe('missing');
			expect(await getOperationOutcome(perform(removeSignup, as(user), { params: { eventId: id } }))).toBe(
				'missing',
			);
		},
	);

	test.each(['cancelled', 'completed'] as const)('a %s event', async (status) => {
		const user = await createUserRow({ role: 'player' });
		const admin = await createUserRow({ role: 'admin' });
		const closedEvent = await createEventRow({ status });
		const signup = await createSignupRow({ eventId: closedEvent.id, userId: user.id, status: 'confirmed' });
		expect(await getOperationOutcome(put(user, closedEvent.id, { status: 'late' }))).toBe('conflict');
		expect(await getOperationOutcome(put(admin, closedEvent.id, { status: 'late' }))).toBe('conflict');
		const params = { eventId: closedEvent.id, signupId: signup.id };
		expect(
			await getOperationOutcome(
				perform(updateSignup, as(user), { params, read: () => ({ status: 'late' }) }),
			),
		).toBe('conflict');
		expect((await Signup.findAll({ where: { eventId: closedEvent.id } })).map((row) => row.status)).toEqual([
			'confirmed',
		]);
		const removal = () => perform(removeSignup, as(user), { params: { eventId: closedEvent.id } });
		expect(await removal()).toEqual({ message: 'Signup removed' });
		expect(await getOperationOutcome(removal())).toBe('missing');
	});

	test('a signup waits for a cancellation that is under way', async () => {
		const user = await createUserRow({ role: 'player' });
		const cancellation = await database().transaction();
		await event.update({ status: 'cancelled' }, { transaction: cancellation });
		const signup = getOperationOutcome(put(user, event.id, { status: 'confirmed' }));
		await expect.poll(countLockWaits).toBe(1);
		await cancellation.commit();
		expect(await signup).toBe('conflict');
		expect(await Signup.count({ where: { eventId: event.id } })).toBe(0);
	});

	test('a change of a signup waits for a cancellation that is under way', async () => {
		const creator = await createUserRow({ role: 'creator' });
		const { id: signupId } = await createSignupRow({ eventId: event.id, status: 'confirmed' });
		const cancellation = await database().transaction();
		await event.update({ status: 'cancelled' }, { transaction: cancellation });
		const params = { eventId: event.id, signupId };
		const change = perform(updateSignup, as(creator), { params, read: () => ({ status: 'late' }) });
		const outcome = getOperationOutcome(change);
		await expect.poll(countLockWaits).toBe(1);
		await cancellation.commit();
		expect(await outcome).toBe('conflict');
		expect(await Signup.findByPk(signupId)).toMatchObject({ status: 'confirmed' });
	});

	test('a signup of a user who is deleted while it waits for the event', async () => {
		const user = await createUserRow({ role: 'player' });
		await put(user, event.id, { status: 'late' });
		const erasure = await database().transaction();
		await eraseUser(user.id, erasure, now);
		const signup = getOperationOutcome(put(user, event.id, { status: 'confirmed' }));
		await expect.poll(countLockWaits).toBe(1);
		await erasure.commit();
		expect(await signup).toBe('missing');
		expect(await Signup.count({ where: { eventId: event.id } })).toBe(0);
	});

	test('a signup waits for the deletion of its event', async () => {
		const user = await createUserRow({ role: 'player' });
		const deletion = await database().transaction();
		await event.destroy({ transaction: deletion });
		const signup = getOperationOutcome(put(user, event.id, { status: 'confirmed' }));
		await expect.poll(countLockWaits).toBe(1);
		await deletion.commit();
		expect(await signup).toBe('missing');
	});

	test('removing a signup that does not exist', async () => {
		const user = await createUserRow({ role: 'player' });
		expect(
			await getOperationOutcome(perform(removeSignup, as(user), { params: { eventId: event.id } })),
		).toBe('missing');
	});

	test('another user’s signup, and a signup under the wrong event', async () => {
		const owner = await createUserRow({ role: 'player' });
		const other = await createUserRow({ role: 'storyteller' });
		const creator = await createUserRow({ role: 'creator' });
		const signup = await createSignupRow({ eventId: event.id, userId: owner.id, status: 'confirmed' });
		const otherEvent = await createEventRow({ status: 'active' });
		const change = (
			user: typeof owner,
			eventId: string,
			signupId: string,
			body: unknown = { status: 'late' },
		) => perform(updateSignup, as(user), { params: { eventId, signupId }, read: () => body });
		expect(await getOperationOutcome(change(other, event.id, signup.id))).toBe('denied');
		expect(await getOperationOutcome(change(creator, otherEvent.id, signup.id))).toBe('missing');
		expect(await getOperationOutcome(change(creator, event.id, '999999999'))).toBe('missing');
		expect(await getOperationOutcome(change(other, event.id, signup.id, { status: 'x' }))).toBe('invalid');
		expect((await signup.reload()).status).toBe('confirmed');
		expect(await change(creator, event.id, signup.id, { status: 'late', notes: 'by phone' })).toMatchObject({
			status: 'late',
			notes: 'by phone',
		});
		expect(await change(owner, event.id, signup.id, { status: 'tentative' })).toMatchObject({
			status: 'tentative',
			notes: 'by phone',
		});
	});
});

test('the history holds only the viewer’s signups, latest event first', async () => {
	const user = await createUserRow({ role: 'player' });
	const other = await createUserRow({ role: 'player' });
	const laterEvent = await createEventRow({ status: 'active', date: new Date('2027-01-01T00:00:00Z') });
	const earlierEvent = await createEventRow({ status: 'active', date: new Date('2026-12-01T00:00:00Z') });
	for (const { id } of [earlierEvent, laterEvent])
		await put(user, id, { status: 'confirmed', notes: 'mine' });
	await put(other, earlierEvent.id, { status: 'late' });
	const history = await perform(listOwnSignups, as(user));
	expect(history.map((row) => row.event_id)).toEqual([laterEvent.id, earlierEvent.id]);
	expect(history[0]).toMatchObject({
		title: laterEvent.title,
		event_title: laterEvent.title,
		notes: 'mine',
		date: '2027-01-01T00:00:00.000Z',
	});
});

test('the profile reads the latest signups, and counts them all', async () => {
	const user = await createUserRow({ role: 'player' });
	const events = [];
	for (const year of [2024, 2026, 2025]) {
		events.push(await createEventRow({ date: new Date(Date.UTC(year, 0, 1)) }));
	}
	const [oldest, latest, middle] = events.map(({ id }) => id);
	await createSignupRow({ eventId: oldest, userId: user.id, status: 'late', linkedAt: null });
	await createSignupRow({ eventId: latest, userId: user.id, status: 'confirmed' });
	await createSignupRow({ eventId: middle, userId: user.id, status: 'confirmed' });
	const { signups, tally, unlinked } = await perform(readOwnHistory, as(user), {
		read: () => ({ limit: 2 }),
	});
	expect(signups.map(({ event_id }) => event_id)).toEqual([latest, middle]);
	const older = await perform(readOwnHistory, as(user), { read: () => ({ limit: 2, offset: 2 }) });
	expect(older.signups.map(({ event_id }) => event_id)).toEqual([oldest]);
	expect({ tally, unlinked }).toEqual({
		tally: { ...mapStatuses(() => 0), confirmed: 2, late: 1, total: 3 },
		unlinked: 1,
	});
	const stranger = await createUserRow({ role: 'player' });
	expect(await perform(readOwnHistory, as(stranger), { read: () => ({ limit: 2 }) })).toEqual({
		signups: [],
		nights: { attended: 0, told: 0 },
		tally: { ...mapStatuses(() => 0), total: 0 },
		unlinked: 0,
	});
});

describe('an event with more than 100 signups', () => {
	const readPage = async (user: { id: string; role: string }, query: { page?: unknown; q?: string } = {}) =>
		(
			await perform(readEventPage, as(user), {
				params: { eventId: event.id },
				read: () => ({ q: '', ...query }),
			})
		).event;

	test('is read in pages, the viewer’s own signup first, with the counts of all', async () => {
		const users = await createUsers(205);
		const [viewer] = users.slice(-1);
		if (!viewer) throw new Error('There are 205 users.');
		for (const [i, user] of users.entries()) {
			const status = i % 2 === 0 ? 'declined' : 'late';
			await createSignupRow({ eventId: event.id, userId: user.id, status, notes: 'a secret' });
		}
		const pages = [
			await readPage(viewer),
			await readPage(viewer, { page: '2' }),
			await readPage(viewer, { page: 3 }),
		];
		expect(pages.map(({ signups }) => signups.length)).toEqual([101, 100, 4]);
		expect(pages.map(({ signupsPage }) => signupsPage)).toEqual([
			{ number: 1, hasNext: true },
			{ number: 2, hasNext: true },
			{ number: 3, hasNext: false },
		]);
		for (const page of pages) {
			expect(page).toMatchObject({ total_signups: 205, late_signups: 102, declined_signups: 103 });
		}
		const whole = await perform(readEvent, as(viewer), { params: { eventId: event.id } });
		const pagedSignups = pages.flatMap(({ signups }) => signups);
		expect(pagedSignups.map(({ id }) => id)).toEqual(whole.signups.map(({ id }) => id));
		expect(pagedSignups.filter(({ notes }) => notes !== null).map(({ user_id }) => user_id)).toEqual([
			viewer.id,
		]);
		expect((await readPage(viewer, { page: 'elsewhere' })).signupsPage).toEqual({ number: 1, hasNext: true });
		const last = await readPage(viewer, { page: 99 });
		expect([last.signups.length, last.signupsPage]).toEqual([4, { number: 3, hasNext: false }]);
	});

	test('the viewer’s own signup, even the last one, adds no page', async () => {
		const users = await createUsers(101);
		for (const [i, user] of users.entries()) {
			const status = i < 100 ? 'confirmed' : 'declined';
			await createSignupRow({ eventId: event.id, userId: user.id, status });
		}
		const page = await readPage(users[100] as { id: string; role: string });
		expect([page.signups.length, page.signupsPage]).toEqual([101, { number: 1, hasNext: false }]);
		const beyond = await readPage(users[100] as { id: string; role: string }, { page: 2 });
		expect([beyond.signups.length, beyond.signupsPage]).toEqual([101, { number: 1, hasNext: false }]);
	});

	test('is searched on the server', async () => {
		const users = await createUsers(101);
		for (const user of users) await createSignupRow({ eventId: event.id, userId: user.id });
		const outsider = await createUserRow({ preferredUsername: 'Đorđe elsewhere' });
		const found = await createUserRow({ preferredUsername: 'Đorđe Voß' });
		await createSignupRow({ eventId: event.id, userId: found.id, status: 'tentative' });
		const { signups, signupsPage, total_signups } = await readPage(outsider, { q: 'dorde' });
		expect(signups.map(({ user_id }) => user_id)).toEqual([found.id]);
		expect([signupsPage, total_signups]).toEqual([{ number: 1, hasNext: false }, 102]);
	});

	test('up to 100 signups are on one page', async () => {
		const users = await createUsers(3);
		for (const user of users) await createSignupRow({ eventId: event.id, userId: user.id });
		const page = await readPage(users[0] as { id: string; role: string }, { q: 'nobody' });
		expect([page.signups.length, page.signupsPage]).toEqual([3, null]);
	});

	async function createUsers(count: number): Promise<{ id: string; role: string }[]> {
		const users = [];
		for (let i = 0; i < count; i += 1) users.push(await createUserRow({ role: 'player' }));
		return users;
	}
});

test('one signup of an event is found by its id, by its user, or as the viewer’s own, with notes for those who may read them', async () => {
	const [owner, creator] = [await createUserRow(), await createUserRow({ role: 'creator' })];
	const signup = await createSignupRow({ eventId: event.id, userId: owner.id, notes: 'by train' });
	const find = (user: { id: string; role: string }, query = {}, eventId = event.id) =>
		perform(findEventSignup, as(user), { params: { eventId }, read: () => query });
	const expected = { id: String(signup.id), user_id: owner.id, notes: 'by train' };
	expect(await find(owner)).toMatchObject({ event: { id: event.id, title: event.title }, signup: expected });
	expect((await find(creator, { signupId: String(signup.id) })).signup).toMatchObject(expected);
	expect((await find(creator, { userId: owner.id })).signup).toMatchObject(expected);
	expect((await find(creator)).signup).toBeNull();
	expect((await find(creator, { signupId: 'abc' })).signup).toBeNull();
	const other = await createEventRow();
	expect((await find(creator, { signupId: String(signup.id) }, other.id)).signup).toBeNull();
	const stranger = await createUserRow();
	expect((await find(stranger, { userId: owner.id })).signup).toMatchObject({ notes: null });
	await expect(find(owner, {}, '999999')).rejects.toMatchObject({ kind: 'missing' });
});

describe('a signup for a part of the event', () => {
	let member: { id: string; role: string };
	beforeEach(async () => {
		member = await createUserRow();
		await event.update({
			date: new Date('2026-10-17T00:30:00Z'),
			duration: 180,
			timezone: 'America/New_York',
		});
	});
	const amend = (user: { id: string; role: string }, signupId: string, body: unknown) =>
		perform(updateSignup, as(user), { params: { eventId: event.id, signupId }, read: () => body });

	test('keeps its times until they are removed, and has them only while its status does', async () => {
		const times = { arrives_at: '21:00', leaves_at: '23:00' };
		const saved = await put(member, event.id, { status: 'late', ...times });
		expect(saved.signup).toMatchObject(times);
		expect((await put(member, event.id, { status: 'late', notes: 'bus' })).signup).toMatchObject(times);
		const onTime = await put(member, event.id, { status: 'confirmed', ...times });
		expect(onTime.signup).toMatchObject({ arrives_at: null, leaves_at: '23:00' });
		expect((await put(member, event.id, { status: 'declined' })).signup).toMatchObject({ leaves_at: null });
		const creator = await createUserRow({ role: 'creator' });
		const changed = await amend(creator, saved.signup.id, { status: 'late', leaves_at: '22:00' });
		expect(changed).toMatchObject({ arrives_at: '21:00', leaves_at: '22:00' });
		const withSeconds = { arrives_at: '21:00:59', leaves_at: '23:00:00.000' };
		expect((await put(member, event.id, { status: 'late', ...withSeconds })).signup).toMatchObject(times);
		const cleared = await put(member, event.id, { status: 'late', arrives_at: null, leaves_at: null });
		expect(cleared.signup).toMatchObject({ arrives_at: null, leaves_at: null });
	});

	test('is refused for times outside the event, also from a creator, and nothing is written', async () => {
		const { signup } = await put(member, event.id, { status: 'late', arrives_at: '21:00' });
		const fields = { arrives_at: ['Please enter a time from 8:30 PM to 11:30 PM (Eastern)'] };
		const refusal = { kind: 'invalid', fields };
		const wrong = { status: 'late', arrives_at: '20:00', notes: 'new' };
		await expect(put(member, event.id, wrong)).rejects.toMatchObject(refusal);
		const creator = await createUserRow({ role: 'creator' });
		await expect(amend(creator, signup.id, wrong)).rejects.toMatchObject(refusal);
		await expect(put(member, event.id, { status: 'late', arrives_at: '9 pm' })).rejects.toMatchObject({
			fields: { arrives_at: ['Please enter a time like 20:30'] },
		});
		expect(await Signup.findByPk(signup.id)).toMatchObject({ arrivesAt: '21:00', notes: null });
		await expect(put(member, '999999', wrong)).rejects.toMatchObject({ kind: 'missing' });
	});

	test('is saved in the zone of the event and refused in the zone of its form', async () => {
		const form = { status: 'late', times_zone: 'Europe/Berlin' };
		const saved = await put(member, event.id, { ...form, arrives_at: '03:15', leaves_at: '05:00' });
		expect(saved.signup).toMatchObject({ arrives_at: '21:15', leaves_at: '23:00' });
		const creator = await createUserRow({ role: 'creator' });
		const amended = await amend(creator, saved.signup.id, { ...form, arrives_at: '03:30' });
		expect(amended).toMatchObject({ arrives_at: '21:30', leaves_at: '23:00' });
		const fields = { arrives_at: ['Please enter a time from 2:30 AM to 5:30 AM (Berlin)'] };
		for (const refused of [
			() => put(member, event.id, { ...form, arrives_at: '21:15' }),
			() => amend(creator, saved.signup.id, { ...form, arrives_at: '21:15' }),
		])
			await expect(refused()).rejects.toMatchObject({ kind: 'invalid', fields });
		await expect(
			put(member, event.id, { status: 'late', arrives_at: '21:15', times_zone: 'Mars/Olympus' }),
		).rejects.toMatchObject({ kind: 'invalid', fields: { times_zone: ['Please choose a timezone'] } });
		expect(await Signup.findByPk(saved.signup.id)).toMatchObject({ arrivesAt: '21:30', leavesAt: '23:00' });
	});

	test('says at once how many minutes after the start its user arrives, within the event', async () => {
		const { signup } = await put(member, event.id, { status: 'late', minutes_late: 30 });
		expect(signup).toMatchObject({ arrives_at: '21:00' });
		await event.update({ duration: 60 });
		await expect(put(member, event.id, { status: 'late', minutes_late: 60 })).rejects.toMatchObject({
			fields: { arrives_at: ['Please enter a time from 8:30 PM to 9:30 PM (Eastern)'] },
		});
		await expect(put(member, event.id, { status: 'late', minutes_late: 17 })).rejects.toMatchObject({
			fields: { minutes_late: ['Please choose when you arrive'] },
		});
	});

	test('shows its times to its user, creators and storytellers of the event, and to nobody else', async () => {
		await put(member, event.id, { status: 'late', arrives_at: '21:00' });
		const [player, teller, creator] = [
			await createUserRow(),
			await createUserRow({ role: 'storyteller' }),
			await createUserRow({ role: 'creator' }),
		];
		const listTimes = async (user: { id: string; role: string }) => {
			const call = { params: { eventId: event.id } };
			const pages = await Promise.all([
				perform(readEvent, as(user), call),
				perform(readEventPage, as(user), call).then((page) => page.event),
			]);
			return pages.map(({ signups }) => signups[0]?.arrives_at ?? null);
		};
		expect(await listTimes(teller)).toEqual([null, null]);
		await rowsOf('event_storytellers').insert({ eventId: event.id, userId: teller.id, position: 0 });
		expect(await listTimes(member)).toEqual(['21:00', '21:00']);
		expect(await listTimes(creator)).toEqual(['21:00', '21:00']);
		expect(await listTimes(teller)).toEqual(['21:00', '21:00']);
		expect(await listTimes(player)).toEqual([null, null]);
	});
});
