import { beforeEach, describe, expect, test } from 'vitest';
import { database } from '~/database/connection.ts';
import {
	Attendance,
	Event,
	EventStoryteller,
	Group,
	GroupKeepApart,
	GroupPin,
	GroupPlayer,
	PlayerPreference,
	Preference,
	Setting,
	Signup,
	User,
} from '~/database/models/index.ts';
import { autoSplitSchema, groupsSchema, savedGroupsSchema } from '~/domain/groups/schema.ts';
import { tableSchema } from '~/domain/groups/table.ts';
import { BOARD_TEXTS } from '~/domain/groups/texts.ts';
import { MINUTE_MS } from '~/domain/limits.ts';
import { Refusal } from '~/domain/refusal.ts';
import { instantToWallTime } from '~/domain/time/wall-time.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { listEvents, readEvent } from '~/server/operations/events/events.ts';
import { listUpcomingEvents } from '~/server/operations/events/upcoming.ts';
import { autoSplitGroups } from '~/server/operations/groups/auto-split.ts';
import {
	editGroups,
	readEventPage,
	readGroups,
	readTable,
	readTables,
	saveGroups,
} from '~/server/operations/groups/index.ts';
import { selectRecentPairings } from '~/server/operations/groups/queries.ts';
import { readOwnSeat } from '~/server/operations/groups/seat.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { settleAfterChange } from '~/server/operations/places/index.ts';
import { movePlace, putSignup, removeSignup } from '~/server/operations/signups/index.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';

useTestEnvironment();
useDatabase();

const now = new Date('2026-10-14T12:00:00Z');
type UserRef = { id: string; role: string };
const as = (user: UserRef) => ({ actor: { id: user.id, role: user.role as 'player' }, now });

let event: Event;
let creator: UserRef;
let players: string[];
beforeEach(async () => {
	event = await createEventRow();
	creator = await createUserRow({ role: 'creator' });
	players = [];
});

/** Creates `count` users with signups, one second apart. Returns the ids of the users. */
async function signUp(count: number, status: 'confirmed' | 'declined' = 'confirmed'): Promise<string[]> {
	const ids: string[] = [];
	for (let i = 0; i < count; i += 1) {
		const user = await createUserRow();
		const createdAt = new Date(now.getTime() + (players.length + i) * 1000);
		await createSignupRow({ eventId: event.id, userId: user.id, status, createdAt });
		ids.push(user.id);
	}
	players.push(...ids);
	return ids;
}

const read = (user: UserRef = creator, id = event.id) =>
	perform(readGroups, as(user), { params: { eventId: id } });
const save = (body: unknown, user: UserRef = creator, id = event.id) =>
	perform(saveGroups, as(user), { params: { eventId: id }, read: () => body });
const setSignup = (userId: string, status: 'late' | 'declined') =>
	perform(putSignup, as({ id: userId, role: 'player' }), {
		params: { eventId: event.id },
		read: () => ({ status }),
	});
const countSeats = () => GroupPlayer.count({ where: { eventId: event.id } });
const edit = (command: unknown, version?: number) =>
	perform(editGroups, as(creator), { params: { eventId: event.id }, read: () => ({ command, version }) });
const readPage = (user: UserRef) => perform(readEventPage, as(user), { params: { eventId: event.id } });
const split = (user: UserRef = creator, id = event.id) =>
	perform(autoSplitGroups, as(user), { params: { eventId: id } });
/**
 * Repeats the request while a busy machine has not proven the result within the one second that the app
 * allows.
 */
async function retryUntilProven<Output extends { result: { proven: boolean } }>(
	request: () => Promise<Output>,
): Promise<Output> {
	let response = await request();
	for (let tries = 1; tries < 5 && !response.result.proven; tries += 1) response = await request();
	return response;
}
const splitDraft = (draft: unknown) =>
	perform(autoSplitGroups, as(creator), { params: { eventId: event.id }, read: () => ({ draft }) });
const group = (id: string, ids: string[], more: Record<string, unknown> = {}) => ({
	id,
	name: `Group ${id}`,
	players: ids,
	storytellerId: null,
	maxPlayers: 15,
	createdAt: '2026-10-01T10:00:00.000Z',
	scriptId: null,
	winner: null,
	round: 1,
	coStorytellerIds: [],
	travellers: [],
	...more,
});
const refusalOf = (promise: Promise<unknown>): Promise<Refusal | null> =>
	promise.then(
		() => null,
		(error) => {
			if (!(error instanceof Refusal)) throw error;
			return error;
		},
	);
const setPreferences = (userId: string, ids: string[], kind: 'player' | 'storyteller' = 'player') =>
	PlayerPreference.bulkCreate(
		ids.map((preferredUserId, position) => ({ userId, kind, preferredUserId, position })),
	);
