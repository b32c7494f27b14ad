import { describe, expect, test } from 'vitest';
import { Setting, Signup, User } from '~/database/models/index.ts';
import { autoSplitSchema } from '~/domain/groups/schema.ts';
import { BOARD_TEXTS } from '~/domain/groups/texts.ts';
import { MINUTE_MS } from '~/domain/limits.ts';
import { instantToWallTime } from '~/domain/time/wall-time.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { readEventPage } from '~/server/operations/event-page/index.ts';
import { autoSplitGroups } from '~/server/operations/groups/auto-split-groups.ts';
import { selectRecentPairings } from '~/server/operations/groups/queries.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { removeSignup } from '~/server/operations/signups/index.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import {
	addStoryteller,
	as,
	creator,
	event,
	group,
	now,
	players,
	read,
	refusalOf,
	retryUntilProven,
	save,
	setPreferences,
	setSignup,
	signUp,
	split,
	splitDraft,
	type UserRef,
	useEvent,
} from './groups-of-event.ts';

useTestEnvironment();
useDatabase();
useEvent();

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
		expect(await rowsOf('groups').count({ eventId: event.id })).toBe(0);
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
		const oldGroup = await rowsOf('groups').insert({
			eventId: earlierEvent.id,
			clientId: 'old',
			name: 'Old',
			storytellerId: null,
		});
		// Every other player: without any preference these would be together again.
		const [friends, others] = [players.filter((_, i) => i % 2 === 0), players.filter((_, i) => i % 2)];
		for (const [i, id] of friends.entries()) {
			await createSignupRow({ eventId: earlierEvent.id, userId: id, status: 'confirmed' });
			await rowsOf('group_players').insert({
				groupId: oldGroup.id,
				userId: id,
				eventId: earlierEvent.id,
				position: i,
			});
			await setPreferences(id, [two], 'storyteller');
		}
		for (const id of others) await setPreferences(id, [one], 'storyteller');
		const { groups } = await retryUntilProven(split);
		for (const { players: seated } of groups)
			expect(seated.filter((id) => friends.includes(id))).toHaveLength(4);
		await rowsOf('player_preferences').insertAll(
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

	test('seats of players who declined or left, or of a cancelled event, are no recent pairings', async () => {
		const [a = '', b = '', c = '', d = ''] = await signUp(4);
		await save({ groups: [group('g', [a, b, c, d])] });
		const later = new Date(event.date.getTime() + 86_400_000);
		const listPairs = async () =>
			(await selectRecentPairings([a, b, c, d], { id: '0', date: later })).map((pair) => [pair.a, pair.b]);
		expect(await listPairs()).toHaveLength(6);
		await setSignup(a, 'declined');
		await perform(removeSignup, as({ id: b, role: 'player' }), { params: { eventId: event.id } });
		expect(await listPairs()).toEqual([[c, d]]);
		await event.update({ status: 'cancelled' });
		expect(await listPairs()).toEqual([]);
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
		await rowsOf('attendance').insert({ eventId: event.id, userId: third, state: 'late' });
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
