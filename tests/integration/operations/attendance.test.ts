import { beforeEach, describe, expect, test } from 'vitest';
import { AuditEntry, DiscordMirror, type Event, Signup, User } from '~/database/models/index.ts';
import type { Attendance as State } from '~/domain/groups/attendance.ts';
import { attendanceSchema } from '~/domain/groups/attendance-schema.ts';
import { RESULT_TEXTS } from '~/domain/groups/result.ts';
import { DAY_MS, HOUR_MS, WEEK_MS } from '~/domain/limits.ts';
import { Refusal } from '~/domain/refusal.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { undoChange } from '~/server/operations/admin/index.ts';
import { readEventPage } from '~/server/operations/event-page/index.ts';
import {
	cancelEvent,
	completeEndedEvents,
	deleteEvent,
	updateEvent,
} from '~/server/operations/events/index.ts';
import {
	confirmAttendance,
	deleteOldAttendance,
	readAttendance,
	readRollCall,
	saveAttendance,
	saveGroups,
	saveRollCall,
	setWinner,
} from '~/server/operations/groups/index.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { applyDiscordStatus } from '~/server/operations/mirror/index.ts';
import { readOwnHistory } from '~/server/operations/signups/index.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { makeRemoteStatus } from '~/tests/support/remote-status.ts';

useTestEnvironment();
useDatabase();

const now = new Date('2026-10-17T04:00:00Z');
type Actor = { id: string; role: 'player' | 'creator' };
const at = (actor: Actor, time = now) => ({ actor: { id: actor.id, role: actor.role }, now: time });

const START = new Date('2026-10-17T00:30:00Z');
let event: Event;
let creator: Actor;
let teller: Actor;
let own: Actor;
let guest: Actor;
let other: Actor;
beforeEach(async () => {
	event = await createEventRow({ date: START });
	const create = async (role: Actor['role']) => ({ id: (await createUserRow({ role })).id, role });
	creator = await create('creator');
	[teller, own, guest, other] = await Promise.all([
		create('player'),
		create('player'),
		create('player'),
		create('player'),
	]);
	for (const { id } of [own, guest, other]) await createSignupRow({ eventId: event.id, userId: id });
	const save = async (clientId: string, players: Actor[], storytellerId: string | null) => {
		const group = await rowsOf('groups').insert({
			eventId: event.id,
			clientId,
			name: `Group ${clientId}`,
			storytellerId,
		});
		for (const [position, { id }] of players.entries())
			await rowsOf('group_players').insert({ groupId: group.id, eventId: event.id, userId: id, position });
	};
	await save('a', [guest, own], teller.id);
	await save('b', [other], null);
});

const mark = (actor: Actor, entries: [Actor, State][], time = now) =>
	perform(saveAttendance, at(actor, time), {
		params: { eventId: event.id },
		read: () => ({ attendance: entries.map(([user, state]) => ({ user_id: user.id, state })) }),
	});
const read = (actor: Actor) => perform(readAttendance, at(actor), { params: { eventId: event.id } });
const readForm = (actor: Actor, time = now) =>
	perform(readRollCall, at(actor, time), { params: { eventId: event.id } });
const refusalOf = (promise: Promise<unknown>) =>
	promise.then(
		() => null,
		(error) =>
			error instanceof Refusal
				? `${error.kind}: ${Object.values(error.fields ?? {})[0] ?? error.message}`
				: error,
	);
const countEntries = () => rowsOf('attendance').count({ eventId: event.id });
const countAudited = () => AuditEntry.count({ where: { action: 'attendance.save', subjectId: event.id } });
const entry = (user: Actor, state: State) => ({ user_id: user.id, state });