const addStoryteller = async () => {
	const storyteller = await createUserRow({ role: 'storyteller' });
	await EventStoryteller.create({ eventId: event.id, userId: storyteller.id });
	return storyteller.id;
};

describe('reading', () => {
	test('an event without groups has version 1, the spec’s config and all preferences', async () => {
		const [a = '', b = ''] = await signUp(2);
		const [declinedId = ''] = await signUp(1, 'declined');
		await setPreferences(a, [b]);
		await Preference.create({ userId: declinedId, notes: 'Vegetarian' });
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
			await Preference.create({ userId: a, notes: 'SECRET-PROFILE' });
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
		await edit({ type: 'assignStoryteller', groupId: 'g', userId: storytellerId });
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
		await edit({ type: 'assignStoryteller', groupId: 'g', userId: '' });
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

describe('auto-split', () => {
	test('two balanced groups that keep mutual pairs together; nothing is saved', async () => {
		await signUp(17);
		const [a = '', b = '', c = '', d = ''] = players;
		await setPreferences(a, [b, d]);
		await setPreferences(b, [a]);
		await setPreferences(c, [a]);
		const response = await retryUntilProven(split);
		expect(response).toEqual(autoSplitSchema.parse(response));
		expect(response.groups.map(({ players }) => players.length).sort()).toEqual([8, 9]);
		expect(response.groups.flatMap(({ players }) => players).sort()).toEqual([...players].sort());
		expect(response.groups.find((one) => one.players.includes(a))?.players).toEqual(
			expect.arrayContaining([b, c, d]),
		);
		expect(response.result).toMatchObject({ proven: true, mutual: 1, oneSided: 2 });
		expect(response.groups).toMatchObject([
			{ id: 'group-1', name: 'Group 1', maxPlayers: 15, createdAt: now.toISOString() },
			{ id: 'group-2', name: 'Group 2' },
		]);
		expect(await Group.count({ where: { eventId: event.id } })).toBe(0);
		expect((await read()).version).toBe(1);
		const again = await retryUntilProven(split);
		const { milliseconds: _, ...result } = again.result;
		expect({ groups: again.groups, result }).toEqual({
			groups: response.groups,
			result: { proven: true, mutual: 1, oneSided: 2, taughtGroupId: null },
		});
	});

	test('refuses 15 confirmed players with the reason; storytellers, late and declined do not count', async () => {
		await signUp(15);
		await signUp(3, 'declined');
		const storytellerUserId = await addStoryteller();
		await createSignupRow({ eventId: event.id, userId: storytellerUserId });
		expect(await refusalOf(split())).toMatchObject({
			kind: 'conflict',
			message: 'Auto-Split needs at least 16 confirmed players who are not storytellers; there are 15.',
		});
		await signUp(1);
		const { groups } = await split();
		expect(groups.flatMap(({ players }) => players)).not.toContain(storytellerUserId);
		expect(groups.filter(({ storytellerId }) => storytellerId === storytellerUserId)).toHaveLength(1);
	});

	test('a confirmed player who leaves early does not count for the sizes of the groups', async () => {
		await signUp(30);
		await event.update({ duration: 180 });
		// They have no place among 30 for 30 seats, but as Travellers.
		const leaves = new Date(event.date.getTime() + 60 * MINUTE_MS);
		const leavesAt = instantToWallTime(leaves, event.timezone).time;
		const [early = '', pinned = ''] = await signUp(2);
		await Signup.update({ leavesAt }, { where: { userId: [early, pinned] } });
		await save({ groups: [group('g', [])], pins: [{ userId: pinned, groupId: 'g' }] });
		const { groups } = await split();
		expect(groups.map(({ players }) => players.length)).toEqual([16, 16]);
		expect(groups.map(({ maxPlayers }) => maxPlayers)).toEqual([16, 16]);
		expect(groups[0]?.players).toContain(pinned);
		expect(groups[1]?.players).toContain(early);
		// A group can be saved with them.
		expect((await save({ groups })).groups).toEqual(groups);
	});

	test('33 players: the three who signed up last stay available, unless pinned', async () => {
		await signUp(33);
		const last = players.at(-1) ?? '';
		const seated = async () => (await split()).groups.flatMap(({ players }) => players);
		expect((await seated()).length).toBe(30);
		expect((await seated()).sort()).toEqual(players.slice(0, 30).sort());
		await save({ groups: [group('g', [])], pins: [{ userId: last, groupId: 'g' }] });
		expect(await seated()).toContain(last);
	});

	test('pins and pairs override preferences; groups keep their ids, names and times', async () => {
		await signUp(16);
		const [a = '', b = '', c = ''] = players;
		await setPreferences(a, [b]);
		await setPreferences(b, [a]);
		await save({
			groups: [group('x', [], { name: 'Red' }), group('y', [], { name: 'Blue' })],
			pins: [{ userId: c, groupId: 'y' }],
			keepApart: [[a, b]],
		});
		const { groups, result } = await retryUntilProven(split);
		expect(groups.map(({ id, name }) => [id, name])).toEqual([
			['x', 'Red'],
			['y', 'Blue'],
		]);
		expect(groups[1]?.players).toContain(c);
		expect(groups.filter(({ players }) => players.includes(a) && players.includes(b))).toEqual([]);
		expect(result).toMatchObject({ proven: true, mutual: 0 });
	});

	test('uses a draft’s groups, pins and pairs instead of the saved ones, and saves nothing', async () => {
		await signUp(16);
		const [a = '', b = '', c = ''] = players;
		const stranger = await createUserRow({ role: 'storyteller' });
		await setPreferences(a, [b]);
		await setPreferences(b, [a]);
		await save({ groups: [group('x', [])], keepApart: [[a, b]] });
		const draft = {
			groups: [
				group('p', [c], { name: 'Owls', storytellerId: stranger.id }),
				group('q', [(await createUserRow()).id]),
			],
			pins: [{ userId: c, groupId: 'q' }],
			keepApart: [],
		};
		const { groups, result } = await retryUntilProven(() => splitDraft(draft));
		expect(groups.map(({ id, name, storytellerId }) => [id, name, storytellerId])).toEqual([
			['p', 'Owls', null],
			['q', 'Group q', null],
		]);
		expect(groups[1]?.players).toContain(c);
		expect(groups.flatMap(({ players: seated }) => seated).sort()).toEqual([...players].sort());
		expect(result).toMatchObject({ proven: true, mutual: 1 });
		expect((await read()).groups.map(({ id }) => id)).toEqual(['x']);
		const duplicate = await refusalOf(splitDraft({ groups: [group('p', [a]), group('q', [a])] }));
		expect(duplicate).toMatchObject({ kind: 'invalid' });
		expect(await refusalOf(splitDraft('x'))).toMatchObject({ kind: 'invalid' });
	});

	test('refuses impossible pins and pairs with the reasons', async () => {
		await signUp(16);
		const [a = '', b = '', c = '', d = ''] = players;
		await save({
			groups: [],
			keepApart: [
				[a, b],
				[b, c],
				[a, c],
				[a, d],
			],
		});
		const names = (await read()).confirmedSignups.map(({ username }) => username);
		expect((await refusalOf(split()))?.message).toBe(
			`No balanced split into 2 groups is possible while ${names[0]} and ${names[1]} are kept apart, ` +
				`${names[0]} and ${names[2]} are kept apart, ${names[1]} and ${names[2]} are kept apart.`,
		);
		const groups = ['1', '2', '3'].map((id) => group(id, []));
		const pins = [a, b, c].map((userId, i) => ({ userId, groupId: String(i + 1) }));
		await save({ groups, pins, keepApart: [] });
		expect((await refusalOf(split()))?.message).toBe(
			'Players are pinned to 3 groups, but Auto-Split makes only 2. Unpin some players.',
		);
		await signUp(8);
		expect((await refusalOf(split()))?.message).toBe(
			'Players are pinned to 3 groups, but Auto-Split makes only 2. Unpin some players, or choose more groups.',
		);
	});

	test('storytellers lead groups that prefer them; recent pairings are not repeated', async () => {
		await signUp(16);
		const [one, two] = [await addStoryteller(), await addStoryteller()];
		const earlierEvent = await createEventRow({ date: new Date(event.date.getTime() - 86_400_000) });
		const oldGroup = await Group.create({
			eventId: earlierEvent.id,
			clientId: 'old',
			name: 'Old',
			storytellerId: null,
		});
		// Every other player: without any preference these would be together again.
		const [friends, others] = [players.filter((_, i) => i % 2 === 0), players.filter((_, i) => i % 2)];
		for (const [i, id] of friends.entries()) {
			await createSignupRow({ eventId: earlierEvent.id, userId: id, status: 'confirmed' });
			await GroupPlayer.create({ groupId: oldGroup.id, userId: id, eventId: earlierEvent.id, position: i });
			await setPreferences(id, [two], 'storyteller');
		}
		for (const id of others) await setPreferences(id, [one], 'storyteller');
		const { groups } = await retryUntilProven(split);
		for (const { players: seated } of groups)
			expect(seated.filter((id) => friends.includes(id))).toHaveLength(4);
		await PlayerPreference.bulkCreate(
			friends.flatMap((id, i) => {
				const next = friends[(i + 1) % 8] ?? '';
				return [{ userId: id, kind: 'player' as const, preferredUserId: next, position: 0 }];
			}),
		);
		const again = await retryUntilProven(split);
		const friendsGroup = again.groups.find(({ players: seated }) => seated.includes(friends[0] ?? ''));
		expect(friendsGroup?.players).toEqual(friends);
		expect(friendsGroup?.storytellerId).toBe(two);
		expect(again.groups.find((other) => other !== friendsGroup)?.storytellerId).toBe(one);
	});

	test('seats of players who declined or left are no recent pairings', async () => {
		const [a = '', b = '', c = '', d = ''] = await signUp(4);
		await save({ groups: [group('g', [a, b, c, d])] });
		const later = new Date(event.date.getTime() + 86_400_000);
		const listPairs = async () =>
			(await selectRecentPairings([a, b, c, d], { id: '0', date: later })).map((pair) => [pair.a, pair.b]);
		expect(await listPairs()).toHaveLength(6);
		await setSignup(a, 'declined');
		await perform(removeSignup, as({ id: b, role: 'player' }), { params: { eventId: event.id } });
		expect(await listPairs()).toEqual([[c, d]]);
	});

	test('a triggerCount of 14 cannot make two groups of 8: 422 with the reason, and nothing is written', async () => {
		await Setting.upsert({ key: 'auto_split_config', value: '{"triggerCount":14}' });
		await signUp(14);
		await save({ groups: [group('g', players.slice(0, 3))] });
		const before = await read();
		expect(await refusalOf(split())).toMatchObject({
			kind: 'invalid',
			message:
				'Auto-Split is off: 2 groups of at least 8 need 16 confirmed players, not 14. An admin can correct this in Site Settings.',
		});
		expect(await read()).toEqual(before);
		await Setting.destroy({ where: { key: 'auto_split_config' } });
	});

	test('a chosen number of groups replaces the setting’s; an impossible one is refused at its field', async () => {
		await signUp(40);
		const splitInto = (groupCount: unknown) =>
			perform(autoSplitGroups, as(creator), {
				params: { eventId: event.id },
				read: () => ({ groupCount }),
			});
		const { groups } = await splitInto(3);
		expect(groups.map(({ players }) => players.length).sort()).toEqual([13, 13, 14]);
		expect((await split()).groups.map(({ players }) => players.length)).toEqual([15, 15]);
		for (const [groupCount, text] of [
			[6, '6 groups of at least 8 need 48 players; there are 40'],
			...[1, 13, 2.5, Number.NaN, '3'].map((wrong) => [wrong, BOARD_TEXTS.groupCount] as const),
		] as const) {
			expect(await refusalOf(splitInto(groupCount))).toMatchObject({
				kind: 'invalid',
				fields: { groupCount: [text] },
			});
		}
	});

	test('first-timers are kept together with a storyteller who likes teaching, when that is asked for', async () => {
		await Setting.upsert({
			key: 'auto_split_config',
			value: '{"triggerCount":8,"minPlayersPerGroup":4,"maxPlayersPerGroup":5}',
		});
		await signUp(10);
		const [first = '', second = '', third = '', ...others] = players;
		await User.update({ experience: 'new' }, { where: { id: [first, second, third] } });
		await User.update({ experience: 'few' }, { where: { id: others[0] ?? '' } });
		// One night here, and a player is no first-timer any more.
		await Attendance.create({ eventId: event.id, userId: third, state: 'late' });
		// By their preferences, the two would be apart.
		await setPreferences(first, others.slice(0, 4));
		await setPreferences(second, others.slice(4));
		const teacher = await addStoryteller();
		await addStoryteller();
		const splitTogether = (firstTimersTogether: unknown) =>
			perform(autoSplitGroups, as(creator), {
				params: { eventId: event.id },
				read: () => ({ groupCount: 2, firstTimersTogether }),
			});
		const page = async (user: UserRef) =>
			(await perform(readEventPage, as(user), { params: { eventId: event.id } })).groups;
		expect(await page(creator)).toMatchObject({
			experience: { [first]: 'new', [second]: 'new', [third]: 'few', [others[0] ?? '']: 'few' },
		});
		expect(await page({ id: first, role: 'player' })).not.toHaveProperty(
			'experience',
			expect.objectContaining({ [first]: 'new' }),
		);
		expect((await splitTogether(undefined)).result.taughtGroupId).toBeNull();
		expect(await refusalOf(splitTogether(true))).toMatchObject({
			kind: 'conflict',
			message: BOARD_TEXTS.noTeacher,
		});
		expect(await refusalOf(splitTogether('yes'))).toMatchObject({ kind: 'invalid' });
		await User.update({ likesTeaching: true }, { where: { id: teacher } });
		const { groups, result } = await splitTogether(true);
		const taught = groups.find(({ id }) => id === result.taughtGroupId);
		expect(taught?.players).toEqual(expect.arrayContaining([first, second]));
		expect([taught?.storytellerId, result.proven]).toEqual([teacher, true]);
		await Setting.destroy({ where: { key: 'auto_split_config' } });
	});

	test('the setting allows more groups', async () => {
		await Setting.upsert({ key: 'auto_split_config', value: '{"maxGroups":3}' });
		await signUp(25);
		expect((await split()).groups.map(({ players }) => players.length).sort()).toEqual([8, 8, 9]);
		await Setting.destroy({ where: { key: 'auto_split_config' } });
	});
});

test('deleting an event deletes its groups, pins and pairs', async () => {
	const [a = '', b = ''] = await signUp(2);
	await save({ groups: [group('g', [a, b])], pins: [{ userId: a, groupId: 'g' }], keepApart: [[a, b]] });
	await database().query('DELETE FROM events WHERE id = :id', { replacements: { id: event.id } });
	const where = { eventId: event.id };
	const remaining = await Promise.all([
		Group.count({ where }),
		GroupPlayer.count({ where }),
		GroupPin.count({ where }),
		GroupKeepApart.count({ where }),
	]);
	expect(remaining).toEqual([0, 0, 0, 0]);
	expect(await Event.findByPk(event.id)).toBeNull();
});

describe('the event page’s combined read', () => {
	const readBoth = (user: UserRef, eventId = event.id) =>
		perform(readEventPage, as(user), { params: { eventId } });

	test.each(['player', 'creator'] as const)('equals the separate reads for a %s', async (role) => {
		const ids = await signUp(3);
		const leader = await createUserRow({ role: 'storyteller' });
		const storyteller = await createUserRow({ role: 'storyteller', preferredUsername: 'Ada' });
		await EventStoryteller.create({ eventId: event.id, userId: storyteller.id, position: 0 });
		await Group.create({
			eventId: event.id,
			clientId: 'a',
			name: 'A',
			storytellerId: leader.id,
			position: 0,
		});
		await Preference.create({ userId: ids[2] ?? '', notes: 'by the window' });
		await setPreferences(ids[0] ?? '', [ids[1] ?? '']);
		const user = await createUserRow({ role });
		const { event: found, groups } = await readBoth(user);
		const { signups, ...whole } = await perform(readEvent, as(user), { params: { eventId: event.id } });
		const listed = signups.map(
			({
				event_id,
				signup_source,
				created_at,
				place,
				waitlist_position,
				standby,
				arrives_at,
				leaves_at,
				...rest
			}) => rest,
		);
		expect(found).toEqual({
			...whole,
			signups: listed,
			signupsPage: null,
			cancelReason: null,
			neighbours: null,
			ownAttendance: null,
			canTakeRollCall: false,
			hasScriptQuestion: false,
			hasRounds: false,
			ownTable: null,
			canReadTables: role === 'creator',
			ownRegular: null,
			ownPlaceReason: null,
			ownStandby: false,
			standbys: 0,
			ownNotes: null,
			ownAwaitsReply: false,
			mirrorChangedAt: null,
			isSeriesOnDiscord: false,
			canAnnounce: false,
			groupPost: role === 'creator' ? { message: null, hasChannel: false } : null,
		});
		const { confirmedSignups, userPreferences, earlierGroups, ...board } = await read(user);
		expect(groups).toMatchObject({ ...board, isOpen: true, signups: null, withdrawn: [] });
		expect(groups).toMatchObject({
			storytellers: [
				{ user_id: storyteller.id, username: 'Ada' },
				{ user_id: leader.id, username: leader.username },
			],
		});
		// Notes stay on the server, and users without preferences are left out.
		const preferences = { preferredPlayers: [ids[1]], preferredStorytellers: [] };
		expect(groups).toHaveProperty(
			'userPreferences',
			role === 'creator' ? { [ids[0] ?? '']: preferences } : {},
		);
	});

	test('a table has the seats in their order, for its storyteller and creators only', async () => {
		const [a = '', b = '', c = ''] = await signUp(3);
		const leader = await createUserRow({ role: 'storyteller', preferredUsername: 'Siobhán' });
		await EventStoryteller.create({ eventId: event.id, userId: leader.id });
		await User.update({ preferredUsername: 'Ada' }, { where: { id: a } });
		await Signup.update(
			{
				status: 'late',
				arrivesAt: instantToWallTime(new Date(event.date.getTime() + 90 * MINUTE_MS), event.timezone).time,
			},
			{ where: { eventId: event.id, userId: c } },
		);
		await save({ groups: [group('g', [b, a], { storytellerId: leader.id }), group('h', [c])] });
		const readTableOf = (user: UserRef, groupId = 'g') =>
			perform(readTable, as(user), { params: { eventId: event.id, groupId } });
		expect((await readTableOf(creator)).names[1]).toBe('Ada');
		await setSignup(b, 'declined');
		const readAll = (user: UserRef) => perform(readTables, as(user), { params: { eventId: event.id } });

		const table = await readTableOf({ id: leader.id, role: 'player' });
		expect(table).toEqual(await readTableOf(creator));
		expect(tableSchema.parse(table)).toMatchObject({ names: ['Ada'], playersUrl: null });
		expect(table.state.players).toEqual([expect.objectContaining({ name: 'Ada', role: {} })]);
		expect((await readAll(leader)).tables).toMatchObject([{ name: 'Group g', storytellers: ['Siobhán'] }]);
		expect((await readAll(creator)).tables).toMatchObject([
			{ id: 'g', seats: [{ stay: null, isTraveller: false }] },
			{ id: 'h', seats: [{ stay: 'Arrives 1.5 hours late · suggested as Traveller', isTraveller: true }] },
		]);

		// Players, and a storyteller of another group, read nothing; a player's link opens half an hour before.
		expect((await refusalOf(readTableOf({ id: a, role: 'player' })))?.kind).toBe('denied');
		expect((await refusalOf(readTableOf(leader, 'h')))?.kind).toBe('denied');
		expect((await refusalOf(readTableOf(creator, 'x')))?.kind).toBe('missing');
		expect((await refusalOf(readAll({ id: a, role: 'player' })))?.kind).toBe('denied');
		const readOwnTable = async (userId: string, minutesBefore: number) => {
			const at = new Date(event.date.getTime() - minutesBefore * MINUTE_MS);
			const context = { ...as({ id: userId, role: 'player' }), now: at };
			return (await perform(readEventPage, context, { params: { eventId: event.id } })).event.ownTable;
		};
		expect(await readOwnTable(a, 30)).toBeNull();
		await Setting.create({ key: 'table_url', value: 'https://clocktower.example' });
		const [own, other] = [await readTableOf(creator), await readTableOf(creator, 'h')];
		expect(own.playersUrl).toBe(`https://clocktower.example/#${own.session}`);
		expect(own.session).toMatch(/^[a-z0-9]{16}$/);
		expect(other.session).not.toBe(own.session);
		expect(await readOwnTable(a, 31)).toEqual({ url: null });
		expect(await readOwnTable(a, 30)).toEqual({ url: own.playersUrl });
		expect(await readOwnTable(c, 30)).toEqual({ url: other.playersUrl });
		expect(await readOwnTable(b, 30)).toBeNull();
		await Setting.destroy({ where: { key: 'table_url' } });
	});

	test('a co-storyteller runs the group with its storyteller, and stays until someone changes it', async () => {
		const [a = ''] = await signUp(1);
		const [main, helper, third] = [await addStoryteller(), await addStoryteller(), await addStoryteller()];
		const runs = { storytellerId: main, coStorytellerIds: [helper] };
		await save({ groups: [group('g', [a], runs), group('h', [], { storytellerId: third })] });
		const self = { id: helper, role: 'player' };
		const { event: page } = await readPage(self);
		expect(page.own_group).toMatchObject({ name: 'Group g', isStoryteller: true });
		expect(page.canReadTables).toBe(true);
		const { tables } = await perform(readTables, as(self), { params: { eventId: event.id } });
		expect(tables).toMatchObject([{ id: 'g', storytellers: [expect.any(String), expect.any(String)] }]);
		const seat = await perform(readOwnSeat, as(self), { params: { eventId: event.id } });
		expect(seat.seat).toMatchObject({ groupName: 'Group g', isStoryteller: true });

		// A client that does not know of it leaves it out; other parts in the same groups go before it.
		const known = (id: string, ids: string[], storytellerId: string | null) => {
			const { coStorytellerIds: _, ...sent } = group(id, ids, { storytellerId });
			return sent;
		};
		await save({ groups: [known('g', [a], main), known('h', [], third)] });
		expect((await read()).groups[0]).toMatchObject(runs);
		await save({ groups: [known('g', [a], main), known('h', [], helper)] });
		expect((await read()).groups).toMatchObject([
			{ storytellerId: main, coStorytellerIds: [] },
			{ storytellerId: helper, coStorytellerIds: [] },
		]);

		await save({ groups: [group('g', [a], runs)] });
		await createSignupRow({ eventId: event.id, userId: helper });
		await save({ groups: [known('g', [a, helper], main)] });
		expect((await read()).groups).toMatchObject([{ players: [a, helper], coStorytellerIds: [] }]);
		await save({ groups: [known('g', [a], main)] });

		await edit({ type: 'addCoStoryteller', groupId: 'g', userId: third });
		expect((await read()).groups[0]).toMatchObject({ coStorytellerIds: [third] });
		const refusal = await refusalOf(edit({ type: 'addCoStoryteller', groupId: 'g', userId: a }));
		expect(refusal?.message).toBe("That storyteller can't be assigned here.");
		// Removed from the event, a storyteller still helps, and is named.
		await EventStoryteller.destroy({ where: { eventId: event.id, userId: third } });
		expect((await read()).storytellers.map(({ user_id }) => user_id)).toContain(third);
		await edit({ type: 'removeCoStoryteller', userId: third });
		expect((await read()).groups[0]).toMatchObject({ coStorytellerIds: [] });
	});

	test('auto-split gives a co-storyteller no group and no seat', async () => {
		await signUp(16);
		const [main, helper] = [await addStoryteller(), await addStoryteller()];
		await createSignupRow({ eventId: event.id, userId: helper });
		await save({ groups: [group('g', [], { storytellerId: main, coStorytellerIds: [helper] })] });
		const { groups } = await split();
		expect(groups.map(({ storytellerId }) => storytellerId)).toEqual([main, null]);
		expect(groups[0]?.coStorytellerIds).toEqual([helper]);
		expect(groups.flatMap((one) => one.players)).not.toContain(helper);
	});

	test('who misses much of the event is a Traveller, for those who read the times', async () => {
		const [late = '', whole = ''] = await signUp(2);
		const arrivesAt = instantToWallTime(new Date(event.date.getTime() + 90 * MINUTE_MS), event.timezone).time;
		await Signup.update({ status: 'late', arrivesAt }, { where: { eventId: event.id, userId: late } });
		const saved = await save({ groups: [group('g', [late, whole])] });
		expect(saved.groups[0]?.travellers).toEqual([late]);
		const readTravellers = async (id: string) =>
			(await read({ id, role: 'player' })).groups.flatMap(({ travellers }) => travellers);
		expect(await readTravellers(await addStoryteller())).toEqual([late]);
		expect(await readTravellers(late)).toEqual([late]);
		expect(await readTravellers(whole)).toEqual([]);
	});

	test('the event says which group is the viewer’s own, in lists and on the event page', async () => {
		const [a = '', b = '', c = '', d = ''] = await signUp(4);
		const leader = await createUserRow({ role: 'storyteller', preferredUsername: 'Siobhán' });
		await EventStoryteller.create({ eventId: event.id, userId: leader.id });
		await save({ groups: [group('g', [a]), group('h', [b, c], { storytellerId: leader.id })] });
		const readAll = async (user: UserRef) => {
			const [{ events }, { items }, detail, page] = await Promise.all([
				perform(listEvents, as(user), { read: () => ({ status: event.status }) }),
				perform(listUpcomingEvents, { ...as(user), now: new Date(event.date.getTime() - 1000) }),
				perform(readEvent, as(user), { params: { eventId: event.id } }),
				readPage(user),
			]);
			const find = <T extends { id: string }>(list: T[]) => list.find(({ id }) => id === event.id);
			// Only the pages say whether the viewer is the storyteller.
			const onPages = [find(items)?.own_group, page.event.own_group];
			expect(onPages[0]).toEqual(onPages[1]);
			expect([find(events)?.own_group, detail.own_group]).toEqual(
				onPages.map(
					(found) => found && { name: found.name, storyteller: found.storyteller, players: found.players },
				),
			);
			return onPages[0];
		};
		const inH = { name: 'Group h', storyteller: 'Siobhán', players: 2 };
		expect(await readAll({ id: b, role: 'player' })).toEqual({ ...inH, isStoryteller: false });
		expect(await readAll(leader)).toEqual({ ...inH, isStoryteller: true });
		expect(await readAll({ id: a, role: 'player' })).toEqual({
			name: 'Group g',
			storyteller: null,
			players: 1,
			isStoryteller: false,
		});
		expect([await readAll({ id: d, role: 'player' }), await readAll(creator)]).toEqual([null, null]);

		// A player who declines has no group, and is not counted in it.
		await setSignup(c, 'declined');
		expect(await readAll({ id: c, role: 'player' })).toBeNull();
		expect(await readAll({ id: b, role: 'player' })).toMatchObject({ players: 1 });
		await perform(removeSignup, as({ id: b, role: 'player' }), { params: { eventId: event.id } });
		expect(await readAll({ id: b, role: 'player' })).toBeNull();
		expect(await readAll(leader)).toMatchObject({ players: 0 });
	});

	test('the bot says who sits with the member', async () => {
		const [a = '', b = '', c = '', d = ''] = await signUp(4);
		const leader = await createUserRow({ role: 'storyteller', preferredUsername: 'Siobhán' });
		await EventStoryteller.create({ eventId: event.id, userId: leader.id });
		const readSeat = (id: string) =>
			perform(readOwnSeat, as({ id, role: 'player' }), { params: { eventId: event.id } });
		expect(await readSeat(a)).toEqual({ title: event.title, hasGroups: false, seat: null });
		await save({ groups: [group('g', [a]), group('h', [b, c], { storytellerId: leader.id })] });
		await User.update({ preferredUsername: 'Fern' }, { where: { id: b } });
		const seat = {
			groupName: 'Group h',
			storyteller: 'Siobhán',
			isStoryteller: false,
			playersUrl: null,
			players: ['Fern'],
			script: null,
		};
		expect(await readSeat(c)).toEqual({ title: event.title, hasGroups: true, seat });
		expect((await readSeat(a)).seat).toMatchObject({ storyteller: null, players: [] });
		expect((await readSeat(d)).seat).toBeNull();
		await setSignup(c, 'declined');
		expect((await readSeat(c)).seat).toBeNull();
		expect((await readSeat(leader.id)).seat).toEqual({ ...seat, isStoryteller: true });
		const gone = perform(readOwnSeat, as(leader), { params: { eventId: '999999' } });
		await expect(gone).rejects.toMatchObject({ kind: 'missing', message: 'This event was deleted.' });
	});

	test('the event is returned when only the groups cannot be read', async () => {
		await database().query('ALTER TABLE group_pins RENAME TO group_pins_away');
		try {
			const { event: found, groups } = await readBoth(creator);
			expect([found.id, groups]).toEqual([event.id, expect.any(Error)]);
		} finally {
			await database().query('ALTER TABLE group_pins_away RENAME TO group_pins');
		}
	});

	test.each(['999999999', 'abc'])('no event %s', async (id) => {
		await expect(readBoth(creator, id)).rejects.toMatchObject({ kind: 'missing' });
	});

	describe('with more than 100 signups', () => {
		const openGroups = (user: UserRef, hasOpenGroups = true) =>
			perform(readEventPage, as(user), {
				params: { eventId: event.id },
				read: () => ({ hasOpenGroups }),
			});

		test('they are closed: the groups without their players and preferences', async () => {
			const ids = await signUp(101);
			const leaderId = await addStoryteller();
			const saved = [group('g', ids.slice(0, 3)), group('h', [], { storytellerId: leaderId })];
			await save({ groups: saved });
			await setSignup(ids[2] ?? '', 'declined');
			await setPreferences(ids[0] ?? '', [ids[1] ?? '']);
			const { groups, event: found } = await readBoth(creator);
			expect(groups).toEqual({
				isOpen: false,
				groups: [
					{ id: 'g', name: 'Group g', playerCount: 2, storyteller: null, isOwn: false },
					{ id: 'h', name: 'Group h', playerCount: 0, storyteller: found.storytellers[0], isOwn: false },
				],
			});
			expect([found.signups.length, found.signupsPage]).toEqual([100, { number: 1, hasNext: true }]);
			const listOwn = async (id = '') => {
				const { groups: seen } = await readBoth({ id, role: 'player' });
				return 'groups' in seen && seen.groups.map((each) => 'isOwn' in each && each.isOwn);
			};
			expect(await listOwn(ids[1])).toEqual([true, false]);
			// The viewer's own group is first: h for its storyteller.
			expect(await listOwn(leaderId)).toEqual([true, false]);
			expect(await listOwn(ids[2])).toEqual([false, false]);
		});

		test('they open with everyone for a creator, and with the seated players for others', async () => {
			const ids = await signUp(101);
			await save({ groups: [group('g', ids.slice(0, 2))] });
			await setPreferences(ids[0] ?? '', [ids[1] ?? '']);
			const forCreator = (await openGroups(creator)).groups;
			expect(forCreator).toMatchObject({ isOpen: true, groups: [{ players: ids.slice(0, 2) }] });
			expect(forCreator).toMatchObject({
				userPreferences: { [ids[0] ?? '']: { preferredPlayers: [ids[1]] } },
			});
			expect('signups' in forCreator && forCreator.signups?.map(({ user_id }) => user_id)).toEqual(ids);
			const forPlayer = (await openGroups({ id: ids[5] ?? '', role: 'player' })).groups;
			expect(forPlayer).toMatchObject({ isOpen: true, userPreferences: {} });
			expect('signups' in forPlayer && forPlayer.signups?.map(({ user_id }) => user_id)).toEqual(
				ids.slice(0, 2),
			);
		});
	});
});
