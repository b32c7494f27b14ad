import { describe, expect, test } from 'vitest';
import { Setting, Signup, User } from '~/database/models/index.ts';
import { groupsSchema, savedGroupsSchema } from '~/domain/groups/schema.ts';
import { BOARD_TEXTS } from '~/domain/groups/texts.ts';
import { createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { autoSplitGroups } from '~/server/operations/groups/auto-split-groups.ts';
import { editGroups, readGroups, saveGroups } from '~/server/operations/groups/index.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { movePlace, settleAfterChange } from '~/server/operations/places/index.ts';
import { removeSignup } from '~/server/operations/signups/index.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import {
	addStoryteller,
	as,
	countSeats,
	creator,
	edit,
	event,
	group,
	now,
	read,
	readPage,
	refusalOf,
	save,
	setPreferences,
	setSignup,
	signUp,
	split,
	useEvent,
} from './groups-of-event.ts';

useTestEnvironment();
useDatabase();
useEvent();

describe('reading', () => {
	test('an event without groups has version 1, the spec’s config and all preferences', async () => {
		const [a = '', b = ''] = await signUp(2);
		const [declinedId = ''] = await signUp(1, 'declined');
		await setPreferences(a, [b]);
		await rowsOf('preferences').insert({ userId: declinedId, notes: 'Vegetarian' });
		const view = await read();
		expect(view).toEqual(groupsSchema.parse(view));
		expect(view).toMatchObject({ groups: [], version: 1, pins: [], keepApart: [], storytellers: [] });
		expect(view.autoSplitConfig).toEqual({
			triggerCount: 16,
			maxGroups: 2,
			minPlayersPerGroup: 8,
			maxPlayersPerGroup: 15,
		});
		expect(view.confirmedSignups.map(({ user_id }) => user_id)).toEqual([a, b]);
		const emptyPreferences = {
			preferredPlayers: [],
			preferredStorytellers: [],
			notes: '',
			showCountdown: true,
		};
		expect(view.userPreferences).toEqual({
			[a]: { ...emptyPreferences, preferredPlayers: [b] },
			[b]: emptyPreferences,
			[declinedId]: { ...emptyPreferences, notes: 'Vegetarian' },
		});
	});

	test.each(['player', 'storyteller'] as const)(
		'a %s sees the groups, but no preferences, notes or pins',
		async (role) => {
			const [a = '', b = ''] = await signUp(2);
			await setPreferences(a, [b]);
			await rowsOf('preferences').insert({ userId: a, notes: 'SECRET-PROFILE' });
			await Signup.update({ notes: 'SECRET-SIGNUP' }, { where: { userId: a } });
			await save({
				groups: [group('g', [a, b])],
				pins: [{ userId: a, groupId: 'g' }],
				keepApart: [[a, b]],
			});
			const view = await read(await createUserRow({ role }));
			expect(view.groups).toEqual([group('g', [a, b])]);
			expect(view).toMatchObject({ userPreferences: {}, pins: [], keepApart: [] });
			expect(JSON.stringify(view)).not.toContain('SECRET');
			expect(JSON.stringify(await read())).toContain('SECRET-PROFILE');
		},
	);

	test('lists the event’s storytellers and those who lead a group', async () => {
		const storytellerId = await addStoryteller();
		const other = await createUserRow({ role: 'storyteller', preferredUsername: 'Marlowe' });
		await save({ groups: [group('g', [], { storytellerId: other.id })] });
		expect((await read()).storytellers.map(({ user_id }) => user_id)).toEqual([storytellerId, other.id]);
	});

	test.each([
		['{"triggerCount":24,"maxGroups":3}', { triggerCount: 24, maxGroups: 3, minPlayersPerGroup: 8 }],
		['{"triggerCount":0}', { triggerCount: 16, maxGroups: 2 }],
		['nonsense', { triggerCount: 16, maxGroups: 2 }],
	])('the setting %s', async (value, config) => {
		await Setting.upsert({ key: 'auto_split_config', value });
		expect((await read()).autoSplitConfig).toMatchObject(config);
		await Setting.destroy({ where: { key: 'auto_split_config' } });
	});
});