test('players of a group have no state until one is marked, and each role reads only what it may', async () => {
	expect(await readForm(teller)).toMatchObject({ marked: 0, saved: null });
	expect((await readForm(teller)).groups).toMatchObject([
		{
			group: { id: 'a', name: 'Group a', winner: null },
			players: [
				{ id: guest.id, state: null },
				{ id: own.id, state: null },
			],
		},
	]);
	const saved = await mark(teller, [
		[own, 'late'],
		[guest, 'absent'],
	]);
	expect(attendanceSchema.parse(saved)).toHaveLength(2);
	await mark(creator, [[other, 'excused']]);
	expect(await countAudited()).toBe(2);
	// The same again changes nothing.
	await mark(creator, [[other, 'excused']]);
	expect(await countAudited()).toBe(2);

	const sort = (list: { user_id?: string | undefined }[]) =>
		list.toSorted((a, b) => Number(a.user_id) - Number(b.user_id));
	const all = sort([entry(own, 'late'), entry(guest, 'absent'), entry(other, 'excused')]);
	expect(await read(creator)).toEqual(all);
	expect(await read(teller)).toEqual(sort([entry(own, 'late'), entry(guest, 'absent')]));
	expect(await read(own)).toEqual([entry(own, 'late')]);
	expect(await read({ id: (await createUserRow()).id, role: 'player' })).toEqual([]);
	const page = async (actor: Actor, time = now) =>
		(await perform(readEventPage, at(actor, time), { params: { eventId: event.id } })).event;
	expect(await page(own)).toMatchObject({
		ownAttendance: 'late',
		canTakeRollCall: false,
		hasResults: true,
	});
	expect(JSON.stringify(await page(own))).not.toMatch(/absent|excused/);
	expect(await page(teller)).toMatchObject({ ownAttendance: null, canTakeRollCall: true });
	expect(await page(teller, new Date(event.date.getTime() - 1))).toMatchObject({
		canTakeRollCall: false,
		hasResults: false,
	});
	expect(await readForm(creator)).toMatchObject({ marked: 3, saved: { at: now.toISOString() } });
	await rowsOf('group_players').delete({ eventId: event.id });
	expect(await page(teller)).toMatchObject({ canTakeRollCall: false });
	expect(await page(creator)).toMatchObject({ canTakeRollCall: true });
});

test.each<[string, (actors: Record<'teller' | 'own' | 'creator', Actor>) => Promise<unknown>, string]>([
	['a player', ({ own }) => mark(own, [[own, 'present']]), 'denied'],
	['a player', ({ own }) => mark(own, []), 'denied'],
	['a player', ({ own }) => readForm(own), 'denied'],
	['a storyteller, of another group', ({ teller }) => mark(teller, [[other, 'present']]), 'denied'],
	[
		'a creator, for a stranger',
		({ creator }) => mark(creator, [[creator, 'present']]),
		'invalid: This player was not part of the event',
	],
	[
		'a creator, twice',
		({ creator, own }) =>
			mark(creator, [
				[own, 'late'],
				[own, 'absent'],
			]),
		'invalid: A player is listed twice',
	],
	[
		'a creator, with another state',
		({ creator, own }) => mark(creator, [[own, 'asleep' as State]]),
		'invalid: Please choose what is right for each player',
	],
	[
		'a creator, before the start',
		({ creator, own }) => mark(creator, [[own, 'late']], new Date('2026-10-17T00:29:59Z')),
		'conflict: The roll call starts when the event does.',
	],
	[
		'a creator, 26 weeks later',
		({ creator, own }) => mark(creator, [[own, 'late']], new Date('2027-04-17T00:30:00Z')),
		'conflict: Roll calls are kept for 26 weeks, and this event is older.',
	],
])('%s cannot mark: %#', async (_, act, refusal) => {
	expect(await refusalOf(act({ teller, own: own, creator }))).toContain(refusal);
	expect(await countEntries()).toBe(0);
});

test('a form keeps the marks that were made after it was opened, where it has not changed the state', async () => {
	const save = (entries: [Actor, State][], untouched: Actor[]) =>
		perform(saveRollCall, at(creator), {
			params: { eventId: event.id },
			read: () => ({
				attendance: entries.map(([user, state]) => entry(user, state)),
				untouched: untouched.map(({ id }) => id),
				results: [],
			}),
		});
	await mark(teller, [
		[own, 'left_early'],
		[guest, 'late'],
	]);
	const states = await save(
		[
			[own, 'present'],
			[guest, 'absent'],
			[other, 'present'],
		],
		[own, other],
	);
	expect(states.toSorted()).toEqual(['absent', 'left_early', 'present']);
	const saved = new Map((await read(creator)).map(({ user_id, state }) => [user_id, state]));
	expect([own, guest, other].map(({ id }) => saved.get(id))).toEqual(['left_early', 'absent', 'present']);
});

