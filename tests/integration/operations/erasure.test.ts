import { QueryTypes } from 'sequelize';
import { beforeEach, describe, expect, test } from 'vitest';
import { database, inTransaction } from '~/database/connection.ts';
import { AuditEntry, ErasedId, Event, ImportRun, Session, User } from '~/database/models/index.ts';
import { ACCOUNT_DATA, STAYING } from '~/domain/users/account-data.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { deleteProfile, eraseUser } from '~/server/operations/users/erase-user.ts';
import { getErasedId, hashSecret } from '~/server/secrets.ts';
import { useFreshUsers } from '~/tests/integration/auth/fresh-users.ts';
import { clearTables, useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { countLockWaits } from '~/tests/support/lock-waits.ts';
import { getOperationOutcome } from '~/tests/support/operation-outcome.ts';
import { CANARY, CANARY_COLUMNS, createTraces, dumpDatabase } from './traces.ts';

useTestEnvironment();
useDatabase();
useFreshUsers();

const now = new Date('2026-10-15T12:00:00Z');
const as = (user: User) => ({ actor: { id: user.id, role: user.role }, now });
const leave = (user: User, body: unknown = {}) => perform(deleteProfile, as(user), { read: () => body });

beforeEach(() => clearTables('events', 'idempotency_keys', 'rate_limits', 'audit_entries'));

describe('leaving', () => {
	let user: User;
	let other: User;
	let event: Event;
	beforeEach(async () => {
		[user, other] = [await createUserRow({ role: 'creator' }), await createUserRow({ role: 'storyteller' })];
		event = await createEventRow({ creatorId: user.id, discordEventId: '100000000000000002' });
		await createTraces(user, other, event);
	});

	test('leaves no text about the user and no Discord ID in the database', async () => {
		const before = await dumpDatabase();
		for (const trace of [CANARY, String(user.discordId)]) expect(before).toContain(trace);
		expect(await leave(user)).toEqual({
			message: 'Profile deleted successfully. You will be logged out.',
		});
		const after = await dumpDatabase();
		for (const trace of [CANARY, String(user.discordId)]) expect(after).not.toContain(trace);
	});

	test('leaves the user’s id only in the audit trail', async () => {
		await leave(user);
		const remaining: Record<string, number> = {};
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
			if (row?.count) remaining[`${table_name}.${column_name}`] = row.count;
		}
		expect(remaining).toEqual({ 'audit_entries.actor_id': 1 });
		expect(await rowsOf('rate_limits').count()).toBe(0);
		expect(await AuditEntry.count()).toBe(2);
	});

	test('keeps the event without a creator, updates the groups version, and does not change the Discord event', async () => {
		const before = event.groupsVersion;
		await leave(user);
		await event.reload();
		expect([event.creatorId, event.discordEventId, event.version]).toEqual([null, '100000000000000002', 1]);
		expect(event.groupsVersion).toBe(before + 1);
		expect((await rowsOf('groups').list()).map(({ storytellerId }) => storytellerId)).toEqual([null, null]);
		expect(await rowsOf('announcements').find({ eventId: event.id })).toMatchObject({ isDirty: true });
		expect((await ImportRun.findAll()).map(({ actorId }) => actorId)).toEqual([null]);
		const [jobs] = await database().query<{ count: number }>('SELECT count(*)::int AS count FROM queue.job', {
			type: QueryTypes.SELECT,
		});
		expect(jobs?.count).toBe(0);
	});

	test('deletes what the texts call deleted, and nothing of what they say stays', async () => {
		const { members, creators, user: unseen } = ACCOUNT_DATA;
		const parts = [members, creators, unseen].flatMap((tables) => Object.entries(tables));
		const countRows = () => Promise.all(parts.map(([, [mainTable]]) => rowsOf(mainTable).count()));
		const before = await countRows();
		await leave(user);
		const after = await countRows();
		const unchanged = parts.filter((_, part) => after[part] === before[part]);
		expect(unchanged.map(([name]) => name)).toEqual(STAYING);
	});

	test('keeps an HMAC, so that an import does not create the user again', async () => {
		await leave(user);
		const [erasedId, ...others] = await ErasedId.findAll();
		expect(others).toEqual([]);
		expect(erasedId?.discordIdHmac).toBe(getErasedId(String(user.discordId)));
		expect(erasedId?.erasedAt).toEqual(now);
	});

	test('deletes nothing of other users', async () => {
		const otherSignup = await createSignupRow({ userId: other.id, eventId: event.id });
		const session = await Session.create({
			userId: other.id,
			tokenHash: 'a'.repeat(64),
			expiresAt: new Date('2027-01-01'),
		});
		await rowsOf('rate_limits').insertAll(
			[
				`commentsPerMinute:${other.id}`,
				`userRequestsPerMinute:${other.id}`,
				`signInStartsPerMinute:${hashSecret('203.0.113.7')}`,
			].map((key) => ({ key, points: 1, expire: null })),
		);
		await leave(user);
		expect(await otherSignup.reload()).toBeTruthy();
		expect(await session.reload()).toBeTruthy();
		expect(await rowsOf('rate_limits').count()).toBe(3);
	});

	test('a second attempt, concurrent or later, finds no user', async () => {
		const outcomes = await Promise.all([getOperationOutcome(leave(user)), getOperationOutcome(leave(user))]);
		expect(outcomes.sort()).toEqual(['done', 'unauthenticated']);
		expect(await getOperationOutcome(leave(user))).toBe('unauthenticated');
		expect(await inTransaction((transaction) => eraseUser('999999', transaction, now))).toBe(false);
	});

	test.each(['delete', 'DELETE ', '', 'DELET', 7, null])(
		'refuses the confirmation %j',
		async (confirmation) => {
			expect(await getOperationOutcome(leave(user, { confirmation }))).toBe('invalid');
			expect(await User.count()).toBe(2);
		},
	);

	test('accepts the confirmation DELETE', async () => {
		expect(await getOperationOutcome(leave(user, { confirmation: 'DELETE' }))).toBe('done');
	});

	test('every free-text column about a user has a canary', async () => {
		const rows = await database().query<{ name: string }>(
			`SELECT DISTINCT c.table_name || '.' || c.column_name AS name FROM information_schema.columns c
			WHERE c.table_schema = 'public' AND c.data_type IN ('text', 'jsonb', 'character varying')
				AND (c.table_name IN ('users', 'idempotency_keys') OR EXISTS (
					SELECT 1 FROM information_schema.columns o WHERE o.table_schema = 'public'
					AND o.table_name = c.table_name AND o.column_name = 'user_id'))`,
			{ type: QueryTypes.SELECT },
		);
		/** Columns that hold one of a few words, an id or a hash, as the checks of the tables ensure. */
		const checkedColumns = [
			'api_tokens.token_hash',
			'attendance.state',
			'calendar_revisions.text_hash',
			'direct_messages.channel_id',
			'direct_messages.kind',
			'direct_messages.state',
			'direct_messages.way',
			'given_roles.discord_id',
			'given_roles.role_id',
			'given_roles.state',
			'group_pins.group_client_id',
			'idempotency_keys.actor_scope',
			'idempotency_keys.operation',
			'idempotency_keys.request_hash',
			'idempotency_keys.state',
			'player_messages.audience',
			'player_messages.way',
			'poll_votes.answer',
			'poll_votes.source',
			'player_preferences.kind',
			'script_votes.script',
			'script_votes.vote',
			'series_regulars.status',
			'sessions.token_hash',
			'sign_in_tokens.browser_hash',
			'sign_in_tokens.token_hash',
			'signups.arrives_at',
			'signups.leaves_at',
			'signups.lost_by',
			'signups.place',
			'signups.signup_source',
			'signups.status',
			'users.calendar_key',
			'users.discord_id',
			'users.experience',
			'users.preferred_username_source',
			'users.quiet_hours',
			'users.reminder_way',
			'users.role',
			'users.theme',
		];
		expect(rows.map(({ name }) => name).sort()).toEqual([...CANARY_COLUMNS, ...checkedColumns].sort());
	});
});