describe('saving', () => {
	test('keeps every field and the order, cleans names, and counts the version', async () => {
		const [a = '', b = '', c = ''] = await signUp(3);
		const storytellerId = await addStoryteller();
		const body = [
			group('z', [c, a], { storytellerId: Number(storytellerId), maxPlayers: 2 }),
			{ ...group('7', [Number(b)] as never, { name: ' Late\u202e  birds ' }), id: 7, extra: 'x' },
		];
		const saved = await save({ groups: body, version: 1 });
		expect(saved).toEqual(savedGroupsSchema.parse(saved));
		expect(saved).toEqual({
			groups: [group('z', [c, a], { storytellerId, maxPlayers: 2 }), group('7', [b], { name: 'Late birds' })],
			version: 2,
			dropped: [],
		});
		expect((await read()).groups).toEqual(saved.groups);
	});

	test('fills in missing fields; a saved group keeps its time', async () => {
		await save({ groups: [{ id: 'g', name: 'G', createdAt: '2026-10-01T12:00:00+02:00' }] });
		const { groups } = await save({
			groups: [
				{ id: 'g', name: 'G' },
				{ id: 'h', name: 'H' },
			],
		});
		expect(groups).toEqual([
			{ ...group('g', []), name: 'G' },
			{ ...group('h', []), name: 'H', createdAt: now.toISOString() },
		]);
	});

	test('pins and pairs are replaced when sent, stay when not, and go with their group', async () => {
		const [a = '', b = ''] = await signUp(2);
		const pins = [{ userId: a, groupId: 'g' }];
		await save({ groups: [group('g', []), group('h', [])], pins, keepApart: [[b, a]] });
		await save({ groups: [group('g', [b])] });
		expect(await read()).toMatchObject({ pins, keepApart: [[a, b]] });
		await save({ groups: [group('h', [])] });
		expect(await read()).toMatchObject({ pins: [], keepApart: [[a, b]] });
		await save({ groups: [], keepApart: [] });
		expect(await read()).toMatchObject({ keepApart: [] });
	});

	test('a player without a signup is dropped and reported; one removed later is not shown', async () => {
		const [a = '', b = ''] = await signUp(2);
		const stranger = await createUserRow();
		const saved = await save({
			groups: [group('g', [a, stranger.id, b])],
			pins: [{ userId: stranger.id, groupId: 'g' }],
		});
		expect(saved).toMatchObject({ groups: [group('g', [a, b])], dropped: [stranger.id] });
		await perform(removeSignup, as({ id: a, role: 'player' }), { params: { eventId: event.id } });
		expect((await read()).groups).toEqual([group('g', [b])]);
	});

	test('a player who declines after a save loses the seat; the next save removes and reports it', async () => {
		const [a = '', b = '', c = ''] = await signUp(3);
		const board = [group('g', [a, b, c])];
		await save({ groups: board });
		await setSignup(a, 'declined');
		await perform(removeSignup, as({ id: b, role: 'player' }), { params: { eventId: event.id } });
		expect(await countSeats()).toBe(3);
		const view = await read();
		expect(view.groups).toEqual([group('g', [c])]);
		expect(view.confirmedSignups.map(({ user_id }) => user_id)).toEqual([c]);
		expect((await read(await createUserRow())).groups).toEqual([group('g', [c])]);
		// A page that was loaded before still sends both.
		const saved = await save({ groups: board });
		expect(saved).toMatchObject({ groups: [group('g', [c])], dropped: [a, b] });
		expect(await countSeats()).toBe(1);
		// A user who declined and has no saved seat can be seated on purpose.
		expect((await save({ groups: [group('g', [a, c])] })).groups).toEqual([group('g', [a, c])]);
	});

	test('a seated player who loses the place is withdrawn; one who was seated while waiting stays', async () => {
		const [a = '', b = '', c = ''] = await signUp(3);
		await event.update({ capacity: 2 });
		await settleAfterChange(event.id, now);
		const move = async (userId: string, place: 'placed' | 'waiting') => {
			const signup = await Signup.findOne({ where: { eventId: event.id, userId }, rejectOnEmpty: true });
			const read = () => ({ place, reason: 'Regulars first' });
			await perform(movePlace, as(creator), { params: { eventId: event.id, signupId: signup.id }, read });
		};
		const shown = async () => (await readPage(creator)).groups;
		// The third waits, and is seated on purpose.
		await save({ groups: [group('g', [a, c])] });
		expect(await shown()).toMatchObject({ groups: [{ players: [a, c], withdrawn: [] }] });
		await move(a, 'waiting');
		expect(await shown()).toMatchObject({ groups: [{ players: [c], withdrawn: [a] }] });
		await move(a, 'placed');
		expect(await shown()).toMatchObject({ groups: [{ players: [a, c], withdrawn: [] }] });
		// Who got a place after they were seated loses the seat with it.
		await move(c, 'placed');
		await move(c, 'waiting');
		expect(await shown()).toMatchObject({ groups: [{ players: [a], withdrawn: [c] }] });
		expect((await save({ groups: [group('g', [a, b, c])] })).dropped).toEqual([c]);
	});

	test('a tentative player who is seated and then called as a standby keeps the seat', async () => {
		const [a = '', b = ''] = await signUp(2);
		const change = (values: Partial<Signup>) =>
			Signup.update(values, { where: { eventId: event.id, userId: b } });
		await change({ status: 'tentative', standby: true });
		await save({ groups: [group('g', [a, b])] });
		await change({ place: 'offered', askedAt: now, offeredAt: now });
		expect((await readPage(creator)).groups).toMatchObject({ groups: [{ players: [a, b], withdrawn: [] }] });
	});

	test('a player whom the sender knows to have declined can be seated; others are removed', async () => {
		const [a = '', b = '', c = ''] = await signUp(3);
		const board = [group('g', [a, b, c])];
		await save({ groups: board });
		await setSignup(a, 'declined');
		await setSignup(b, 'declined');
		const saved = await save({ groups: board, knownWithdrawn: [a] });
		expect(saved).toMatchObject({ groups: [group('g', [a, c])], dropped: [b] });
		expect((await refusalOf(save({ groups: board, knownWithdrawn: 'x' })))?.kind).toBe('invalid');
	});

	test('a player who declines and returns before the next save keeps the seat', async () => {
		const [a = ''] = await signUp(1);
		await save({ groups: [group('g', [a])] });
		await setSignup(a, 'declined');
		expect((await read()).groups).toEqual([group('g', [])]);
		await setSignup(a, 'late');
		expect((await read()).groups).toEqual([group('g', [a])]);
	});

	test.each<[string, (id: string) => Promise<unknown>]>([
		['confirms', (id) => setSignup(id, 'late')],
		['leaves', (id) => perform(removeSignup, as({ id, role: 'player' }), { params: { eventId: event.id } })],
	])('a seated declined player who %s and declines again loses the seat', async (_, change) => {
		const [a = ''] = await signUp(1, 'declined');
		await save({ groups: [group('g', [a])] });
		expect((await read()).groups).toEqual([group('g', [a])]);
		await change(a);
		await setSignup(a, 'declined');
		expect((await read()).groups).toEqual([group('g', [])]);
	});

	test('a group id with NUL, which the database cannot store, is refused', async () => {
		expect((await refusalOf(save({ groups: [group('a\0', [])] })))?.kind).toBe('invalid');
	});

	test.each<[Record<string, unknown>, (ids: string[]) => string[]]>([
		[{ type: 'changeGroup', groupId: 'g', name: 'Renamed' }, ([, b = '']) => [b]],
		[{ type: 'removeWithdrawn', groupId: 'g' }, ([, b = '']) => [b]],
		[{ type: 'replaceWithdrawn', groupId: 'g' }, ([, b = '', c = '']) => [b, c]],
	])('an edit without script also removes such a seat: %j', async (command, toPlayers) => {
		const [a = '', b = '', c = ''] = await signUp(3);
		await save({ groups: [group('g', [a, b])] });
		await setSignup(a, 'declined');
		await edit({ ...command, userIds: c });
		expect((await read()).groups).toMatchObject([{ players: toPlayers([a, b, c]) }]);
		expect((await readPage(creator)).groups).toMatchObject({ groups: [{ withdrawn: [] }] });
		expect(await countSeats()).toBe(toPlayers([a, b, c]).length);
	});

	test('an edit of another group keeps such a seat, unless the player is seated elsewhere', async () => {
		const [a = '', b = '', c = ''] = await signUp(3);
		await save({ groups: [group('g', [a, b]), group('h', [c])] });
		await setSignup(a, 'declined');
		await perform(removeSignup, as({ id: b, role: 'player' }), { params: { eventId: event.id } });
		for (const command of [
			{ type: 'changeGroup', groupId: 'h', name: 'Renamed' },
			{ type: 'removeWithdrawn', groupId: 'h' },
			{ type: 'moveGroup', groupId: 'h', overGroupId: 'g' },
			{ type: 'addGroup', id: 'i' },
		])
			await edit(command);
		expect((await readPage(creator)).groups).toMatchObject({
			groups: [{ players: [c] }, { players: [], withdrawn: [a, b] }, {}],
		});
		await edit({ type: 'movePlayer', userId: a, groupId: 'h' });
		expect((await readPage(creator)).groups).toMatchObject({
			groups: [{ players: [c, a], withdrawn: [] }, { players: [], withdrawn: [b] }, {}],
		});
		await save({ groups: [group('g', []), group('h', [c])] });
		expect(await countSeats()).toBe(1);
	});

	test('the page has the confirmed players in the order of their signups, for creators only', async () => {
		const ids = await signUp(3);
		const createdAt = new Date(now.getTime() - 1_000);
		const own = await createSignupRow({ eventId: event.id, userId: creator.id, createdAt });
		expect(own.status).toBe('confirmed');
		await signUp(1, 'declined');
		expect((await readPage(creator)).groups).toMatchObject({ confirmed: [creator.id, ...ids] });
		await save({ groups: [group('g', ids)] });
		expect((await readPage(await createUserRow())).groups).toMatchObject({ confirmed: [] });
	});

	test('players who decline or leave after a save are withdrawn for everyone on the event page', async () => {
		const [a = '', b = '', c = ''] = await signUp(3);
		await save({ groups: [group('g', [a, b, c])] });
		await setSignup(a, 'declined');
		await perform(removeSignup, as({ id: b, role: 'player' }), { params: { eventId: event.id } });
		for (const user of [creator, await createUserRow(), { id: a, role: 'player' }]) {
			const { groups } = await readPage(user);
			expect(groups).toMatchObject({ groups: [{ players: [c], withdrawn: [a, b] }] });
			expect('withdrawn' in groups && groups.withdrawn.map(({ user_id }) => user_id)).toEqual([a, b]);
			expect('withdrawn' in groups && Object.keys(groups.withdrawn[0] ?? {}).sort()).toEqual([
				'avatar',
				'discord_id',
				'user_id',
				'username',
			]);
		}
		// The API names only the players who count.
		const [view] = (await read()).groups;
		expect(view).toEqual(group('g', [c]));
	});

	test('a declined player can be seated; without confirmed players auto-split is refused', async () => {
		const [a = ''] = await signUp(1, 'declined');
		expect((await save({ groups: [group('g', [a])] })).dropped).toEqual([]);
		expect((await read()).groups).toEqual([group('g', [a])]);
		expect((await read()).confirmedSignups).toEqual([]);
		expect((await refusalOf(split()))?.message).toContain('there are 0');
	});

	test('without a version it succeeds; with a stale one it gets the current groups', async () => {
		const [a = ''] = await signUp(1);
		await save({ groups: [group('g', [a])], version: 1 });
		const refusal = await refusalOf(save({ groups: [], version: 1 }));
		expect(refusal).toMatchObject({
			kind: 'conflict',
			message: 'You saved these groups just now in another window.',
		});
		const second = await createUserRow({ role: 'creator' });
		expect((await refusalOf(save({ groups: [], version: 1 }, second)))?.message).toBe(
			`${(await User.findByPk(creator.id))?.username} saved these groups just now, while you were editing.`,
		);
		expect(refusal?.extra?.current).toEqual(await read());
		expect((await read()).groups).toHaveLength(1);
		expect((await save({ groups: [] })).version).toBe(3);
	});

	test('of two concurrent saves one succeeds, one conflicts, and no board is mixed', async () => {
		const [a = '', b = '', c = '', d = ''] = await signUp(4);
		const second = await createUserRow({ role: 'creator' });
		const boards = [
			[group('one', [a, b]), group('two', [c, d])],
			[group('two', [a, d], { name: 'Two' }), group('three', [b, c])],
		];
		for (let round = 0; round < 25; round += 1) {
			const version = round + 1;
			const outcomes = await Promise.all([
				refusalOf(save({ groups: boards[0], version })),
				refusalOf(save({ groups: boards[1], version }, second)),
			]);
			expect(outcomes.map((refusal) => refusal?.kind ?? 'done').sort()).toEqual(['conflict', 'done']);
			const winner = outcomes[0] === null ? boards[0] : boards[1];
			const view = await read();
			expect(view).toMatchObject({ version: version + 1 });
			expect(view.groups).toEqual(winner);
		}
	}, 120_000);
});

