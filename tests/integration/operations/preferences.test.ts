import { beforeEach, describe, expect, test } from 'vitest';
import type { Event, User } from '~/database/models/index.ts';
import { DAY_MS } from '~/domain/limits.ts';
import { Refusal } from '~/domain/refusal.ts';
import type { SignupStatus } from '~/domain/signups/statuses.ts';
import { preferencesSchema } from '~/domain/users/preferences.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { findUsers, listCompanions, listUsers, searchUsers } from '~/server/operations/users/queries.ts';
import { readPreferences, savePreferences } from '~/server/operations/users/save-preferences.ts';
import { useFreshUsers } from '~/tests/integration/auth/fresh-users.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';

useTestEnvironment();
useDatabase();
useFreshUsers();

const now = new Date('2026-10-15T12:00:00Z');
const as = (user: User) => ({ actor: { id: user.id, role: user.role }, now });
const save = (user: User, body: unknown) => perform(savePreferences, as(user), { read: () => body });
const read = (user: User) => perform(readPreferences, as(user));
const refusalOf = async (promise: Promise<unknown>): Promise<Refusal> => {
	const error = await promise.then(
		() => null,
		(reason: unknown) => reason,
	);
	if (!(error instanceof Refusal)) throw new Error(`not refused: ${error}`);
	return error;
};
const createUsers = (count: number, role: 'player' | 'storyteller' = 'player') =>
	Promise.all(Array.from({ length: count }, () => createUserRow({ role })));
const createPastEvent = (days: number, status: 'active' | 'cancelled' = 'active') =>
	createEventRow({ date: new Date(now.getTime() - days * DAY_MS), status });
const idsOf = (users: User[]) => users.map(({ id }) => id);

let user: User;
beforeEach(async () => {
	user = await createUserRow();
});