test('the button of the direct message marks the players of the actor’s groups, for creators too', async () => {
	const confirm = async (actor: Actor) =>
		(await perform(confirmAttendance, at(actor), { params: { eventId: event.id } })).players;
	await rowsOf('groups').update({ storytellerId: creator.id }, { eventId: event.id, clientId: 'b' });
	expect(await confirm(creator)).toBe(1);
	expect(await read(creator)).toEqual([entry(other, 'present')]);
	// A second press leaves the other groups alone, too.
	expect(await confirm(creator)).toBe(0);
	await rowsOf('groups').update({ storytellerId: null }, { eventId: event.id, clientId: 'b' });
	expect(await confirm(creator)).toBe(2);
});

test('a cancelled event has no roll call', async () => {
	await event.update({ status: 'cancelled' });
	expect(await refusalOf(mark(creator, [[own, 'late']]))).toContain('conflict: This event was cancelled');
	expect((await readForm(creator)).problem).toContain('cancelled');
});

test.each([{ offeredAt: now }, { standby: true, status: 'tentative' as const }])(
	'who was asked in late is never absent: %j',
	async (asked) => {
		await Signup.update(asked, { where: { eventId: event.id, userId: own.id } });
		await mark(creator, [
			[own, 'absent'],
			[guest, 'absent'],
		]);
		expect(await read(own)).toEqual([entry(own, 'excused')]);
		expect(await read(guest)).toEqual([entry(guest, 'absent')]);
	},
);

test('who waits for a place, or has lost it, is not called', async () => {
	await event.update({ capacity: 2 });
	await Signup.update({ place: 'placed', askedAt: now }, { where: { eventId: event.id } });
	await Signup.update({ place: 'waiting' }, { where: { eventId: event.id, userId: other.id } });
	expect((await readForm(creator)).groups.map(({ group }) => group?.name)).toEqual(['Group a']);
	await rowsOf('groups').delete({ eventId: event.id });
	await Signup.update({ status: 'declined' }, { where: { eventId: event.id, userId: guest.id } });
	expect((await readForm(creator)).groups).toMatchObject([{ group: null, players: [{ id: own.id }] }]);
});

test('a confirmed player without a seat is called beside the groups, but no one who runs the event', async () => {
	const free = await createUserRow();
	for (const [userId, status] of [
		[free.id, 'confirmed'],
		[teller.id, 'confirmed'],
		[creator.id, 'tentative'],
	] as const)
		await createSignupRow({ eventId: event.id, userId, status });
	expect((await readForm(creator)).groups.at(-1)).toMatchObject({
		group: null,
		players: [{ id: free.id, state: null, isExpected: true }],
	});
	expect((await readForm(teller)).groups.map(({ group }) => group?.id)).toEqual(['a']);
	await mark(creator, [[{ id: free.id, role: 'player' }, 'absent']]);
	await Signup.update({ status: 'declined' }, { where: { eventId: event.id, userId: free.id } });
	expect((await readForm(creator)).groups.at(-1)?.players).toMatchObject([
		{ id: free.id, state: 'absent', isExpected: false },
	]);
});

test('after 26 weeks only the number of nights is left', async () => {
	await rowsOf('attendance').delete();
	await mark(creator, [
		[own, 'left_early'],
		[guest, 'absent'],
	]);
	const nightsOf = async (actor: Actor) =>
		(await perform(readOwnHistory, at(actor), { read: () => ({ limit: 5 }) })).nights;
	expect(await nightsOf(own)).toEqual({ attended: 1, told: 0 });
	expect(await nightsOf(guest)).toEqual({ attended: 0, told: 0 });
	expect(await nightsOf(teller)).toEqual({ attended: 0, told: 0 });
	await event.update({ status: 'completed' });
	expect(await nightsOf(teller)).toEqual({ attended: 0, told: 1 });
	const end = new Date(event.date.getTime() + 26 * WEEK_MS);
	expect(await deleteOldAttendance(new Date(end.getTime() - DAY_MS))).toBe(0);
	expect(await deleteOldAttendance(end)).toBe(2);
	expect(await deleteOldAttendance(end)).toBe(0);
	expect(await countEntries()).toBe(0);
	expect(await nightsOf(own)).toEqual({ attended: 1, told: 0 });
	expect(await nightsOf(guest)).toEqual({ attended: 0, told: 0 });
	expect(await User.sum('nightsAttended')).toBe(1);
});

