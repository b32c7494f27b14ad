import { QueryTypes } from 'sequelize';
import { beforeEach, describe, expect, test } from 'vitest';
import { database, inTransaction } from '~/database/connection.ts';
import {
	AuditEntry,
	ErasedId,
	Event,
	Group,
	ImportRun,
	RateLimit,
	Session,
	User,
} from '~/database/models/index.ts';
import { Refusal } from '~/domain/refusal.ts';
import { makeEvent, makeSignup, makeUser } from '~/seeds/factories.ts';
import { erasedIdOf } from '~/server/discord/erased-id.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { eraseUser } from '~/server/operations/users/erasure.ts';
import { deleteProfile } from '~/server/operations/users/profile.ts';
import { hashSecret } from '~/server/secrets.ts';
import { useFreshPeople } from '~/tests/integration/auth/fresh-people.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { countWaiting } from '~/tests/support/waiting.ts';
import { CANARY, CANARY_COLUMNS, dumpDatabase, leaveTraces } from './traces.ts';

useTestEnvironment();
useDatabase();
useFreshPeople();

const now = new Date('2026-10-15T12:00:00Z');
const as = (user: User) => ({ actor: { id: user.id, role: user.role }, now });
const leave = (user: User, body: unknown = {}) => perform(deleteProfile, as(user), { read: () => body });
const kindOf = (promise: Promise<unknown>) =>
	promise.then(
		() => 'done',
		(error: unknown) => (error instanceof Refusal ? error.kind : String(error)),
	);

beforeEach(() => database().query('TRUNCATE events, idempotency_keys, rate_limits, audit_entries CASCADE'));

describe('leaving', () => {
	let user: User;
	let other: User;
	let event: Event;
	beforeEach(async () => {
		[user, other] = [await makeUser({ role: 'creator' }), await makeUser({ role: 'storyteller' })];
		event = await makeEvent({ creatorId: user.id, discordEventId: '100000000000000002' });
		await leaveTraces(user, other, event);
	});

	test('leaves no word of the person in the whole database, nor their Discord ID', async () => {
		const before = await dumpDatabase();
		for (const trace of [CANARY, String(user.discordId)]) expect(before).toContain(trace);
		expect(await leave(user)).toEqual({
			message: 'Profile deleted successfully. You will be logged out.',
		});
		const after = await dumpDatabase();
		for (const trace of [CANARY, String(user.discordId)]) expect(after).not.toContain(trace);
	});

	test('leaves their id only in the audit trail', async () => {
		await leave(user);
		const left: Record<string, number> = {};
		const columns = await database().query<{ table_name: string; column_name: string }>(
			`SELECT table_name, column_name FROM information_schema.columns
			WHERE table_schema = 'public' AND (column_name IN ('user_id', 'user_a', 'user_b', 'actor_scope')
				OR column_name LIKE '%\\_user\\_id' OR column_name IN ('actor_id', 'creator_id', 'storyteller_id'))`,
			{ type: QueryTypes.SELECT },
		);
		expect(columns.length).toBeGreaterThan(15);
		for (const { table_name, column_name } of columns) {
			const [row] = await database().query<{ count: number }>(
				`SELECT count(*)::int AS count FROM ${table_name} WHERE ${column_name}::text = :id`,
				{ type: QueryTypes.SELECT, replacements: { id: user.id } },
			);
			if (row?.count) left[`${table_name}.${column_name}`] = row.count;
		}
		expect(left).toEqual({ 'audit_entries.actor_id': 1 });
		expect(await RateLimit.count()).toBe(0);
		expect(await AuditEntry.count()).toBe(1);
	});

	test('their event stays without a creator, its groups are known to have changed, Discord’s event is left alone', async () => {
		const before = event.groupsVersion;
		await leave(user);
		await event.reload();
		expect([event.creatorId, event.discordEventId, event.version]).toEqual([null, '100000000000000002', 1]);
		expect(event.groupsVersion).toBe(before + 1);
		expect((await Group.findAll()).map(({ storytellerId }) => storytellerId)).toEqual([null, null]);
		expect((await ImportRun.findAll()).map(({ actorId }) => actorId)).toEqual([null]);
		const [jobs] = await database().query<{ count: number }>('SELECT count(*)::int AS count FROM queue.job', {
			type: QueryTypes.SELECT,
		});
		expect(jobs?.count).toBe(0);
	});

	test('an HMAC is kept, so that an import knows whom not to bring back', async () => {
		await leave(user);
		const [kept, ...more] = await ErasedId.findAll();
		expect(more).toEqual([]);
		expect(kept?.discordIdHmac).toBe(erasedIdOf(String(user.discordId)));
		expect(kept?.erasedAt).toEqual(now);
	});

	test('nothing of anybody else goes along', async () => {
		const theirs = await makeSignup({ userId: other.id, eventId: event.id });
		const session = await Session.create({
			userId: other.id,
			tokenHash: 'a'.repeat(64),
			expiresAt: new Date('2027-01-01'),
		});
		await RateLimit.bulkCreate(
			[
				`commentsPerMinute:${other.id}`,
				`userRequestsPerMinute:${other.id}`,
				`signInStartsPerMinute:${hashSecret('203.0.113.7')}`,
			].map((key) => ({ key, points: 1, expire: null })),
		);
		await leave(user);
		expect(await theirs.reload()).toBeTruthy();
		expect(await session.reload()).toBeTruthy();
		expect(await RateLimit.count()).toBe(3);
	});

	test('a second try, at once or later, finds nobody; both never fail otherwise', async () => {
		const outcomes = await Promise.all([kindOf(leave(user)), kindOf(leave(user))]);
		expect(outcomes.sort()).toEqual(['done', 'unauthenticated']);
		expect(await kindOf(leave(user))).toBe('unauthenticated');
		expect(await inTransaction((transaction) => eraseUser('999999', transaction, now))).toBe(false);
	});

	test.each(['delete', 'DELETE ', '', 'DELET', 7, null])('%j is not the word', async (confirmation) => {
		expect(await kindOf(leave(user, { confirmation }))).toBe('invalid');
		expect(await User.count()).toBe(2);
	});

	test('the word is', async () => {
		expect(await kindOf(leave(user, { confirmation: 'DELETE' }))).toBe('done');
	});

	test('every free text about a person has its canary', async () => {
		const rows = await database().query<{ name: string }>(
			`SELECT DISTINCT c.table_name || '.' || c.column_name AS name FROM information_schema.columns c
			WHERE c.table_schema = 'public' AND c.data_type IN ('text', 'jsonb', 'character varying')
				AND (c.table_name IN ('users', 'idempotency_keys') OR EXISTS (
					SELECT 1 FROM information_schema.columns o WHERE o.table_schema = 'public'
					AND o.table_name = c.table_name AND o.column_name = 'user_id'))`,
			{ type: QueryTypes.SELECT },
		);
		/** Columns that hold one of a few words, an id or a hash, as the checks of the tables ensure. */
		const words = [
			'api_tokens.token_hash',
			'group_pins.group_client_id',
			'idempotency_keys.actor_scope',
			'idempotency_keys.operation',
			'idempotency_keys.request_hash',
			'idempotency_keys.state',
			'player_preferences.kind',
			'sessions.token_hash',
			'sign_in_tokens.browser_hash',
			'sign_in_tokens.token_hash',
			'signups.signup_source',
			'signups.status',
			'users.discord_id',
			'users.preferred_username_source',
			'users.role',
			'users.theme',
		];
		expect(rows.map(({ name }) => name).sort()).toEqual([...CANARY_COLUMNS, ...words].sort());
	});
});

