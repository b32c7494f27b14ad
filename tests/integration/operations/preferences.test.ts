import { beforeEach, describe, expect, test } from 'vitest';
import { PlayerPreference, type User } from '~/database/models/index.ts';
import { preferencesSchema } from '~/domain/people/preferences.ts';
import { Refusal } from '~/domain/refusal.ts';
import { makeUser } from '~/seeds/factories.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { findPeople, listPeople, searchPeople } from '~/server/operations/users/people.ts';
import { readPreferences, savePreferences } from '~/server/operations/users/preferences.ts';
import { useFreshPeople } from '~/tests/integration/auth/fresh-people.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';

useTestEnvironment();
useDatabase();
useFreshPeople();

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
const makeMany = (count: number, role: 'player' | 'storyteller' = 'player') =>
	Promise.all(Array.from({ length: count }, () => makeUser({ role })));
const idsOf = (users: User[]) => users.map(({ id }) => id);

let user: User;
beforeEach(async () => {
	user = await makeUser();
});

describe('saving', () => {
	test('somebody who never saved has empty lists and the countdown of their profile', async () => {
		expect(await read(user)).toEqual({
			preferredPlayers: [],
			preferredStorytellers: [],
			notes: '',
			showCountdown: true,
		});
	});

	test('keeps the order, folds duplicates, takes numbers for ids, and answers what it saved', async () => {
		const [a, b] = await makeMany(2);
		const [teller] = await makeMany(1, 'storyteller');
		if (!a || !b || !teller) throw new Error('nobody');
		const saved = await save(user, {
			preferredPlayers: [b.id, Number(a.id), b.id],
			preferredStorytellers: [teller.id],
			notes: ' second game\r\nbest ',
			showCountdown: false,
		});
		expect(saved).toEqual({
			preferredPlayers: [b.id, a.id],
			preferredStorytellers: [teller.id],
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

	test('what is left out stays; an empty list empties', async () => {
		const [a] = await makeMany(1);
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
		const players = idsOf(await makeMany(6));
		const tellers = idsOf(await makeMany(4, 'storyteller'));
		const full = await save(user, {
			preferredPlayers: [...players.slice(0, 5), players[0]],
			preferredStorytellers: [...tellers.slice(0, 3), tellers[2]],
		});
		const many = await refusalOf(save(user, { preferredPlayers: players, notes: 'not saved' }));
		expect([many.kind, many.fields]).toEqual([
			'invalid',
			{ preferredPlayers: ['Maximum of 5 preferred players reached'] },
		]);
		const four = await refusalOf(save(user, { preferredStorytellers: tellers, notes: 'not saved' }));
		expect([four.kind, four.fields]).toEqual([
			'invalid',
			{ preferredStorytellers: ['Maximum of 3 preferred storytellers reached'] },
		]);
		expect(await read(user)).toEqual(full);
	});

	test('oneself, unknown ids and storytellers who are none are refused, and nothing of the save is kept', async () => {
		const [player] = await makeMany(1);
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
		const [teller] = await makeMany(1, 'storyteller');
		await save(user, { preferredStorytellers: [teller?.id] });
		await teller?.update({ role: 'player' });
		expect((await save(user, { preferredStorytellers: [teller?.id] })).preferredStorytellers).toEqual([
			teller?.id,
		]);
		await save(user, { preferredStorytellers: [] });
		expect((await refusalOf(save(user, { preferredStorytellers: [teller?.id] }))).kind).toBe('invalid');
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
		const ids = idsOf(await makeMany(5));
		const lists = ids.flatMap((_, index) => [ids.slice(index), ids.slice(0, index + 1).reverse()]);
		const answers = await Promise.all(lists.map((preferredPlayers) => save(user, { preferredPlayers })));
		expect(answers.map((answer) => answer.preferredPlayers)).toEqual(lists);
		const kept = (await read(user)).preferredPlayers;
		expect(lists).toContainEqual(kept);
		expect(await PlayerPreference.count({ where: { userId: user.id } })).toBe(kept.length);
	});
});

describe('people', () => {
	const find = (body: unknown) => perform(searchPeople, as(user), { read: () => body });

	test('everybody, by the name they are shown under', async () => {
		await makeUser({ username: 'zed', preferredUsername: 'Abel' });
		await makeUser({ username: 'bela' });
		const people = await perform(listPeople, as(user));
		expect(people.map((person) => person.preferred_username ?? person.username)).toEqual([
			'Abel',
			'bela',
			user.username,
		]);
	});

	test('three storytellers at most; players without oneself and those who are chosen; accents and case do not count', async () => {
		const tellers = await Promise.all(
			['Åsa One', 'asa two', 'ASA three', 'Asa four'].map((preferredUsername) =>
				makeUser({ preferredUsername, role: 'storyteller' }),
			),
		);
		await user.update({ preferredUsername: 'Asa myself' });
		expect(await find({ query: 'asa', among: 'storytellers' })).toHaveLength(3);
		const players = await find({ query: 'ASA', among: 'players', without: [tellers[0]?.id] });
		expect(players.map(({ preferred_username }) => preferred_username).sort()).toEqual(
			['ASA three', 'Asa four', 'asa two'].sort(),
		);
		expect(await find({ query: '  ', among: 'players' })).toEqual([]);
		expect(await find({ query: '%', among: 'players' })).toEqual([]);
	});

	test('who is no storyteller is not found among them', async () => {
		await makeUser({ username: 'nightjar' });
		expect(await find({ query: 'nightjar', among: 'storytellers' })).toEqual([]);
		expect(await find({ query: 'nightjar', among: 'players' })).toHaveLength(1);
	});

	test('by id, in their order', async () => {
		const [a, b] = await makeMany(2);
		const people = await perform(findPeople, as(user), {
			read: () => ({ ids: [b?.id, '999999', 'abc', a?.id] }),
		});
		expect(people.map(({ id }) => id)).toEqual([b?.id, a?.id]);
	});
});
