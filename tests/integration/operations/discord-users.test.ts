import { beforeEach, describe, expect, test } from 'vitest';
import { database, inTransaction } from '~/database/connection.ts';
import { Signup, User } from '~/database/models/index.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import type { DiscordMember } from '~/server/discord/scheduled-events.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { putSignup } from '~/server/operations/signups/put-signup.ts';
import { signUpInterestedUsers, upsertDiscordUsers } from '~/server/operations/users/upsert-discord-users.ts';
import { clearTables, useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { countLockWaits } from '~/tests/support/lock-waits.ts';

useTestEnvironment();
useDatabase();

const now = new Date('2026-10-15T12:00:00Z');
const idOf = (index: number) => String(600_000_000_000_000_000n + BigInt(index));
const makeDiscordUser = (index: number, changes: Partial<DiscordMember> = {}): DiscordMember => ({
	discordId: idOf(index),
	username: `person_${index}`,
	globalName: null,
	avatar: null,
	nickname: null,
	...changes,
});
const upsertUsers = (discordUsers: DiscordMember[]) =>
	inTransaction((transaction) => upsertDiscordUsers(discordUsers, { transaction, now }));
const signUp = (eventId: string, ids: Iterable<string>) =>
	inTransaction((transaction) => signUpInterestedUsers(eventId, ids, { transaction, now }));

beforeEach(async () => {
	await clearTables('users', 'events');
});

describe('creating and updating Discord users', () => {
	test('counts created and updated users, each once', async () => {
		await upsertUsers([makeDiscordUser(1), makeDiscordUser(2), makeDiscordUser(3)]);
		const result = await upsertUsers([
			...[
				makeDiscordUser(1),
				makeDiscordUser(2, { avatar: 'abc' }),
				makeDiscordUser(3, { globalName: 'Three' }),
			],
			...[makeDiscordUser(4), makeDiscordUser(4, { globalName: 'Four' })],
		]);
		expect([result.created, result.updated, result.ids.size]).toEqual([1, 2, 4]);
		const fourthUser = await User.findOne({ where: { discordId: idOf(4) } });
		expect([fourthUser?.globalName, result.ids.get(idOf(4))]).toEqual(['Four', String(fourthUser?.id)]);
		expect(await upsertUsers([])).toEqual({ ids: new Map(), created: 0, updated: 0 });
	});

	test('cleans and shortens names, and has a fallback name', async () => {
		await upsertUsers([
			makeDiscordUser(1, { username: '\u200b', globalName: ' A\u202eB\n', nickname: '😀'.repeat(300) }),
			makeDiscordUser(2, { nickname: ' ' }),
		]);
		const [one, two] = await User.findAll({ order: ['discordId'] });
		expect([one?.username, one?.globalName]).toEqual([`Member ${idOf(1)}`, 'AB']);
		expect([...(one?.preferredUsername ?? '')]).toHaveLength(255);
		expect([two?.preferredUsername, two?.preferredUsernameSource]).toEqual([null, null]);
	});

	test('two concurrent calls in opposite order create each user once', async () => {
		const discordUsers = Array.from({ length: 31 }, (_, index) => makeDiscordUser(index));
		const lockTransaction = await database().transaction();
		await createUserRow({ discordId: idOf(15) }, { transaction: lockTransaction });
		const upserts = [discordUsers, discordUsers.toReversed()].map(upsertUsers);
		// Both transactions wait now. Without a common order, each would hold half of the users.
		await expect.poll(countLockWaits).toBe(2);
		await lockTransaction.rollback();
		const results = await Promise.all(upserts);
		expect(results.reduce((sum, { created }) => sum + created, 0)).toBe(31);
		expect(results.map(({ ids }) => ids.size)).toEqual([31, 31]);
		expect(await User.count()).toBe(31);
	});
});

describe('signing up interested members', () => {
	test('keeps every existing signup of any source', async () => {
		const event = await createEventRow();
		const users: User[] = [];
		for (let index = 0; index < 5; index += 1) users.push(await createUserRow());
		const existingSignups = [
			['late', 'webapp'],
			['declined', 'botc_command'],
			['tentative', 'discord'],
		] as const;
		for (const [index, [status, signupSource]] of existingSignups.entries()) {
			await createSignupRow({
				eventId: event.id,
				userId: users[index]?.id ?? '',
				status,
				signupSource,
				notes: 'mine',
			});
		}
		expect(
			await signUp(
				event.id,
				users.map(({ id }) => id),
			),
		).toBe(2);
		expect(
			await signUp(
				event.id,
				users.map(({ id }) => id),
			),
		).toBe(0);
		const rows = await Signup.findAll({ order: ['userId'] });
		expect(rows.map(({ status, signupSource, notes }) => [status, signupSource, notes])).toEqual([
			['late', 'webapp', 'mine'],
			['declined', 'botc_command', 'mine'],
			['tentative', 'discord', 'mine'],
			['confirmed', 'discord', 'Signed up via Discord'],
			['confirmed', 'discord', 'Signed up via Discord'],
		]);
	});

	test('during signups in the app keeps those signups, one row per user', async () => {
		const event = await createEventRow();
		const users = await Promise.all(Array.from({ length: 60 }, () => createUserRow()));
		const signups = users.map((user) =>
			perform(
				putSignup,
				{ actor: { id: String(user.id), role: 'player' }, now },
				{ params: { eventId: String(event.id) }, read: () => ({ status: 'declined' }) },
			),
		);
		await Promise.all([
			...signups,
			signUp(
				event.id,
				users.map(({ id }) => id),
			),
		]);
		const rows = await Signup.findAll();
		expect(rows.map(({ status, signupSource }) => [status, signupSource])).toEqual(
			Array(60).fill(['declined', 'webapp']),
		);
	});
});
