import { QueryTypes } from 'sequelize';
import { beforeEach, expect, test } from 'vitest';
import { database } from '~/database/connection.ts';
import { AuditEntry, type Event, Session, type User } from '~/database/models/index.ts';
import { createEventRow, createUserRow } from '~/seeds/factories.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { exportProfile, REVIEWED_TABLES } from '~/server/operations/users/export-profile.ts';
import { useFreshUsers } from '~/tests/integration/auth/fresh-users.ts';
import { clearTables, useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { expectLockWaits } from '~/tests/support/lock-waits.ts';
import { CANARY, CANARY_COLUMNS, createTraces } from './traces.ts';

useTestEnvironment();
useDatabase();
useFreshUsers();

const now = new Date('2026-10-15T12:00:00Z');
const read = (user: User) =>
	perform(exportProfile, { actor: { id: user.id, role: user.role }, now }, { read: () => ({}) });

let user: User;
let other: User;
let event: Event;
beforeEach(async () => {
	await clearTables('events', 'idempotency_keys', 'rate_limits', 'audit_entries');
	[user, other] = [
		await createUserRow({ role: 'creator' }),
		await createUserRow({ username: 'someone-else' }),
	];
	event = await createEventRow({ creatorId: user.id, title: 'My own night' });
	await createTraces(user, other, event);
});

test('every table is either exported or excluded with a reason', async () => {
	const tables = await database().query<{ tablename: string }>(
		`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`,
		{ type: QueryTypes.SELECT },
	);
	expect([...REVIEWED_TABLES].sort()).toEqual(tables.map(({ tablename }) => tablename).sort());
});

test('every exported table has at least one row', async () => {
	const { tables, exported_at } = await read(user);
	expect(exported_at).toBe(now.toISOString());
	expect(
		Object.entries(tables)
			.filter(([, rows]) => rows.length === 0)
			.map(([table]) => table),
	).toEqual([]);
	expect(tables.users).toHaveLength(1);
	expect(tables.events).toMatchObject([{ title: 'My own night' }]);
	expect(tables.direct_messages).toMatchObject([{ channel_id: '100000000000000004' }]);
});

test('contains every text of the user, as JSON', async () => {
	const { tables } = JSON.parse(JSON.stringify(await read(user)));
	// The keys of repeated requests name rows that are elsewhere in the export.
	const texts = CANARY_COLUMNS.filter((name) => !name.startsWith('idempotency_keys'));
	for (const name of texts) {
		const [table = '', column = ''] = name.split('.');
		expect([name, JSON.stringify(tables[table]?.[0]?.[column])]).toEqual([
			name,
			expect.stringContaining(CANARY),
		]);
	}
	expect(tables.users[0].discord_id).toBe(user.discordId);
});

test('contains no hash of a secret and nothing of other users', async () => {
	await Session.create({
		userId: other.id,
		tokenHash: 'b'.repeat(64),
		expiresAt: new Date('2027-01-01T00:00:00Z'),
	});
	const text = JSON.stringify(await read(user));
	expect(text).not.toMatch(/[0-9a-f]{64}/);
	expect(text).not.toContain(String(other.discordId));
	const { tables } = await read(other);
	expect(JSON.stringify(tables)).not.toContain(user.discordId);
	expect(tables.sessions).toHaveLength(1);
	expect(tables.signups).toEqual([]);
	expect(tables.comments).toEqual([]);
	// The user's own list shows the names.
	expect(tables.player_preferences).toMatchObject([
		{ kind: 'player', name: `${CANARY} preferred` },
		{ kind: 'storyteller', name: `${CANARY} preferred` },
	]);
});

test('each of two users who are kept apart has it in their export', async () => {
	for (const one of [user, other])
		expect((await read(one)).tables.group_keep_apart).toMatchObject([{ kept_apart_from: 1 }]);
});

test('many at once use one connection, and all are made', async () => {
	const lock = await database().transaction();
	await database().query('LOCK TABLE users IN ACCESS EXCLUSIVE MODE', { transaction: lock });
	const exports = Array.from({ length: 10 }, () => read(user));
	await expectLockWaits(1);
	await lock.commit();
	const sizes = (await Promise.all(exports)).map(({ tables }) => tables.users?.length);
	expect(sizes).toEqual(Array.from({ length: 10 }, () => 1));
});

test('contains the audit entries by and about the user', async () => {
	await AuditEntry.destroy({ where: {} });
	const entry = { subjectId: user.id, detail: {}, createdAt: now };
	await AuditEntry.bulkCreate([
		{ ...entry, actorId: user.id, action: 'events.cancel', subjectType: 'event' },
		{ ...entry, actorId: other.id, action: 'users.setRole', subjectType: 'user' },
		// This is an event that happens to have the same id.
		{ ...entry, actorId: other.id, action: 'events.delete', subjectType: 'event' },
	]);
	const { tables } = await read(user);
	expect(tables.audit_entries?.map(({ action }) => action)).toEqual(['events.cancel', 'users.setRole']);
});
