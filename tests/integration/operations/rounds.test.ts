import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { AuditEntry, type Event, Setting, Signup, User } from '~/database/models/index.ts';
import { RESULT_TEXTS } from '~/domain/groups/result.ts';
import { ROUND_TEXTS } from '~/domain/groups/rounds.ts';
import { groupsSchema } from '~/domain/groups/schema.ts';
import { DAY_MS } from '~/domain/limits.ts';
import { Refusal } from '~/domain/refusal.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { exportSignups } from '~/server/operations/admin/export-csv.ts';
import { undoChange } from '~/server/operations/admin/index.ts';
import { readEventPage } from '~/server/operations/event-page/index.ts';
import {
	autoSplitGroups,
	readAttendance,
	readGroups,
	readRollCall,
	readRounds,
	saveAttendance,
	saveGroups,
	saveRollCall,
	setWinner,
	startNextRound,
} from '~/server/operations/groups/index.ts';
import { selectRecentPairings } from '~/server/operations/groups/queries.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { readOwnHistory } from '~/server/operations/signups/index.ts';
import { listCompanions } from '~/server/operations/users/index.ts';
import { clearTables, useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';

useTestEnvironment();
useDatabase();

const now = new Date('2026-10-17T04:00:00Z');
type Actor = { id: string; role: 'player' | 'creator' };
const at = (actor: Actor, time = now) => ({ actor: { id: actor.id, role: actor.role }, now: time });

let event: Event;
let creator: Actor;
let teller: Actor;
let players: Actor[];
/** Two groups of five; each player prefers the others of the own group, so that a split by preferences changes nothing. */
beforeEach(async () => {
	await clearTables('events');
	// Two groups of five.
	const config = { triggerCount: 10, minPlayersPerGroup: 5 };
	await Setting.upsert({ key: 'auto_split_config', value: JSON.stringify(config) });
	event = await createEventRow({ date: new Date('2026-10-17T00:30:00Z') });
	const create = async (role: Actor['role']) => ({ id: (await createUserRow({ role })).id, role });
	creator = await create('creator');
	teller = await create('player');
	players = [];
	for (let count = 0; count < 10; count += 1) players.push(await create('player'));
	for (const { id } of players) await createSignupRow({ eventId: event.id, userId: id });
	const [owls, bats] = [players.slice(0, 5), players.slice(5)];
	for (const table of [owls, bats])
		for (const { id } of table)
			await rowsOf('player_preferences').insertAll(
				table
					.filter((other) => other.id !== id)
					.map((other, position) => ({
						userId: id,
						kind: 'player' as const,
						preferredUserId: other.id,
						position,
					})),
			);
	await perform(saveGroups, at(creator), {
		params: params(),
		read: () => ({
			groups: [
				{ id: 'a', name: 'Owls', players: ids(owls), storytellerId: teller.id, scriptId: 'tb' },
				{ id: 'b', name: 'Bats', players: ids(bats) },
			],
			pins: [{ userId: players[0]?.id, groupId: 'a' }],
			keepApart: [[players[1]?.id, players[6]?.id]],
		}),
	});
});

afterAll(() => Setting.destroy({ where: { key: 'auto_split_config' } }));

const params = () => ({ eventId: event.id });
const ids = (users: readonly Actor[]) => users.map(({ id }) => id);
const begin = (input: object = {}, actor = creator, time = now) =>
	perform(startNextRound, at(actor, time), { params: params(), read: () => input });
const readBoard = async () =>
	groupsSchema.parse(await perform(readGroups, at(creator), { params: params() }));
const readPage = (actor: Actor, round: number | null = null) =>
	perform(readRounds, at(actor), { params: params(), read: () => ({ round }) });
const refusalOf = (promise: Promise<unknown>) =>
	promise.then(
		() => null,
		(error) => (error instanceof Refusal ? `${error.kind}: ${error.message}` : error),
	);

test('the players are mixed, and the earlier round stays beside the present one', async () => {
	const before = await readBoard();
	expect(before.groups.map(({ round }) => round)).toEqual([1, 1]);
	expect(before.earlierGroups).toEqual([]);
	const voiceChannelId = '600000000000000002';
	await rowsOf('groups').update({ winner: 'good', voiceChannelId }, { clientId: 'a' });
	const listEmpty = async (table: 'groups' | 'played_groups') =>
		Object.entries((await rowsOf(table).find({ clientId: 'a' })) ?? {})
			.filter(([, value]) => value === null)
			.map(([column]) => column);
	// A new column of a group is given a value here.
	expect(await listEmpty('groups')).toEqual(['scriptId']);
	expect(await begin({ version: before.version })).toEqual({ round: 2, players: 10, problem: null });
	expect(await listEmpty('played_groups')).toEqual([]);
	const board = await readBoard();
	expect(board.groups.flatMap((group) => group.players).sort()).toEqual(ids(players).sort());
	expect(board.groups).toMatchObject([
		{ id: 'a', name: 'Owls', scriptId: null, winner: null, round: 2, voiceChannelId },
		{ id: 'b', name: 'Bats', round: 2 },
	]);
	// Those who played together are in two groups now, as evenly as the pin and the pair allow.
	for (const { players: seated } of board.groups) {
		const former = seated.filter((id) => ids(players.slice(0, 5)).includes(id)).length;
		expect([2, 3]).toContain(former);
	}
	expect(board.groups[0]?.players).toContain(players[0]?.id);
	const isWithOwls = (user: Actor | undefined) => board.groups[0]?.players.includes(String(user?.id));
	expect(isWithOwls(players[1])).toBe(!isWithOwls(players[6]));
	expect([board.pins, board.keepApart]).toEqual([before.pins, before.keepApart]);
	expect(board.version).toBe(before.version + 1);
	expect(board.earlierGroups).toEqual([
		{
			id: 'round-1-a',
			round: 1,
			name: 'Owls',
			players: ids(players.slice(0, 5)),
			storytellerId: teller.id,
			coStorytellerIds: [],
			script: 'Trouble Brewing',
			winner: 'good',
			voiceChannelId,
		},
		{
			id: 'round-1-b',
			round: 1,
			name: 'Bats',
			players: ids(players.slice(5)),
			storytellerId: null,
			coStorytellerIds: [],
			script: null,
			winner: null,
			voiceChannelId: null,
		},
	]);
	const entry = await AuditEntry.findOne({ where: { action: 'groups.nextRound' } });
	expect(entry?.detail).toMatchObject({ round: 2, players: 10 });
});

test('who has left by the roll call is not split, and stays in the roll call', async () => {
	const [, second, third] = players;
	const attendance = [
		{ user_id: second?.id, state: 'left_early' },
		{ user_id: third?.id, state: 'late' },
	];
	await perform(saveAttendance, at(creator), { params: params(), read: () => ({ attendance }) });
	// A confirmed player without a seat plays, too.
	const newcomer = await createUserRow();
	await createSignupRow({ eventId: event.id, userId: newcomer.id });
	// The storyteller's own signup is none of a player.
	await createSignupRow({ eventId: event.id, userId: teller.id });
	const [pinned, away] = await Promise.all([players[0], second].map((one) => User.findByPk(one?.id)));
	expect((await readPage(creator)).next).toMatchObject({
		problem: null,
		players: `10 players can play the next round: 9 of the 10 in these groups and 1 confirmed player without a group. Not there any more: ${away?.username}.`,
		// The pair to keep apart is no pair any more.
		kept: `Keeps: ${pinned?.username} in Owls.`,
		unmixed: null,
	});
	await begin();
	const seated = (await readBoard()).groups.flatMap((group) => group.players);
	expect(seated).not.toContain(second?.id);
	expect(seated).toEqual(expect.arrayContaining([String(third?.id), newcomer.id]));
	const { groups } = await perform(readRollCall, at(creator), { params: params() });
	expect(groups.map(({ group }) => [group?.id, group?.round])).toEqual([
		['a', null],
		['b', null],
		['round-1-a', 1],
		['round-1-b', 1],
	]);
	expect(groups[2]?.players).toMatchObject([{ id: second?.id, state: 'left_early' }]);
	expect(groups[3]?.players).toEqual([]);
	const entries = await perform(readAttendance, at(teller), { params: params() });
	expect(entries).toContainEqual({ user_id: second?.id, state: 'left_early' });
	const [own] = (await perform(readRollCall, at(teller), { params: params() })).groups.slice(-1);
	expect(own?.group?.id).toBe('round-1-a');

	// Who declined since is called only as long as a mark may have to be corrected.
	const ofSecond = { eventId: event.id, userId: second?.id };
	const listFirstRound = async () =>
		(await perform(readRollCall, at(creator), { params: params() })).groups[2]?.players;
	await Signup.update({ status: 'declined' }, { where: ofSecond });
	expect(await listFirstRound()).toMatchObject([{ id: second?.id, isExpected: false }]);
	await rowsOf('attendance').delete(ofSecond);
	expect(await listFirstRound()).toEqual([]);
});

test('groups with players without a mark are named, and who is away has no seat that is missing', async () => {
	const readMissing = async () => (await readPage(creator)).next?.missingMarks;
	const saveMarks = (users: readonly Actor[], state: string) => {
		const attendance = users.map(({ id }) => ({ user_id: id, state }));
		return perform(saveAttendance, at(creator), { params: params(), read: () => ({ attendance }) });
	};
	const readConfirmed = async () => {
		const { groups } = await perform(readEventPage, at(creator), { params: params() });
		return 'confirmed' in groups ? groups.confirmed : null;
	};
	expect(await readMissing()).toContain('The roll call of Owls and Bats is not complete.');
	await saveMarks(players.slice(0, 5), 'present');
	expect(await readMissing()).toContain('The roll call of Bats is not complete.');
	await saveMarks(players.slice(5, 9), 'present');
	expect(await readMissing()).toContain('The roll call of Bats is not complete.');
	await saveMarks(players.slice(9), 'absent');
	expect(await readMissing()).toBeNull();
	await begin();
	expect(await readConfirmed()).toEqual(ids(players.slice(0, 9)));
	// Auto-Split of the next round does not take the player who is away.
	const config = { triggerCount: 8, minPlayersPerGroup: 4 };
	await Setting.upsert({ key: 'auto_split_config', value: JSON.stringify(config) });
	const split = await perform(autoSplitGroups, at(creator), { params: params(), read: () => ({}) });
	expect(split.groups.flatMap((group) => group.players).sort()).toEqual(ids(players.slice(0, 9)).sort());
});

test('players that have declined since the groups were saved are not in the earlier round', async () => {
	const [, second] = players;
	await Signup.update({ status: 'declined' }, { where: { eventId: event.id, userId: second?.id ?? '' } });
	await begin();
	const [owls] = (await readBoard()).earlierGroups;
	expect(owls?.players).toEqual(ids(players.slice(0, 5)).filter((id) => id !== second?.id));
});

test('a storyteller who ran may play, and another one of the event runs the group', async () => {
	const other = await createUserRow({ role: 'storyteller' });
	await rowsOf('event_storytellers').insert({ eventId: event.id, userId: other.id });
	expect((await readPage(creator)).next?.storytellers).toEqual([]);
	expect(await refusalOf(begin({ playing: [teller.id] }))).toMatch(/^invalid/);
	expect(await refusalOf(begin({ playing: [players[0]?.id] }))).toMatch(/^invalid/);
	await createSignupRow({ eventId: event.id, userId: teller.id, status: 'late' });
	expect((await readPage(creator)).next?.storytellers.map(({ id }) => id)).toEqual([teller.id]);
	expect(await begin({ playing: [teller.id] })).toEqual({ round: 2, players: 11, problem: null });
	const { groups, earlierGroups } = await readBoard();
	expect(groups.flatMap((group) => group.players)).toContain(teller.id);
	const leaders = groups.map(({ storytellerId }) => storytellerId);
	expect(leaders).toContain(other.id);
	expect(leaders).not.toContain(teller.id);
	expect(earlierGroups[0]?.storytellerId).toBe(teller.id);
	// The storyteller of the earlier round still has its roll call and its result.
	const { event: page } = await perform(readEventPage, at(teller), { params: params() });
	expect(page.canTakeRollCall).toBe(true);
	const rollCall = await perform(readRollCall, at(teller), { params: params() });
	expect(rollCall.groups.map(({ group }) => group?.id)).toEqual(['round-1-a']);
});

test('a co-storyteller takes the roll call and has run the earlier round', async () => {
	const una = await createUserRow({ preferredUsername: 'Una' });
	const helper = { id: una.id, role: 'player' as const };
	const { groups } = await readBoard();
	const sent = groups.map((group, index) =>
		index > 0 ? group : { ...group, coStorytellerIds: [helper.id] },
	);
	await perform(saveGroups, at(creator), { params: params(), read: () => ({ groups: sent }) });
	const attendance = [{ user_id: players[0]?.id, state: 'late' }];
	await perform(saveAttendance, at(helper), { params: params(), read: () => ({ attendance }) });
	await begin();
	const [owls, bats] = (await readBoard()).earlierGroups;
	expect(owls).toMatchObject({ storytellerId: teller.id, coStorytellerIds: [helper.id] });
	expect(owls?.players).not.toContain(helper.id);
	expect(bats).toMatchObject({ storytellerId: null, coStorytellerIds: [] });
	// The groups of the next round keep them.
	expect((await readBoard()).groups[0]).toMatchObject({ coStorytellerIds: [helper.id] });
	expect((await readPage(creator, 1)).groups).toMatchObject([
		{ storytellers: [expect.any(String), 'Una'] },
		{ storytellers: [] },
	]);
	const winnerOf = (groupId: string) =>
		perform(setWinner, at(helper), { params: { ...params(), groupId }, read: () => ({ winner: 'evil' }) });
	expect(await winnerOf('round-1-a')).toMatchObject({ winner: 'evil', name: 'Owls' });
	expect(await refusalOf(winnerOf('round-1-b'))).toMatch(/^denied/);
	const entry = await AuditEntry.findOne({ where: { action: 'groups.nextRound' } });
	await perform(undoChange, at(creator), { params: { entryId: String(entry?.id) } });
	expect((await readBoard()).groups[0]).toMatchObject({ coStorytellerIds: [helper.id] });
	await event.update({ status: 'completed' });
	const history = await perform(readOwnHistory, at(helper), { read: () => ({ limit: 5 }) });
	expect(history.nights.told).toBe(1);
});

test('groups that cannot be split stay, without those who left', async () => {
	const attendance = players.slice(4).map(({ id }) => ({ user_id: id, state: 'excused' }));
	await perform(saveAttendance, at(creator), { params: params(), read: () => ({ attendance }) });
	const { next } = await readPage(creator);
	expect(next).toMatchObject({
		players: expect.stringMatching(/^4 players can/),
		unmixed: expect.stringMatching(/^Auto-Split needs/),
	});
	expect(await begin()).toMatchObject({ round: 2, players: 4, problem: next?.unmixed });
	expect((await readBoard()).groups).toMatchObject([
		{ players: ids(players.slice(0, 4)), storytellerId: teller.id, scriptId: null },
		{ players: [], scriptId: null },
	]);
});

test('results belong to their round, also after an undo', async () => {
	const win = (groupId: string, winner: string, actor = creator) =>
		perform(setWinner, at(actor), { params: { ...params(), groupId }, read: () => ({ winner }) });
	await begin({}, creator, new Date(now.getTime() + 1));
	await win('round-1-a', 'good', teller);
	await win('a', 'evil');
	expect(await refusalOf(win('round-2-a', 'good'))).toMatch(/^missing/);
	expect(await refusalOf(win('round-1-b', 'good', teller))).toMatch(/^denied/);
	const games = async (user: Actor | undefined) => {
		const actor = at(user ?? creator);
		return (await perform(readOwnHistory, actor, { read: () => ({ limit: 10 }) })).signups[0]?.games;
	};
	expect(await games(players[0])).toEqual([
		{ script: 'Trouble Brewing', winner: 'good' },
		{ script: null, winner: 'evil' },
	]);
	const readCsv = async () => {
		const admin = { actor: { id: creator.id, role: 'admin' as const }, now };
		let csv = '';
		for await (const chunk of await perform(exportSignups, admin, { read: () => ({}) })) csv += chunk;
		return csv;
	};
	expect(await readCsv()).toContain('Owls; Owls,Trouble Brewing; –,good; evil');
	await rowsOf('groups').update({ winner: null });
	await rowsOf('played_groups').update({ winner: null, script: null });
	expect(await readCsv()).toMatch(/,Owls; Owls,,,\r\n/);
	await rowsOf('played_groups').update({ winner: 'good' }, { clientId: 'a' });
	await completeEvent();
	expect((await perform(readOwnHistory, at(teller), { read: () => ({ limit: 10 }) })).nights.told).toBe(1);
	const entry = await AuditEntry.findOne({ where: { action: 'groups.nextRound' }, rejectOnEmpty: true });
	await perform(undoChange, at(creator), { params: { entryId: entry.id } });
	const board = await readBoard();
	expect(board.earlierGroups).toEqual([]);
	expect(board.groups).toMatchObject([
		{ id: 'a', players: ids(players.slice(0, 5)), winner: 'good', round: 1, scriptId: 'tb' },
		{ id: 'b', winner: null },
	]);
	expect([await rowsOf('played_groups').count(), await rowsOf('played_seats').count()]).toEqual([0, 0]);
});

describe('a form of the roll call', () => {
	const save = (actor: Actor, round: number, groupId = 'a', attendance: object[] = []) =>
		perform(saveRollCall, at(actor), {
			params: params(),
			read: () => ({ round, attendance, results: [{ group_id: groupId, winner: 'good' }] }),
		});
	const readSaved = async () => [
		await rowsOf('attendance').count({ eventId: event.id }),
		...(await rowsOf('groups').list({ eventId: event.id })).map(({ winner }) => winner),
	];
	const CHANGED = `conflict: ${RESULT_TEXTS.changed}`;

	test('of an earlier round is refused, also to a storyteller without a group now', async () => {
		await createSignupRow({ eventId: event.id, userId: teller.id });
		const { currentRound } = await perform(readRollCall, at(teller), { params: params() });
		expect(currentRound).toBe(1);
		await begin({ playing: [teller.id] });
		const attendance = [{ user_id: players[0]?.id, state: 'late' }];
		for (const actor of [teller, creator])
			expect(await refusalOf(save(actor, currentRound, 'a', attendance))).toBe(CHANGED);
		expect(await refusalOf(save(players[1] ?? teller, currentRound))).toMatch(/^denied/);
		expect(await readSaved()).toEqual([0, null, null]);
		await save(creator, 2, 'a', attendance);
		expect(await readSaved()).toEqual([1, 'good', null]);
	});

	test('of a round that was undone is refused', async () => {
		await begin();
		const began = { action: 'groups.nextRound', subjectId: event.id };
		const entry = await AuditEntry.findOne({ where: began, rejectOnEmpty: true });
		await perform(undoChange, at(creator), { params: { entryId: entry.id } });
		expect(await refusalOf(save(teller, 2))).toBe(CHANGED);
		expect(await readSaved()).toEqual([0, null, null]);
	});

	test('saves the result of an earlier group for its storyteller without players to mark', async () => {
		await createSignupRow({ eventId: event.id, userId: teller.id });
		await begin({ playing: [teller.id] });
		await save(teller, 2, 'round-1-a');
		expect((await rowsOf('played_groups').find({ clientId: 'a' }))?.winner).toBe('good');
		expect(await refusalOf(save(teller, 2, 'round-1-b'))).toMatch(/^denied/);
	});
});

const completeEvent = () => event.update({ status: 'completed' });

describe('the next round is refused', () => {
	test('to players, and to two at once', async () => {
		expect(await refusalOf(begin({}, teller))).toMatch(/^denied/);
		const { version } = await readBoard();
		const both = await Promise.all([refusalOf(begin({ version })), refusalOf(begin({ version }))]);
		expect(both.sort()).toEqual([`conflict: ${ROUND_TEXTS.changed}`, null].sort());
		expect(await rowsOf('played_groups').count()).toBe(2);
		// Without a version, the second has planned with groups that have played since.
		const others = await Promise.all([refusalOf(begin()), refusalOf(begin())]);
		expect(others.sort()).toEqual([`conflict: ${ROUND_TEXTS.changed}`, null].sort());
	});

	test('once per key', async () => {
		const input = { version: (await readBoard()).version, idempotencyKey: randomUUID() };
		const first = await begin(input);
		expect(await begin(input)).toEqual(first);
		expect(await rowsOf('played_groups').count()).toBe(2);
	});

	test('once per key, also when a storyteller plays', async () => {
		await createSignupRow({ eventId: event.id, userId: teller.id });
		const { version } = await readBoard();
		const input = { version, playing: [teller.id], idempotencyKey: randomUUID() };
		const first = await begin(input);
		expect(await begin(input)).toEqual(first);
		expect(await rowsOf('played_groups').count()).toBe(2);
	});

	test('too late, without players, and after five rounds', async () => {
		const late = new Date(event.date.getTime() + DAY_MS + 1);
		expect(await refusalOf(begin({}, creator, late))).toBe(`conflict: ${ROUND_TEXTS.over}`);
		for (let round = 2; round <= 5; round += 1) expect(await begin()).toMatchObject({ round });
		expect(await refusalOf(begin())).toBe(`conflict: ${ROUND_TEXTS.many}`);
		expect(await rowsOf('played_groups').count()).toBe(8);
		const attendance = players.map(({ id }) => ({ user_id: id, state: 'left_early' }));
		await rowsOf('played_groups').delete({ eventId: event.id });
		await perform(saveAttendance, at(creator), { params: params(), read: () => ({ attendance }) });
		expect(await refusalOf(begin())).toBe(`conflict: ${ROUND_TEXTS.empty}`);
		await rowsOf('groups').delete({ eventId: event.id });
		expect(await refusalOf(begin())).toBe(`conflict: ${ROUND_TEXTS.noGroups}`);
	});
});

test('the page shows one round, and players see no form', async () => {
	const hasRounds = async (actor: Actor, time = now) =>
		(await perform(readEventPage, at(actor, time), { params: params() })).event.hasRounds;
	expect([await hasRounds(creator), await hasRounds(teller)]).toEqual([true, false]);
	expect(await hasRounds(creator, new Date(event.date.getTime() - 1))).toBe(false);
	await begin();
	expect(await hasRounds(teller)).toBe(true);
	expect(await readPage(teller)).toMatchObject({
		currentRound: 2,
		shown: 2,
		next: null,
		groups: [{ id: 'a' }, { id: 'b' }],
	});
	expect(await readPage(teller, 9)).toMatchObject({ shown: 2, groups: [{ id: 'a' }, { id: 'b' }] });
	const { shown, groups } = await readPage(teller, 1);
	expect([shown, groups.length]).toEqual([1, 2]);
	expect(groups[0]).toMatchObject({ id: 'round-1-a', script: 'Trouble Brewing', winner: null });
	expect(groups[0]?.players).toHaveLength(5);
	expect(groups[0]?.storytellers).toEqual([expect.any(String)]);
});

test('those who have played together tonight are recent company', async () => {
	const [one, two, far] = [players[0], players[1], players[9]].map((player) => String(player?.id));
	const countOf = async (other: string | undefined, withPresent?: boolean) => {
		const found = await selectRecentPairings(ids(players), { id: event.id, date: event.date }, withPresent);
		return found.find(({ a, b }) => a === one && b === other)?.times ?? 0;
	};
	expect([await countOf(two), await countOf(two, true), await countOf(far, true)]).toEqual([0, 1, 0]);
	await begin();
	await rowsOf('groups').delete({ eventId: event.id });
	expect([await countOf(two), await countOf(two, true), await countOf(far)]).toEqual([1, 1, 0]);
});

test('new groups of Auto-Split belong to the present round', async () => {
	await begin();
	const { groups } = await perform(autoSplitGroups, at(creator), { params: params(), read: () => ({}) });
	expect(groups.map(({ round }) => round)).toEqual([2, 2]);
});

test('who sat together in an earlier round is a companion, whatever happened since', async () => {
	await rowsOf('attendance').delete();
	const last = players[9];
	const companions = async () => {
		const found = await perform(listCompanions, at(last ?? creator), { read: () => ({ among: 'players' }) });
		return found.map(({ id }) => id);
	};
	await begin();
	await rowsOf('group_players').delete({ eventId: event.id });
	expect((await companions()).slice(0, 4).sort()).toEqual(ids(players.slice(5, 9)).sort());
});