test('an undone deletion brings the roll call back', async () => {
	await mark(creator, [[own, 'late']]);
	await perform(deleteEvent, at(creator), { params: { eventId: event.id } });
	expect(await countEntries()).toBe(0);
	const deletion = await AuditEntry.findOne({
		where: { action: 'events.delete', subjectId: event.id },
		rejectOnEmpty: true,
	});
	await perform(undoChange, at(creator), { params: { entryId: deletion.id } });
	expect(await read(creator)).toEqual([entry(own, 'late')]);
});

describe('the marks of a night that is not this one', () => {
	const nextWeek = new Date(START.getTime() + WEEK_MS);
	const move = (date: Date) =>
		perform(updateEvent, at(creator), {
			params: { eventId: event.id },
			read: () => ({ title: event.title, date: date.toISOString() }),
		});
	const cancel = () => perform(cancelEvent, at(creator), { params: { eventId: event.id }, read: () => ({}) });
	const readOwn = async (time = now) =>
		(await perform(readEventPage, at(own, time), { params: { eventId: event.id } })).event.ownAttendance;
	const undo = async (action: string) => {
		const entry = await AuditEntry.findOne({ where: { action, subjectId: event.id }, rejectOnEmpty: true });
		return perform(undoChange, at(creator), { params: { entryId: entry.id } });
	};

	test('end when the event is moved into the future, and the real night can be marked', async () => {
		await mark(creator, [[own, 'absent']]);
		await event.update({ status: 'completed' });
		expect(await readOwn()).toBe('absent');
		expect(await move(nextWeek)).toMatchObject({ removedMarks: 1, event: { status: 'active' } });
		expect([await readOwn(), await countEntries()]).toEqual([null, 0]);
		const afterwards = new Date(nextWeek.getTime() + HOUR_MS);
		await mark(creator, [[own, 'present']], afterwards);
		expect(await readOwn(afterwards)).toBe('present');
		// The marks of the real night stand against the undo of the move.
		expect(await refusalOf(undo('events.update'))).toMatch(/^conflict/);
		expect(await readOwn(afterwards)).toBe('present');
	});

	test('come back when the move is undone', async () => {
		await mark(creator, [[own, 'absent']]);
		await move(nextWeek);
		await undo('events.update');
		expect([await readOwn(), (await event.reload()).date]).toEqual(['absent', START]);
	});

	test('end when the event is cancelled, and come back when that is undone', async () => {
		await mark(creator, [[own, 'absent']]);
		expect(await cancel()).toMatchObject({ removedMarks: 1 });
		expect([await readOwn(), await countEntries()]).toEqual([null, 0]);
		await undo('events.cancel');
		expect([await readOwn(), (await event.reload()).status]).toEqual(['absent', 'active']);
	});

	test('end when the event is cancelled on Discord', async () => {
		await mark(creator, [[own, 'absent']]);
		const discordEventId = String(910_000_000_000_000_000n + BigInt(event.id));
		await DiscordMirror.create({ eventId: event.id, discordEventId, state: 'synced', discordStatus: 1 });
		expect(await applyDiscordStatus({ discordEventId, remote: makeRemoteStatus(4, event) }, now)).toBe(true);
		expect(await countEntries()).toBe(0);
	});

	test('stay when the event is moved within the past', async () => {
		await mark(creator, [[own, 'absent']]);
		expect(await move(new Date(START.getTime() - HOUR_MS))).toMatchObject({ removedMarks: 0 });
		expect(await readOwn()).toBe('absent');
	});
});