describe('refusals come in order and write nothing', () => {
	const failOnRead = () => {
		throw new Error('the body was read');
	};

	test('checks sign-in and role before it reads the body', async () => {
		const params = { eventId: 'x' };
		for (const operation of [readGroups, saveGroups, autoSplitGroups, editGroups] as const) {
			const call = { params, read: failOnRead };
			const anonymous = perform(operation as typeof saveGroups, { actor: null, now }, call);
			expect((await refusalOf(anonymous))?.kind).toBe('unauthenticated');
			if (operation === readGroups) continue;
			for (const role of ['player', 'storyteller'] as const) {
				const user = await createUserRow({ role });
				const denied = perform(operation as typeof saveGroups, as(user), call);
				expect((await refusalOf(denied))?.kind).toBe('denied');
			}
		}
	});

	test.each(['999999999', '0', 'abc', '99999999999999999999', "1'; DROP TABLE groups"])(
		'no event %s',
		async (id) => {
			expect((await refusalOf(read(creator, id)))?.kind).toBe('missing');
			expect((await refusalOf(save({ groups: [] }, creator, id)))?.kind).toBe('missing');
			expect((await refusalOf(split(creator, id)))?.kind).toBe('missing');
		},
	);

	const invalidBodies: [string, (ids: string[]) => Record<string, unknown>, string, string][] = [
		['no groups', () => ({}), 'groups', BOARD_TEXTS.noList],
		['groups that are no list', () => ({ groups: 'x' }), 'groups', BOARD_TEXTS.noList],
		[
			'a player twice in a group',
			([a = '']) => ({ groups: [group('g', [a, a])] }),
			'groups.0.players',
			BOARD_TEXTS.twice,
		],
		[
			'a player in two groups',
			([a = '']) => ({ groups: [group('g', [a]), group('h', [a])] }),
			'groups.1.players',
			BOARD_TEXTS.twice,
		],
		[
			'a storyteller who plays there',
			([a = '']) => ({ groups: [group('g', [a], { storytellerId: a })] }),
			'groups.0.players',
			BOARD_TEXTS.storytellerPlays,
		],
		[
			'a storyteller who plays elsewhere',
			([a = '']) => ({ groups: [group('g', [a]), group('h', [], { storytellerId: a })] }),
			'groups.0.players',
			BOARD_TEXTS.storytellerPlays,
		],
		[
			'a storyteller of two groups',
			([a = '']) => ({
				groups: [group('g', [], { storytellerId: a }), group('h', [], { storytellerId: a })],
			}),
			'groups.1.storytellerId',
			BOARD_TEXTS.storytellerTwice,
		],
		[
			'an unknown player',
			() => ({ groups: [group('g', ['999999999'])] }),
			'groups.0.players',
			BOARD_TEXTS.unknownUser,
		],
		[
			'an invalid player id',
			() => ({ groups: [group('g', ["1' OR 1=1"])] }),
			'groups.0.players',
			BOARD_TEXTS.unknownUser,
		],
		[
			'an unknown storyteller',
			() => ({ groups: [group('g', [], { storytellerId: '999999999' })] }),
			'groups.0.storytellerId',
			BOARD_TEXTS.unknownUser,
		],
		[
			'more than fit',
			([a = '', b = '']) => ({ groups: [group('g', [a, b], { maxPlayers: 1 })] }),
			'groups.0.players',
			BOARD_TEXTS.full,
		],
		[
			'one group twice',
			() => ({ groups: [group('g', []), group('g', [])] }),
			'groups.1.id',
			BOARD_TEXTS.sameGroupId,
		],
		['a long group id', () => ({ groups: [group('x'.repeat(65), [])] }), 'groups.0.id', BOARD_TEXTS.groupId],
		[
			'an empty name',
			() => ({ groups: [group('g', [], { name: '\u200b ' })] }),
			'groups.0.name',
			BOARD_TEXTS.name,
		],
		[
			'a long name',
			() => ({ groups: [group('g', [], { name: 'x'.repeat(201) })] }),
			'groups.0.name',
			BOARD_TEXTS.longName,
		],
		[
			'a broken maximum',
			() => ({ groups: [group('g', [], { maxPlayers: 0 })] }),
			'groups.0.maxPlayers',
			BOARD_TEXTS.maxPlayers,
		],
		[
			'a broken time',
			() => ({ groups: [group('g', [], { createdAt: 'soon' })] }),
			'groups.0.createdAt',
			BOARD_TEXTS.createdAt,
		],
		[
			'a time that the database does not take',
			() => ({ groups: [group('g', [], { createdAt: '0000-01-01T00:00:00Z' })] }),
			'groups.0.createdAt',
			BOARD_TEXTS.createdAt,
		],
		[
			'a time that is one of the year 10000',
			() => ({ groups: [group('g', [], { createdAt: '9999-12-31T23:59:59-23:59' })] }),
			'groups.0.createdAt',
			BOARD_TEXTS.createdAt,
		],
		[
			'a co-storyteller who plays',
			([a = '']) => ({ groups: [group('g', [a], { coStorytellerIds: [a] })] }),
			'groups.0.players',
			BOARD_TEXTS.storytellerPlays,
		],
		[
			'a co-storyteller who runs another group',
			([a = '']) => ({
				groups: [group('g', [], { coStorytellerIds: [a] }), group('h', [], { storytellerId: a })],
			}),
			'groups.0.coStorytellerIds',
			BOARD_TEXTS.storytellerTwice,
		],
		[
			'an unknown co-storyteller',
			() => ({ groups: [group('g', [], { coStorytellerIds: ['999999999'] })] }),
			'groups.0.coStorytellerIds',
			BOARD_TEXTS.unknownUser,
		],
		[
			'four co-storytellers',
			() => ({ groups: [group('g', [], { coStorytellerIds: ['1', '2', '3', '4'] })] }),
			'groups.0.coStorytellerIds',
			BOARD_TEXTS.manyCoStorytellers,
		],
		[
			'51 groups',
			() => ({ groups: Array.from({ length: 51 }, (_, i) => group(String(i), [])) }),
			'groups',
			BOARD_TEXTS.manyGroups,
		],
		[
			'a pin to no group',
			([a = '']) => ({ groups: [], pins: [{ userId: a, groupId: 'g' }] }),
			'pins.0',
			BOARD_TEXTS.pins,
		],
		[
			'a pin of an unknown player',
			() => ({ groups: [group('g', [])], pins: [{ userId: '999999999', groupId: 'g' }] }),
			'pins.0',
			BOARD_TEXTS.unknownUser,
		],
		[
			'a user kept apart from themselves',
			([a = '']) => ({ groups: [], keepApart: [[a, a]] }),
			'keepApart.0',
			BOARD_TEXTS.keepApart,
		],
		[
			'a pair twice',
			([a = '', b = '']) => ({
				groups: [],
				keepApart: [
					[a, b],
					[b, a],
				],
			}),
			'keepApart.1',
			BOARD_TEXTS.keepApart,
		],
		[
			'a pair with an unknown player',
			([a = '']) => ({ groups: [], keepApart: [[a, '999999999']] }),
			'keepApart.0',
			BOARD_TEXTS.unknownUser,
		],
	];
	test.each(invalidBodies)('%s: 422, the place named', async (_name, bodyOf, field, text) => {
		const ids = await signUp(2);
		await save({ groups: [group('kept', ids)] });
		const refusal = await refusalOf(save(bodyOf(ids)));
		expect(refusal).toMatchObject({ kind: 'invalid', fields: { [field]: [text] } });
		expect(await read()).toMatchObject({ version: 2, groups: [group('kept', ids)] });
	});

	test('refuses 10,000 ids and 10,000 pins quickly', async () => {
		const manyIds = Array.from({ length: 10_000 }, (_, i) => String(i + 1));
		const startedAt = performance.now();
		const outcomes = [
			await refusalOf(save({ groups: [group('g', manyIds)] })),
			await refusalOf(save({ groups: manyIds.map((id) => group(id, [id])) })),
			await refusalOf(save({ groups: [], pins: manyIds.map((userId) => ({ userId, groupId: 'g' })) })),
		];
		expect(outcomes.map((refusal) => refusal?.message)).toEqual([
			BOARD_TEXTS.manyPlayers,
			BOARD_TEXTS.manyGroups,
			BOARD_TEXTS.manyPins,
		]);
		expect(performance.now() - startedAt).toBeLessThan(10_000);
	});
});

