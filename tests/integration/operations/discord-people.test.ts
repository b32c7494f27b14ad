import { QueryTypes } from 'sequelize';
import { beforeEach, describe, expect, test } from 'vitest';
import { database, inTransaction } from '~/database/connection.ts';
import { Signup, User } from '~/database/models/index.ts';
import { makeEvent, makeSignup, makeUser } from '~/seeds/factories.ts';
import type { InterestedPerson } from '~/server/discord/scheduled-events.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { putSignup } from '~/server/operations/signups/signups.ts';
import { meetDiscordPeople, signUpInterested } from '~/server/operations/users/discord-people.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';

useTestEnvironment();
useDatabase();

const now = new Date('2026-10-15T12:00:00Z');
const idOf = (index: number) => String(600_000_000_000_000_000n + BigInt(index));
const person = (index: number, changes: Partial<InterestedPerson> = {}): InterestedPerson => ({
	...{ discordId: idOf(index), username: `person_${index}`, globalName: null, avatar: null, nickname: null },
	...changes,
});
const meet = (people: InterestedPerson[]) =>
	inTransaction((transaction) => meetDiscordPeople(people, { transaction, now }));
const signUp = (eventId: string, ids: Iterable<string>) =>
	inTransaction((transaction) => signUpInterested(eventId, ids, { transaction, now }));

beforeEach(async () => {
	await database().query('TRUNCATE users, events CASCADE');
});

describe('meeting people', () => {
	test('counts the new and the changed, each once', async () => {
		await meet([person(1), person(2), person(3)]);
		const met = await meet([
			...[person(1), person(2, { avatar: 'abc' }), person(3, { globalName: 'Three' })],
			...[person(4), person(4, { globalName: 'Four' })],
		]);
		expect([met.created, met.updated, met.ids.size]).toEqual([1, 2, 4]);
		const four = await User.findOne({ where: { discordId: idOf(4) } });
		expect([four?.globalName, met.ids.get(idOf(4))]).toEqual(['Four', String(four?.id)]);
		expect(await meet([])).toEqual({ ids: new Map(), created: 0, updated: 0 });
	});

	test('cleans and cuts their names, and calls the nameless something', async () => {
		await meet([
			person(1, { username: '\u200b', globalName: ' A\u202eB\n', nickname: '😀'.repeat(300) }),
			person(2, { nickname: ' ' }),
		]);
		const [one, two] = await User.findAll({ order: ['discordId'] });
		expect([one?.username, one?.globalName]).toEqual([`Member ${idOf(1)}`, 'AB']);
		expect([...(one?.preferredUsername ?? '')]).toHaveLength(255);
		expect([two?.preferredUsername, two?.preferredUsernameSource]).toEqual([null, null]);
	});

	test('of two who meet the same people at once, in opposite order, each is made once', async () => {
		const people = Array.from({ length: 31 }, (_, index) => person(index));
		const held = await database().transaction();
		await makeUser({ discordId: idOf(15) }, { transaction: held });
		const meetings = [people, people.toReversed()].map(meet);
		// Both transactions wait now. Without a common order, each would hold half of the users.
		await expect.poll(countWaiting).toBe(2);
		await held.rollback();
		const met = await Promise.all(meetings);
		expect(met.reduce((sum, { created }) => sum + created, 0)).toBe(31);
		expect(met.map(({ ids }) => ids.size)).toEqual([31, 31]);
		expect(await User.count()).toBe(31);
	});
});

async function countWaiting(): Promise<number> {
	const rows = await database().query(
		"SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
		{ type: QueryTypes.SELECT },
	);
	return rows.length;
}

describe('signing the interested up', () => {
	test('leaves every answer that is there, whoever gave it', async () => {
		const event = await makeEvent();
		const users: User[] = [];
		for (let index = 0; index < 5; index += 1) users.push(await makeUser());
		const given = [
			['late', 'webapp'],
			['declined', 'botc_command'],
			['tentative', 'discord'],
		] as const;
		for (const [index, [status, signupSource]] of given.entries()) {
			await makeSignup({
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

	test('while they answer in the app: what they answered stands, and everybody has one row', async () => {
		const event = await makeEvent();
		const users = await Promise.all(Array.from({ length: 60 }, () => makeUser()));
		const answers = users.map((user) =>
			perform(
				putSignup,
				{ actor: { id: String(user.id), role: 'player' }, now },
				{ params: { eventId: String(event.id) }, read: () => ({ status: 'declined' }) },
			),
		);
		await Promise.all([
			...answers,
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