describe('saving', () => {
	test('a user who never saved has empty lists and the countdown setting', async () => {
		expect(await read(user)).toEqual({
			preferredPlayers: [],
			preferredStorytellers: [],
			notes: '',
			showCountdown: true,
		});
	});

	test('keeps the order, removes duplicates, accepts numbers as ids, and returns the saved values', async () => {
		const [a, b] = await createUsers(2);
		const [storyteller] = await createUsers(1, 'storyteller');
		if (!a || !b || !storyteller) throw new Error('no users');
		const saved = await save(user, {
			preferredPlayers: [b.id, Number(a.id), b.id],
			preferredStorytellers: [storyteller.id],
			notes: ' second game\r\nbest ',
			showCountdown: false,
		});
		expect(saved).toEqual({
			preferredPlayers: [b.id, a.id],
			preferredStorytellers: [storyteller.id],
			notes: 'second game\nbest',
			showCountdown: false,
		});
		expect(preferencesSchema.parse(saved)).toEqual(saved);
		expect(await read(user)).toEqual(saved);
		expect(await save(user, { preferredPlayers: [a.id, b.id] })).toEqual({
			...saved,
			preferredPlayers: [a.id, b.id],
		});
	});

	test('keeps omitted fields; an empty list clears', async () => {
		const [a] = await createUsers(1);
		await save(user, { preferredPlayers: [a?.id], notes: 'kept' });
		expect(await save(user, { showCountdown: false })).toMatchObject({
			preferredPlayers: [a?.id],
			notes: 'kept',
			showCountdown: false,
		});
		expect(await save(user, { preferredPlayers: [], notes: '' })).toMatchObject({
			preferredPlayers: [],
			notes: '',
			showCountdown: false,
		});
	});

	test('five players and three storytellers fit, also with a duplicate; one more is refused with its text', async () => {
		const players = idsOf(await createUsers(6));
		const storytellers = idsOf(await createUsers(4, 'storyteller'));
		const saved = await save(user, {
			preferredPlayers: [...players.slice(0, 5), players[0]],
			preferredStorytellers: [...storytellers.slice(0, 3), storytellers[2]],
		});
		const tooManyPlayers = await refusalOf(save(user, { preferredPlayers: players, notes: 'not saved' }));
		expect([tooManyPlayers.kind, tooManyPlayers.fields]).toEqual([
			'invalid',
			{ preferredPlayers: ['Maximum of 5 preferred players reached'] },
		]);
		const tooManyStorytellers = await refusalOf(
			save(user, { preferredStorytellers: storytellers, notes: 'not saved' }),
		);
		expect([tooManyStorytellers.kind, tooManyStorytellers.fields]).toEqual([
			'invalid',
			{ preferredStorytellers: ['Maximum of 3 preferred storytellers reached'] },
		]);
		expect(await read(user)).toEqual(saved);
	});

	test('refuses oneself, unknown ids and users who are no storytellers, and saves nothing', async () => {
		const [player] = await createUsers(1);
		const before = await save(user, { preferredPlayers: [player?.id], notes: 'before' });
		const cases: [Record<string, unknown>, string][] = [
			[{ preferredPlayers: [user.id] }, 'preferredPlayers'],
			[{ preferredStorytellers: [user.id] }, 'preferredStorytellers'],
			[{ preferredPlayers: ['999999999'] }, 'preferredPlayers'],
			[{ preferredPlayers: ['abc'] }, 'preferredPlayers'],
			[{ preferredPlayers: ["1'; DROP TABLE users; --"] }, 'preferredPlayers'],
			[{ preferredPlayers: 'abc' }, 'preferredPlayers'],
			[{ preferredPlayers: [null] }, 'preferredPlayers'],
			[{ preferredStorytellers: [player?.id] }, 'preferredStorytellers'],
			[{ notes: 'x'.repeat(2_001) }, 'notes'],
			[{ notes: 7 }, 'notes'],
			[{ showCountdown: 'yes' }, 'showCountdown'],
		];
		for (const [body, field] of cases) {
			const refusal = await refusalOf(save(user, { notes: 'after', preferredPlayers: [], ...body }));
			expect([refusal.kind, Object.keys(refusal.fields ?? {})]).toEqual(['invalid', [field]]);
		}
		expect(await read(user)).toEqual(before);
		expect((await save(user, { notes: 'é'.repeat(2_000) })).notes).toHaveLength(2_000);
	});

	test('a storyteller on the list may stay when they lost the role, and cannot be added', async () => {
		const [storyteller] = await createUsers(1, 'storyteller');
		await save(user, { preferredStorytellers: [storyteller?.id] });
		await storyteller?.update({ role: 'player' });
		expect((await save(user, { preferredStorytellers: [storyteller?.id] })).preferredStorytellers).toEqual([
			storyteller?.id,
		]);
		await save(user, { preferredStorytellers: [], preferredPlayers: [storyteller?.id] });
		expect((await refusalOf(save(user, { preferredStorytellers: [storyteller?.id] }))).kind).toBe('invalid');
	});

	test('role, id, discordId and __proto__ among the fields change none of them', async () => {
		const before = (await user.reload()).get({ plain: true });
		const body = JSON.parse(
			'{"notes":"x","role":"admin","id":"1","userId":"1","discordId":"123456789012345678","__proto__":{"role":"admin"}}',
		);
		await save(user, body);
		expect((await user.reload()).get({ plain: true })).toEqual(before);
		expect(({} as { role?: string }).role).toBeUndefined();
	});

	test('ten saves at once leave one whole list', async () => {
		const ids = idsOf(await createUsers(5));
		const lists = ids.flatMap((_, index) => [ids.slice(index), ids.slice(0, index + 1).reverse()]);
		const results = await Promise.all(lists.map((preferredPlayers) => save(user, { preferredPlayers })));
		expect(results.map((result) => result.preferredPlayers)).toEqual(lists);
		const storedIds = (await read(user)).preferredPlayers;
		expect(lists).toContainEqual(storedIds);
		expect(await rowsOf('player_preferences').count({ userId: user.id })).toBe(storedIds.length);
	});
});