describe('a mark can be corrected', () => {
	test.each<[string, () => Promise<unknown>]>([
		[
			'declined',
			() => Signup.update({ status: 'declined' }, { where: { eventId: event.id, userId: own.id } }),
		],
		['removed the signup', () => Signup.destroy({ where: { eventId: event.id, userId: own.id } })],
	])('after the player %s, in the group of the night', async (_, leave) => {
		await mark(teller, [[own, 'absent']]);
		await leave();
		expect((await readForm(creator)).groups[0]).toMatchObject({
			group: { id: 'a' },
			players: [{ id: guest.id }, { id: own.id, state: 'absent' }],
		});
		await mark(creator, [[own, 'present']], new Date(event.date.getTime() + 25 * WEEK_MS));
		expect(await read(own)).toEqual([entry(own, 'present')]);
	});

	test('after the groups were saved without the player, by creators only', async () => {
		await mark(teller, [[own, 'absent']]);
		await Signup.destroy({ where: { eventId: event.id, userId: own.id } });
		await rowsOf('group_players').delete({ eventId: event.id, userId: own.id });
		expect((await readForm(creator)).groups.at(-1)).toMatchObject({ group: null, players: [{ id: own.id }] });
		expect(await refusalOf(mark(teller, [[own, 'late']]))).toMatch(/^denied/);
		await mark(creator, [[own, 'late']]);
		expect(await read(own)).toEqual([entry(own, 'late')]);
	});

	test('without a mark, who declined is not called', async () => {
		await Signup.update({ status: 'declined' }, { where: { eventId: event.id, userId: own.id } });
		expect((await readForm(creator)).groups[0]?.players).toMatchObject([{ id: guest.id }]);
		expect(await refusalOf(mark(creator, [[own, 'late']]))).toMatch(/^invalid/);
	});
});

describe('the result of a game', () => {
	const setResult = (actor: Actor, winner: unknown, groupId = 'a', time = now) =>
		perform(setWinner, at(actor, time), {
			params: { eventId: event.id, groupId },
			read: () => ({ winner }),
		});
	const readWinners = async () => {
		const groups = await rowsOf('groups').list({ eventId: event.id });
		return groups.map(({ winner }) => winner);
	};

	test('is saved by the group’s storyteller and by creators, and shown to everyone', async () => {
		expect(await setResult(teller, 'good')).toMatchObject({ winner: 'good' });
		await setResult(creator, 'evil', 'b');
		await setResult(creator, 'evil', 'b');
		expect(await readWinners()).toEqual(['good', 'evil']);
		const page = await perform(readEventPage, at(own), { params: { eventId: event.id } });
		expect(page.groups).toMatchObject({ groups: [{ winner: 'good' }, { winner: 'evil' }] });
		await setResult(creator, null, 'b');
		expect(await readWinners()).toEqual(['good', null]);
		const actions = { action: 'groups.setWinner', subjectId: event.id };
		expect(await AuditEntry.count({ where: actions })).toBe(3);
	});

	test('is in the player’s history, with the script', async () => {
		const readGames = async () => {
			const read = () => ({ limit: 10 });
			const { signups } = await perform(readOwnHistory, at(own), { read });
			return signups[0]?.games;
		};
		expect(await readGames()).toEqual([]);
		await setResult(teller, 'good');
		await rowsOf('groups').update({ edition: 'bmr' }, { eventId: event.id });
		expect(await readGames()).toEqual([{ script: 'Bad Moon Rising', winner: 'good' }]);
		await Signup.update({ status: 'declined' }, { where: { eventId: event.id, userId: own.id } });
		expect(await readGames()).toEqual([]);
	});

	test('is refused to others, before the start, for a cancelled event and without a choice', async () => {
		expect(await refusalOf(setResult(teller, 'good', 'b'))).toMatch(/^denied/);
		expect(await refusalOf(setResult(own, 'good'))).toMatch(/^denied/);
		expect(await refusalOf(setResult(creator, 'me'))).toBe(`invalid: ${RESULT_TEXTS.winner}`);
		expect(await refusalOf(setResult(creator, 'good', 'x'))).toMatch(/^missing/);
		const before = new Date(event.date.getTime() - 1);
		expect(await refusalOf(setResult(teller, 'good', 'a', before))).toBe(
			`conflict: ${RESULT_TEXTS.notStarted}`,
		);
		await event.update({ status: 'cancelled' });
		expect(await refusalOf(setResult(teller, 'good'))).toBe(`conflict: ${RESULT_TEXTS.cancelled}`);
		expect(await readWinners()).toEqual([null, null]);
	});

	test('stays when the groups are saved again, whatever the board says', async () => {
		await setResult(teller, 'good');
		const groups = [
			{ id: 'a', name: 'Owls', winner: 'evil' },
			{ id: 'c', name: 'New', winner: 'evil' },
		];
		await perform(saveGroups, at(creator), { params: { eventId: event.id }, read: () => ({ groups }) });
		expect(await readWinners()).toEqual(['good', null]);
	});

	test('does not pass to a new group with the id of one that the same save removes', async () => {
		await setResult(teller, 'good');
		const groups = [{ id: 'a', name: 'New', createdAt: new Date(now.getTime() + 1_000).toISOString() }];
		await perform(saveGroups, at(creator), { params: { eventId: event.id }, read: () => ({ groups }) });
		expect(await readWinners()).toEqual([null]);
	});

	test('stays when a save of the groups is undone', async () => {
		const saveName = (name: string) =>
			perform(saveGroups, at(creator), {
				params: { eventId: event.id },
				read: () => ({ groups: [{ id: 'a', name, players: [own.id], storytellerId: teller.id }] }),
			});
		await saveName('Owls');
		await saveName('Bats');
		await setResult(teller, 'evil');
		const saved = { action: 'groups.save', subjectId: event.id };
		const last = await AuditEntry.findOne({ where: saved, order: [['id', 'DESC']] });
		await perform(undoChange, at(creator), { params: { entryId: String(last?.id) } });
		const group = await rowsOf('groups').find({ eventId: event.id });
		expect([group?.name, group?.winner]).toEqual(['Owls', 'evil']);
	});

	test('comes with the roll call, all or nothing', async () => {
		const call = (results: object[]) =>
			perform(saveRollCall, at(teller), {
				params: { eventId: event.id },
				read: () => ({ attendance: [{ user_id: own.id, state: 'late' }], results }),
			});
		const removed = { group_id: 'x', winner: 'good' };
		expect(await refusalOf(call([removed]))).toBe(`conflict: ${RESULT_TEXTS.changed}`);
		expect(await refusalOf(call([{ group_id: 'b', winner: 'good' }]))).toMatch(/^denied/);
		expect(await countEntries()).toBe(0);
		await call([{ group_id: 'a', winner: 'none' }]);
		expect([await countEntries(), await readWinners()]).toEqual([1, ['none', null]]);
		expect((await readForm(teller)).groups).toMatchObject([{ group: { winner: 'none' } }]);
	});
});

