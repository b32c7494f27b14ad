import { beforeEach, describe, expect, test } from 'vitest';
import { database } from '~/database/connection.ts';
import { type Event, Signup } from '~/database/models/index.ts';
import { Refusal } from '~/domain/refusal.ts';
import { makeEvent, makeSignup, makeUser } from '~/seeds/factories.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import {
	listOwnSignups,
	putSignup,
	removeSignup,
	updateSignup,
} from '~/server/operations/signups/signups.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { countWaiting } from '~/tests/support/waiting.ts';

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
	event = await makeEvent({ status: 'active' });
});

/**
 * Sends `times` signups of one user at once. Returns how many succeeded and how many rows exist. All must
 * succeed, and one row must exist.
 */
async function answerAtOnce(times: number): Promise<{ taken: number; rows: number }> {
	const user = await makeUser({ role: 'player' });
	const results = await Promise.allSettled(
		Array.from({ length: times }, (_, i) => put(user, event.id, { status: i % 2 ? 'late' : 'confirmed' })),
	);
	return {
		taken: results.filter(({ status }) => status === 'fulfilled').length,
		rows: await Signup.count({ where: { eventId: event.id } }),
	};
}

describe('many at once', () => {
	test('50 answers of the same person leave one row', async () => {
		expect(await answerAtOnce(50)).toEqual({ taken: 50, rows: 1 });
	});

	test('control: without the unique key that does not hold', async () => {
		const name = await uniqueKeyOf('signups');
		await database().query(`ALTER TABLE signups DROP CONSTRAINT ${name}`);
		try {
			expect(await answerAtOnce(50)).not.toEqual({ taken: 50, rows: 1 });
		} finally {
			await database().query(`ALTER TABLE signups ADD CONSTRAINT ${name} UNIQUE (event_id, user_id)`);
		}
	});

	test('200 different people leave 200 rows', async () => {
		const users = [];
		for (let i = 0; i < 200; i += 1) users.push(await makeUser({ role: 'player' }));
		const answers = await Promise.all(users.map((user) => put(user, event.id, { status: 'confirmed' })));
		expect(answers.every(({ created }) => created)).toBe(true);
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

describe('an answer', () => {
	test('keeps its notes when a later one says nothing of them, and loses them to an empty text', async () => {
		const user = await makeUser({ role: 'player' });
		await put(user, event.id, { status: 'confirmed', notes: '  First coffee is on me ' });
		const quick = await put(user, event.id, { status: 'late' });
		expect(quick.signup).toMatchObject({ status: 'late', notes: 'First coffee is on me' });
		const cleared = await put(user, event.id, { status: 'late', notes: '' });
		expect(cleared.signup.notes).toBeNull();
	});

	test('given in the web app makes an imported signup the web app’s own', async () => {
		const user = await makeUser({ role: 'player' });
		await makeSignup({ eventId: event.id, userId: user.id, status: 'confirmed', signupSource: 'discord' });
		const { signup, created } = await put(user, event.id, { status: 'declined' });
		expect(created).toBe(false);
		expect(signup).toMatchObject({ status: 'declined', signup_source: 'webapp' });
	});

	test.each(['confirmed', 'late', 'tentative', 'declined'])('may be %s', async (status) => {
		const user = await makeUser({ role: 'player' });
		expect((await put(user, event.id, { status })).signup.status).toBe(status);
	});
});

describe('refusals, in order, write nothing', () => {
	const kindOf = (promise: Promise<unknown>) =>
		promise.then(
			() => 'done',
			(error) => (error instanceof Refusal ? error.kind : String(error)),
		);
	const neverRead = () => {
		throw new Error('the body was read');
	};

	test('nobody is signed in', async () => {
		const nobody = { actor: null, now };
		const atEvent = { params: { eventId: 'x' }, read: neverRead };
		expect(await kindOf(perform(putSignup, nobody, atEvent))).toBe('unauthenticated');
		expect(await kindOf(perform(removeSignup, nobody, atEvent))).toBe('unauthenticated');
		expect(
			await kindOf(
				perform(updateSignup, nobody, { params: { eventId: 'x', signupId: 'x' }, read: neverRead }),
			),
		).toBe('unauthenticated');
	});

	test.each([
		['an unknown status', { status: 'maybe' }, 'status'],
		['no status', {}, 'status'],
		['notes of 501 characters', { status: 'late', notes: 'x'.repeat(501) }, 'notes'],
		['notes that are no text', { status: 'late', notes: { $ne: 1 } }, 'notes'],
	])('%s names its field', async (_, body, field) => {
		const user = await makeUser({ role: 'player' });
		const refusal = await put(user, event.id, body).catch((error) => error);
		expect(refusal).toMatchObject({ kind: 'invalid' });
		expect(Object.keys(refusal.fields)).toEqual([field]);
		// The body is checked before the event is looked up.
		expect(await kindOf(put(user, '999999999', body))).toBe('invalid');
		expect(await Signup.count({ where: { userId: user.id } })).toBe(0);
	});

	test.each(['999999999', '0', '-1', 'abc', '1e3', '99999999999999999999999', "1'; DROP TABLE signups; --"])(
		'no event %s',
		async (id) => {
			const user = await makeUser({ role: 'player' });
			expect(await kindOf(put(user, id, { status: 'confirmed' }))).toBe('missing');
			expect(await kindOf(perform(removeSignup, as(user), { params: { eventId: id } }))).toBe('missing');
		},
	);

	test.each(['cancelled', 'completed'] as const)('a %s event', async (status) => {
		const user = await makeUser({ role: 'player' });
		const admin = await makeUser({ role: 'admin' });
		const closed = await makeEvent({ status });
		const signup = await makeSignup({ eventId: closed.id, userId: user.id, status: 'confirmed' });
		expect(await kindOf(put(user, closed.id, { status: 'late' }))).toBe('conflict');
		expect(await kindOf(put(admin, closed.id, { status: 'late' }))).toBe('conflict');
		expect(await kindOf(perform(removeSignup, as(user), { params: { eventId: closed.id } }))).toBe(
			'conflict',
		);
		const params = { eventId: closed.id, signupId: signup.id };
		expect(await kindOf(perform(updateSignup, as(user), { params, read: () => ({ status: 'late' }) }))).toBe(
			'conflict',
		);
		expect((await Signup.findAll({ where: { eventId: closed.id } })).map((row) => row.status)).toEqual([
			'confirmed',
		]);
	});

	test('a signup waits for a cancellation that is under way', async () => {
		const user = await makeUser({ role: 'player' });
		const cancellation = await database().transaction();
		await event.update({ status: 'cancelled' }, { transaction: cancellation });
		const signup = kindOf(put(user, event.id, { status: 'confirmed' }));
		await expect.poll(countWaiting).toBe(1);
		await cancellation.commit();
		expect(await signup).toBe('conflict');
		expect(await Signup.count({ where: { eventId: event.id } })).toBe(0);
	});

	test('taking back an answer that was never given', async () => {
		const user = await makeUser({ role: 'player' });
		expect(await kindOf(perform(removeSignup, as(user), { params: { eventId: event.id } }))).toBe('missing');
	});

	test('somebody else’s signup, and one under another event', async () => {
		const owner = await makeUser({ role: 'player' });
		const other = await makeUser({ role: 'storyteller' });
		const creator = await makeUser({ role: 'creator' });
		const signup = await makeSignup({ eventId: event.id, userId: owner.id, status: 'confirmed' });
		const elsewhere = await makeEvent({ status: 'active' });
		const change = (
			user: typeof owner,
			eventId: string,
			signupId: string,
			body: unknown = { status: 'late' },
		) => perform(updateSignup, as(user), { params: { eventId, signupId }, read: () => body });
		expect(await kindOf(change(other, event.id, signup.id))).toBe('denied');
		expect(await kindOf(change(creator, elsewhere.id, signup.id))).toBe('missing');
		expect(await kindOf(change(creator, event.id, '999999999'))).toBe('missing');
		expect(await kindOf(change(other, event.id, signup.id, { status: 'x' }))).toBe('invalid');
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

test('the history holds the caller’s own signups only, latest night first', async () => {
	const user = await makeUser({ role: 'player' });
	const other = await makeUser({ role: 'player' });
	const later = await makeEvent({ status: 'active', date: new Date('2027-01-01T00:00:00Z') });
	const sooner = await makeEvent({ status: 'active', date: new Date('2026-12-01T00:00:00Z') });
	for (const { id } of [sooner, later]) await put(user, id, { status: 'confirmed', notes: 'mine' });
	await put(other, sooner.id, { status: 'late' });
	const history = await perform(listOwnSignups, as(user));
	expect(history.map((row) => row.event_id)).toEqual([later.id, sooner.id]);
	expect(history[0]).toMatchObject({
		title: later.title,
		event_title: later.title,
		notes: 'mine',
		date: '2027-01-01T00:00:00.000Z',
	});
});