describe('admins', () => {
	test('the last admin must appoint another first; nothing is written', async () => {
		const admin = await createUserRow({ role: 'admin' });
		await createUserRow({ role: 'creator' });
		await expect(leave(admin)).rejects.toMatchObject({
			kind: 'conflict',
			message: 'You are the last admin. Please appoint another admin first.',
		});
		expect([await User.count(), await ErasedId.count()]).toEqual([2, 0]);
	});

	test('one of two can leave', async () => {
		const [one] = [await createUserRow({ role: 'admin' }), await createUserRow({ role: 'admin' })];
		expect(await getOperationOutcome(leave(one))).toBe('done');
	});

	test('when two leave at once, one stays', async () => {
		for (let round = 0; round < 8; round += 1) {
			const pair = [await createUserRow({ role: 'admin' }), await createUserRow({ role: 'admin' })];
			const outcomes = await Promise.all(pair.map((admin) => getOperationOutcome(leave(admin))));
			expect(outcomes.sort()).toEqual(['conflict', 'done']);
			expect(await User.count({ where: { role: 'admin' } })).toBe(1);
			await User.destroy({ where: { role: 'admin' } });
		}
	});
});

test('many concurrent erasures for one event do not deadlock', async () => {
	const event = await createEventRow({ status: 'active' });
	const users = await Promise.all(Array.from({ length: 8 }, () => createUserRow()));
	for (const user of users) await createSignupRow({ userId: user.id, eventId: event.id });
	await Event.update({ creatorId: users[0]?.id ?? null }, { where: { id: event.id } });
	const outcomes = await Promise.all(users.map((user) => getOperationOutcome(leave(user))));
	expect(outcomes).toEqual(users.map(() => 'done'));
	expect(await User.count()).toBe(0);
});

test('an edit of the event and the erasure of its creator do not deadlock', async () => {
	const user = await createUserRow({ role: 'creator' });
	const event = await createEventRow({ creatorId: user.id });
	let leaving: Promise<string> = Promise.resolve('not begun');
	await inTransaction(async (transaction) => {
		const lockOptions = {
			transaction,
			type: QueryTypes.SELECT,
			replacements: { id: event.id, userId: user.id },
		} as const;
		await database().query('SELECT id FROM events WHERE id = :id FOR UPDATE', lockOptions);
		leaving = getOperationOutcome(leave(user));
		await expect.poll(countLockWaits).toBe(1);
		// This takes the same lock as adding a storyteller does.
		await database().query('SELECT id FROM users WHERE id = :userId FOR KEY SHARE', lockOptions);
	});
	expect(await leaving).toBe('done');
});