describe('when the event ends', () => {
	const readMessages = () => rowsOf('direct_messages').list({ eventId: event.id, kind: 'roll_call' });

	test('the storytellers of groups with players are asked once for the roll call', async () => {
		await rowsOf('groups').insert({
			eventId: event.id,
			clientId: 'c',
			name: 'Empty',
			storytellerId: creator.id,
		});
		await completeEndedEvents(new Date(event.date.getTime() + HOUR_MS));
		expect(await readMessages()).toEqual([]);
		await completeEndedEvents(now);
		await completeEndedEvents(now);
		expect(await readMessages()).toMatchObject([{ userId: teller.id, state: 'pending' }]);
	});

	const completeOnDiscord = async (time: Date) => {
		const discordEventId = String(900_000_000_000_000_000n + BigInt(event.id));
		await DiscordMirror.findOrCreate({
			where: { eventId: event.id },
			defaults: { eventId: event.id, discordEventId, state: 'synced', discordStatus: 2 },
		});
		return applyDiscordStatus({ discordEventId, remote: makeRemoteStatus(3, event) }, time);
	};

	test('the storytellers are asked once when Discord completes the event before our job', async () => {
		expect(await completeOnDiscord(now)).toBe(true);
		expect(await completeOnDiscord(now)).toBe(false);
		await completeEndedEvents(now);
		expect(await readMessages()).toMatchObject([{ userId: teller.id, state: 'pending' }]);
	});

	test('not when Discord completes the event before its start', async () => {
		expect(await completeOnDiscord(new Date(event.date.getTime() - HOUR_MS))).toBe(true);
		expect(await readMessages()).toEqual([]);
	});

	test('not for a test event', async () => {
		await event.update({ isTestData: true });
		await completeEndedEvents(now);
		expect(await readMessages()).toEqual([]);
	});

	test('not after the roll call was taken, and not with notifications off', async () => {
		await mark(teller, [
			[own, 'present'],
			[guest, 'late'],
		]);
		const silent = await createUserRow({ notifications: false });
		await rowsOf('groups').update({ storytellerId: silent.id }, { eventId: event.id, clientId: 'b' });
		await completeEndedEvents(now);
		expect(await readMessages()).toEqual([]);
	});
});