describe('user search', () => {
	const search = (body: unknown) => perform(searchUsers, as(user), { read: () => body });

	test('lists every user by the displayed name', async () => {
		await createUserRow({ username: 'zed', preferredUsername: 'Abel' });
		await createUserRow({ username: 'bela' });
		const users = await perform(listUsers, as(user));
		expect(users.map((listed) => listed.preferred_username ?? listed.username)).toEqual([
			'Abel',
			'bela',
			user.username,
		]);
	});

	test('three storytellers at most; players without oneself and those who are chosen; accents and case do not count', async () => {
		const storytellers = await Promise.all(
			['Åsa One', 'asa two', 'ASA three', 'Asa four'].map((preferredUsername) =>
				createUserRow({ preferredUsername, role: 'storyteller' }),
			),
		);
		await user.update({ preferredUsername: 'Asa myself' });
		expect(await search({ query: 'asa', among: 'storytellers' })).toHaveLength(3);
		const players = await search({ query: 'ASA', among: 'players', without: [storytellers[0]?.id] });
		expect(players.map(({ preferred_username }) => preferred_username).sort()).toEqual(
			['ASA three', 'Asa four', 'asa two'].sort(),
		);
		expect(await search({ query: '  ', among: 'players' })).toEqual([]);
		expect(await search({ query: '%', among: 'players' })).toEqual([]);
	});

	test('finds no player among storytellers', async () => {
		await createUserRow({ username: 'nightjar' });
		expect(await search({ query: 'nightjar', among: 'storytellers' })).toEqual([]);
		expect(await search({ query: 'nightjar', among: 'players' })).toHaveLength(1);
	});

	test('sorts names that begin with the query first, and finds every word in any order', async () => {
		for (const preferredUsername of ['Anna Wren', 'Wren', 'Đorđe wren', 'Wrenna'])
			await createUserRow({ preferredUsername });
		const names = async (query: string) =>
			(await search({ query, among: 'players' })).map(({ preferred_username }) => preferred_username);
		expect(await names('WREN')).toEqual(['Wren', 'Wrenna', 'Anna Wren', 'Đorđe wren']);
		expect(await names('wren dorde')).toEqual(['Đorđe wren']);
	});

	test('lists companions by shared events and groups', async () => {
		const [often, once, group, late, stranger, declined] = await createUsers(6);
		const storyteller = await createUserRow({ role: 'storyteller', username: 'nightjar' });
		const past = await Promise.all([1, 2, 3].map((days) => createPastEvent(days)));
		const attend = (event: Event | undefined, one: User | undefined, status: SignupStatus = 'confirmed') =>
			createSignupRow({ eventId: String(event?.id), userId: String(one?.id), status });
		for (const event of past) {
			await attend(event, user);
			await attend(event, often);
			await attend(event, declined, 'declined');
		}
		await attend(past[0], once);
		await attend(past[1], group);
		await attend(past[2], late, 'late');
		const table = await rowsOf('groups').insert({
			eventId: String(past[1]?.id),
			clientId: 'a',
			name: 'Group 1',
			storytellerId: storyteller.id,
		});
		// A user who declined after the groups were saved still has a seat that does not count.
		for (const one of [user, group, declined]) {
			await rowsOf('group_players').insert({
				eventId: String(past[1]?.id),
				groupId: table.id,
				userId: String(one?.id),
			});
		}
		// Neither an event of others, nor one to come, nor a cancelled one counts.
		await attend(await createPastEvent(4), stranger);
		for (const event of [await createPastEvent(-9), await createPastEvent(5, 'cancelled')]) {
			await attend(event, user);
			await attend(event, stranger);
		}
		const companions = async (body: object) =>
			(await perform(listCompanions, as(user), { read: () => body })).map(({ id }) => id);
		const all = await companions({ among: 'players' });
		expect(all.slice(0, 2)).toEqual([often?.id, group?.id]);
		expect(new Set(all)).toEqual(new Set([often, group, once, late, storyteller].map((one) => one?.id)));
		expect(await companions({ among: 'players', without: [often?.id] })).not.toContain(often?.id);
		expect(await companions({ among: 'storytellers' })).toEqual([storyteller.id]);
	});

	test('by id, in their order', async () => {
		const [a, b] = await createUsers(2);
		const users = await perform(findUsers, as(user), {
			read: () => ({ ids: [b?.id, '999999', 'abc', a?.id] }),
		});
		expect(users.map(({ id }) => id)).toEqual([b?.id, a?.id]);
	});
});