describe('one step without script', () => {
	test('follows the rules of the board and is saved unless refused', async () => {
		const [a = '', b = ''] = await signUp(2);
		const storytellerId = await addStoryteller();
		await edit({ type: 'addGroup', id: 'g' }, 1);
		await edit({ type: 'movePlayer', userId: a, groupId: 'g' }, 2);
		await edit({ type: 'movePlayer', userId: Number(b), groupId: 'g', before: a });
		await edit({ type: 'changeGroup', groupId: 'g', storytellerId });
		await edit({ type: 'pin', userId: a, groupId: 'g' });
		expect(await read()).toMatchObject({
			version: 6,
			groups: [{ id: 'g', name: 'Group 1', players: [b, a], storytellerId, maxPlayers: 15 }],
			pins: [{ userId: a, groupId: 'g' }],
		});
		const refusal = await refusalOf(edit({ type: 'movePlayer', userId: storytellerId, groupId: 'g' }));
		expect(refusal).toMatchObject({ kind: 'conflict', message: 'That player is no longer signed up.' });
		expect(await refusalOf(edit({ type: 'clear' }, 5))).toMatchObject({ kind: 'conflict' });
		expect(await refusalOf(edit({ type: 'explode' }))).toMatchObject({ kind: 'invalid' });
		expect((await read()).version).toBe(6);
		await edit({ type: 'changeGroup', groupId: 'g', storytellerId: '' });
		expect((await read()).groups[0]?.storytellerId).toBeNull();
		await edit({ type: 'changeGroup', groupId: 'g', name: ' Owls ', maxPlayers: '2' });
		expect((await read()).groups[0]).toMatchObject({ name: 'Owls', maxPlayers: 2 });
		await edit({ type: 'shuffleSeats', groupId: 'g' });
		expect((await read()).groups[0]?.players.toSorted()).toEqual([a, b].toSorted());
		const small = await refusalOf(edit({ type: 'changeGroup', groupId: 'g', name: 'Owls', maxPlayers: '1' }));
		expect(small).toMatchObject({ kind: 'conflict', message: 'Owls already has 2 players.' });
		for (const maxPlayers of ['', 'many', '2.5', '0', '501']) {
			const wrong = await refusalOf(edit({ type: 'changeGroup', groupId: 'g', name: 'Owls', maxPlayers }));
			expect(wrong?.fields, maxPlayers).toEqual({ 'command.maxPlayers': [BOARD_TEXTS.maxPlayers] });
		}
	});
});

describe('a step under a key', () => {
	const sendEdit = (command: unknown, idempotencyKey: string, version?: number) =>
		perform(editGroups, as(creator), {
			params: { eventId: event.id },
			read: () => ({ command, idempotencyKey, version }),
		});

	test('is applied once, even when its version is outdated by then', async () => {
		await save({ groups: [group('a', []), group('b', []), group('c', [])] });
		const step = { type: 'moveGroup', groupId: 'a', overGroupId: 'b' };
		const both = await Promise.all([sendEdit(step, 'key:1', 2), sendEdit(step, 'key:1', 2)]);
		expect(both.map(({ version }) => version)).toEqual([3, 3]);
		expect((await read()).groups.map(({ id }) => id)).toEqual(['b', 'a', 'c']);
		const other = await refusalOf(sendEdit({ type: 'clear' }, 'key:1', 3));
		expect(other).toMatchObject({ kind: 'conflict' });
		expect((await read()).groups).toHaveLength(3);
	});
});
