import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { database } from '~/database/connection.ts';
import { Event, Setting, Signup, User } from '~/database/models/index.ts';
import { execute } from '~/database/sql.ts';
import { tableSchema } from '~/domain/groups/online-table.ts';
import { MINUTE_MS } from '~/domain/limits.ts';
import { instantToWallTime } from '~/domain/time/wall-time.ts';
import { createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { readOwnSeat } from '~/server/operations/botc/queries.ts';
import { readEventPage } from '~/server/operations/event-page/index.ts';
import { listEvents, readEvent } from '~/server/operations/events/index.ts';
import { listUpcomingEvents } from '~/server/operations/events/list-upcoming-events.ts';
import { readTable, readTables } from '~/server/operations/groups/index.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { removeSignup } from '~/server/operations/signups/index.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import {
	addStoryteller,
	as,
	creator,
	edit,
	event,
	group,
	read,
	readPage,
	refusalOf,
	save,
	setPreferences,
	setSignup,
	signUp,
	split,
	type UserRef,
	useEvent,
} from './groups-of-event.ts';

useTestEnvironment();
useDatabase();
useEvent();

test('deleting an event deletes its groups, pins and pairs', async () => {
	const [a = '', b = ''] = await signUp(2);
	await save({ groups: [group('g', [a, b])], pins: [{ userId: a, groupId: 'g' }], keepApart: [[a, b]] });
	await database().query('DELETE FROM events WHERE id = :id', { replacements: { id: event.id } });
	const where = { eventId: event.id };
	const remaining = await Promise.all([
		rowsOf('groups').count(where),
		rowsOf('group_players').count(where),
		rowsOf('group_pins').count(where),
		rowsOf('group_keep_apart').count(where),
	]);
	expect(remaining).toEqual([0, 0, 0, 0]);
	expect(await Event.findByPk(event.id)).toBeNull();
});

/** Returns how many characters the rows have, as JSON, that the statements of `work` return. */
async function countBytes(work: () => Promise<unknown>): Promise<number> {
	const query = vi.spyOn(pg.Client.prototype, 'query');
	try {
		await work();
		const results = (await Promise.all(query.mock.results.map(({ value }) => value))) as {
			rows?: unknown[];
		}[];
		return JSON.stringify(results.map((result) => result?.rows ?? [])).length;
	} finally {
		query.mockRestore();
	}
}

describe('the event page’s combined read', () => {
	const readBoth = (user: UserRef, eventId = event.id) =>
		perform(readEventPage, as(user), { params: { eventId } });

	test.each(['player', 'creator'] as const)('equals the separate reads for a %s', async (role) => {
		const ids = await signUp(3);
		const leader = await createUserRow({ role: 'storyteller' });
		const storyteller = await createUserRow({ role: 'storyteller', preferredUsername: 'Ada' });
		await rowsOf('event_storytellers').insert({ eventId: event.id, userId: storyteller.id, position: 0 });
		await rowsOf('groups').insert({
			eventId: event.id,
			clientId: 'a',
			name: 'A',
			storytellerId: leader.id,
			position: 0,
		});
		await rowsOf('preferences').insert({ userId: ids[2] ?? '', notes: 'by the window' });
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
				has_left,
				...rest
			}) => rest,
		);
		expect(found).toEqual({
			...whole,
			signups: listed,
			signupsPage: null,
			cancelReason: null,
			neighbours: null,
			seriesProgress: null,
			seriesPause: null,
			isAnnouncedLater: false,
			ownAttendance: null,
			canTakeRollCall: false,
			hasResults: false,
			scriptQuestion: null,
			round: 1,
			hasRounds: false,
			ownTable: null,
			canReadTables: role === 'creator',
			ownRegular: null,
			ownPlaceReason: null,
			otherEvent: null,
			ownStandby: false,
			standbys: 0,
			ownNotes: null,
			ownArrivesAt: null,
			ownAwaitsReply: false,
			mirrorChangedAt: null,
			isSeriesOnDiscord: false,
			movedOnDiscord: null,
			canAnnounce: false,
			groupPost: role === 'creator' ? { message: null, place: null } : null,
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

	test('the table of one group reads that group only, and a storyteller reads their own', async () => {
		const [storyteller, ...ids] = await signUp(51);
		const ability = 'x'.repeat(60_000);
		await save({ groups: ids.map((id) => group(`g${id}`, [id])) });
		await execute(
			`WITH added AS (INSERT INTO scripts (name, author, characters, file, created_at)
				SELECT 'Script ' || n, 'Ada', '[]'::jsonb, '[{"id":"a' || n || '","name":"A","team":"townsfolk","ability":"' || :ability::text || '"}]', now()
				FROM generate_series(1, 50) n RETURNING id)
			UPDATE groups g SET script_id = s.id FROM (SELECT id, row_number() OVER (ORDER BY id) FROM added) s,
				(SELECT id, row_number() OVER (ORDER BY id) FROM groups WHERE event_id = :eventId) o
			WHERE o.id = g.id AND o.row_number = s.row_number`,
			{ ability, eventId: event.id },
		);
		await execute(
			'UPDATE groups SET storyteller_id = :storyteller WHERE event_id = :eventId AND client_id = :groupId',
			{
				storyteller,
				eventId: event.id,
				groupId: `g${ids[0]}`,
			},
		);
		const call = { params: { eventId: event.id, groupId: `g${ids[0]}` } };
		const leader = { id: String(storyteller), role: 'player' as const };
		expect(await countBytes(() => perform(readTable, as(creator), call))).toBeLessThan(70_000);
		expect(await countBytes(() => perform(readTable, as(leader), call))).toBeLessThan(70_000);
		expect(await countBytes(() => perform(readTables, as(leader), call))).toBeLessThan(70_000);
		expect(await countBytes(() => perform(readTables, as(creator), call))).toBeGreaterThan(3_000_000);
	});

	test('a table has the seats in their order, for its storyteller and creators only', async () => {
		const [a = '', b = '', c = ''] = await signUp(3);
		const leader = await createUserRow({ role: 'storyteller', preferredUsername: 'Siobhán' });
		await rowsOf('event_storytellers').insert({ eventId: event.id, userId: leader.id });
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
		await setSignup(c, 'confirmed');
		expect((await readAll(creator)).tables[1]?.seats).toMatchObject([{ stay: null, isTraveller: false }]);

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
		await event.update({ status: 'cancelled' });
		expect(await readOwnTable(a, 30)).toBeNull();
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

		await edit({ type: 'changeGroup', groupId: 'g', coStorytellerId: third });
		expect((await read()).groups[0]).toMatchObject({ coStorytellerIds: [third] });
		const refusal = await refusalOf(edit({ type: 'changeGroup', groupId: 'g', coStorytellerId: a }));
		expect(refusal?.message).toBe("That storyteller can't be assigned here.");
		// Removed from the event, a storyteller still helps, and is named.
		await rowsOf('event_storytellers').delete({ eventId: event.id, userId: third });
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
		// The time stays stored, but a confirmed player arrives at the start.
		await setSignup(late, 'confirmed');
		expect(await readTravellers(await addStoryteller())).toEqual([]);
	});

	test('the event says which group is the viewer’s own, in lists and on the event page', async () => {
		const [a = '', b = '', c = '', d = ''] = await signUp(4);
		const leader = await createUserRow({ role: 'storyteller', preferredUsername: 'Siobhán' });
		await rowsOf('event_storytellers').insert({ eventId: event.id, userId: leader.id });
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
		const inH = { name: 'Group h', storyteller: 'Siobhán', players: 2, voiceChannel: null };
		expect(await readAll({ id: b, role: 'player' })).toEqual({ ...inH, isStoryteller: false, seat: 1 });
		expect(await readAll({ id: c, role: 'player' })).toMatchObject({ seat: 2 });
		expect(await readAll(leader)).toEqual({ ...inH, isStoryteller: true, seat: null });
		expect(await readAll({ id: a, role: 'player' })).toEqual({
			name: 'Group g',
			storyteller: null,
			voiceChannel: null,
			players: 1,
			isStoryteller: false,
			seat: 1,
		});
		expect([await readAll({ id: d, role: 'player' }), await readAll(creator)]).toEqual([null, null]);

		// A player who declines has no group and no seat, and is not counted in it.
		await setSignup(b, 'declined');
		expect(await readAll({ id: b, role: 'player' })).toBeNull();
		expect(await readAll({ id: c, role: 'player' })).toMatchObject({ players: 1, seat: 1 });
		await setSignup(b, 'confirmed');
		await setSignup(c, 'declined');
		expect(await readAll({ id: c, role: 'player' })).toBeNull();
		expect(await readAll({ id: b, role: 'player' })).toMatchObject({ players: 1, seat: 1 });
		await perform(removeSignup, as({ id: b, role: 'player' }), { params: { eventId: event.id } });
		expect(await readAll({ id: b, role: 'player' })).toBeNull();
		expect(await readAll(leader)).toMatchObject({ players: 0 });
	});

	test('the bot says who sits with the member', async () => {
		const [a = '', b = '', c = '', d = ''] = await signUp(4);
		const leader = await createUserRow({ role: 'storyteller', preferredUsername: 'Siobhán' });
		await rowsOf('event_storytellers').insert({ eventId: event.id, userId: leader.id });
		const readSeat = (id: string) =>
			perform(readOwnSeat, as({ id, role: 'player' }), { params: { eventId: event.id } });
		expect(await readSeat(a)).toEqual({ title: event.title, hasGroups: false, seat: null });
		await save({ groups: [group('g', [a]), group('h', [b, c], { storytellerId: leader.id })] });
		await User.update({ preferredUsername: 'Fern' }, { where: { id: b } });
		const seat = {
			groupName: 'Group h',
			storyteller: 'Siobhán',
			isStoryteller: false,
			number: 2,
			playersUrl: null,
			session: null,
			players: ['Fern'],
			script: null,
			voiceChannelId: null,
		};
		expect(await readSeat(c)).toEqual({ title: event.title, hasGroups: true, seat });
		expect((await readSeat(a)).seat).toMatchObject({ storyteller: null, players: [] });
		expect((await readSeat(d)).seat).toBeNull();
		await setSignup(c, 'declined');
		expect((await readSeat(c)).seat).toBeNull();
		expect((await readSeat(leader.id)).seat).toEqual({ ...seat, isStoryteller: true, number: null });
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
					{ id: 'g', name: 'Group g', playerCount: 2, storyteller: null, voiceChannel: null, isOwn: false },
					{
						id: 'h',
						name: 'Group h',
						playerCount: 0,
						storyteller: found.storytellers[0],
						voiceChannel: null,
						isOwn: false,
					},
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