describe('admins', () => {
	test('the last one is told to appoint another first; nothing is written', async () => {
		const admin = await makeUser({ role: 'admin' });
		await makeUser({ role: 'creator' });
		await expect(leave(admin)).rejects.toMatchObject({
			kind: 'conflict',
			message: 'You are the last admin. Please appoint another admin first.',
		});
		expect([await User.count(), await ErasedId.count()]).toEqual([2, 0]);
	});

	test('one of two may go', async () => {
		const [one] = [await makeUser({ role: 'admin' }), await makeUser({ role: 'admin' })];
		expect(await kindOf(leave(one))).toBe('done');
	});

	test('two who go at once: one stays, every time', async () => {
		for (let round = 0; round < 8; round += 1) {
			const pair = [await makeUser({ role: 'admin' }), await makeUser({ role: 'admin' })];
			const outcomes = await Promise.all(pair.map((admin) => kindOf(leave(admin))));
			expect(outcomes.sort()).toEqual(['conflict', 'done']);
			expect(await User.count({ where: { role: 'admin' } })).toBe(1);
			await User.destroy({ where: { role: 'admin' } });
		}
	});
});

test('many who leave one night together do not stand in each other’s way', async () => {
	const event = await makeEvent({ status: 'active' });
	const people = await Promise.all(Array.from({ length: 8 }, () => makeUser()));
	for (const person of people) await makeSignup({ userId: person.id, eventId: event.id });
	await Event.update({ creatorId: people[0]?.id ?? null }, { where: { id: event.id } });
	const outcomes = await Promise.all(people.map((person) => kindOf(leave(person))));
	expect(outcomes).toEqual(people.map(() => 'done'));
	expect(await User.count()).toBe(0);
});

test('who edits the event of somebody who leaves does not wait for them while they wait for the event', async () => {
	const user = await makeUser({ role: 'creator' });
	const event = await makeEvent({ creatorId: user.id });
	let leaving: Promise<string> = Promise.resolve('not begun');
	await inTransaction(async (transaction) => {
		const held = {
			transaction,
			type: QueryTypes.SELECT,
			replacements: { id: event.id, userId: user.id },
		} as const;
		await database().query('SELECT id FROM events WHERE id = :id FOR UPDATE', held);
		leaving = kindOf(leave(user));
		await expect.poll(countWaiting).toBe(1);
		// This takes the same lock as adding a storyteller does.
		await database().query('SELECT id FROM users WHERE id = :userId FOR KEY SHARE', held);
	});
	expect(await leaving).toBe('done');
});
