import { beforeEach, describe, expect, test } from 'vitest';
import { AuditEntry, Event, Setting, Signup } from '~/database/models/index.ts';
import { rows } from '~/database/sql.ts';
import { HOUR_MS, MINUTE_MS } from '~/domain/limits.ts';
import { compareWaiting, LOSSES, PLACES, type PlaceState } from '~/domain/places/places.ts';
import { FEWER_PLACES, GONE_WITH_UNDO } from '~/domain/places/texts.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { undoChange } from '~/server/operations/admin/index.ts';
import { readEvent, updateEvent } from '~/server/operations/events/index.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { answerOffer, movePlace, settleDueEvents } from '~/server/operations/places/index.ts';
import { deleteSignups, putSignup, removeSignup, updateSignups } from '~/server/operations/signups/index.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';

/** Players who lose a place without giving it up, and who gets a free one then. */
useTestEnvironment();
useDatabase();

const START = new Date('2030-05-10T00:00:00Z');
let now: Date;
let event: Event;
let admin: Actor;
type Actor = { id: string; role: string };
beforeEach(async () => {
	now = new Date(START.getTime() - 48 * HOUR_MS);
	event = await createEventRow({ date: START });
	admin = await createUserRow({ role: 'admin' });
});

/** Each call is a minute after the one before. */
const as = ({ id, role }: Actor) => {
	now = new Date(now.getTime() + MINUTE_MS);
	return { actor: { id, role: role as 'player' }, now };
};
const params = () => ({ eventId: event.id });
const put = (user: Actor, status = 'confirmed') =>
	perform(putSignup, as(user), { params: params(), read: () => ({ status }) });
const leave = (user: Actor) => perform(removeSignup, as(user), { params: params() });
const update = (body: object) =>
	perform(updateEvent, as(admin), {
		params: params(),
		read: () => ({ title: event.title, date: START.toISOString(), ...body }),
	});
const join = async (count: number) => {
	const users: Actor[] = [];
	for (let n = 0; n < count; n += 1) users.push(await createUserRow());
	for (const user of users) await put(user);
	return users as [Actor, Actor, Actor, Actor, ...Actor[]];
};
const undo = async (action: string) => {
	const entry = await AuditEntry.findOne({ where: { action }, order: [['id', 'DESC']], rejectOnEmpty: true });
	return perform(undoChange, as(admin), { params: { entryId: entry.id } });
};
/** Returns the place or the position of each of these users. */
const standOf = async (users: readonly Actor[]) =>
	Promise.all(
		users.map(async (user) => {
			const { own_place: own } = await perform(readEvent, as(user), { params: params() });
			return own && (own.position ?? own.state);
		}),
	);
const messagesOf = async (user: Actor) =>
	(await rowsOf('direct_messages').list({ eventId: event.id, userId: user.id })).map(({ kind, state }) =>
		state === 'pending' ? kind : `${kind} ${state}`,
	);
const reasonOf = async (user: Actor) =>
	(await Signup.findOne({ where: { eventId: event.id, userId: user.id } }))?.placeReason;
const idsOf = async (users: readonly Actor[]) =>
	(await Signup.findAll({ where: { eventId: event.id, userId: users.map(({ id }) => id) } })).map(({ id }) =>
		Number(id),
	);
const deleteMany = async (users: readonly Actor[]) => {
	const signupIds = await idsOf(users);
	await perform(deleteSignups, as(admin), { read: () => ({ signupIds }) });
	await settleDueEvents(now);
};

describe('the first number of places', () => {
	test('takes nobody a place, whoever sets it', async () => {
		const users = await join(5);
		const { event: saved } = await update({ capacity: 3 });
		expect(saved).toMatchObject({ places: 3, places_taken: 5, waitlist_count: 0 });
		const [late] = await join(1);
		expect(await standOf([...users, late])).toEqual([...Array(5).fill('placed'), 1]);
		await leave(users[4] as Actor);
		await leave(users[3]);
		expect(await standOf([late])).toEqual([1]);
		await leave(users[2]);
		expect(await standOf([late])).toEqual(['placed']);
	});

	test('is asked about with the names of those whom it affects, and nothing is saved before', async () => {
		await join(5);
		await expect(update({ capacity: 3, over_capacity: 'ask' })).rejects.toMatchObject({
			fields: { over_capacity: [expect.stringMatching(/^With 3 places there is no room for 2 players/)] },
		});
		expect(await Event.findByPk(event.id)).toMatchObject({ capacity: null, version: 1 });
		expect((await update({ capacity: 5, over_capacity: 'ask' })).event.places_taken).toBe(5);
	});

	test('as the storytellers can lead is the same', async () => {
		const users = await join(2);
		const { event: saved } = await update({ capacity: 'storytellers' });
		expect(saved).toMatchObject({ places: 0, places_taken: 2 });
		expect(await standOf(users)).toEqual(['placed', 'placed']);
	});

	test('moves those who signed up last on request: they are told, and stand before the line', async () => {
		const users = await join(4);
		await update({ capacity: 2, over_capacity: 'move' });
		const [late] = await join(1);
		expect(await standOf([...users, late])).toEqual(['placed', 'placed', 1, 2, 3]);
		expect(await messagesOf(users[3])).toEqual(['moved_to_waitlist']);
		expect(await reasonOf(users[3])).toBe(FEWER_PLACES);
		expect(await messagesOf(users[0])).toEqual([]);
	});
});

describe('fewer places', () => {
	const setPlayersPerGroup = (players: number) =>
		Setting.upsert({
			key: 'auto_split_config',
			value: JSON.stringify({ maxPlayersPerGroup: players, minPlayersPerGroup: 1 }),
		});

	test('by the setting and by a storyteller who is removed take nobody a place', async () => {
		const teller = await createUserRow({ role: 'storyteller' });
		await setPlayersPerGroup(3);
		await update({ capacity: 'storytellers', storytellerIds: [teller.id] });
		const users = await join(3);
		await setPlayersPerGroup(2);
		await settleDueEvents(now);
		expect(await standOf(users)).toEqual(['placed', 'placed', 'placed']);
		await rowsOf('event_storytellers').delete({ eventId: event.id });
		await settleDueEvents(now);
		expect(await standOf(users)).toEqual(['placed', 'placed', 'placed']);
		const [late] = await join(1);
		await setPlayersPerGroup(4);
		await rowsOf('event_storytellers').insert({ eventId: event.id, userId: teller.id, position: 0 });
		await settleDueEvents(now);
		expect(await standOf([late])).toEqual(['placed']);
	});

	test('the oldest loss gets the first free place, then who was brought back, then the line', async () => {
		await update({ capacity: 4 });
		const [first, second, third, fourth, waiting] = await join(5);
		await update({ capacity: 3, over_capacity: 'move' });
		await update({ capacity: 2, over_capacity: 'move' });
		expect(await standOf([third, fourth, waiting as Actor])).toEqual([2, 1, 3]);
		// A place goes on while the signup of the second is deleted.
		await deleteMany([second]);
		expect(await standOf([fourth])).toEqual(['placed']);
		expect(await undo('signups.deleteMany')).toMatchObject({ waiting: 1 });
		const line = [third, second, waiting as Actor];
		expect(await standOf([first, fourth, ...line])).toEqual(['placed', 'placed', 1, 2, 3]);
		// Who gives the place up stands behind all of them.
		await perform(answerOffer, as(first), { params: params(), read: () => ({ accept: false }) });
		expect(await standOf([third, second, waiting as Actor, first])).toEqual(['placed', 1, 2, 3]);
		await update({ capacity: 4 });
		expect(await standOf([second, waiting as Actor, first])).toEqual(['placed', 'placed', 1]);
		expect(await Signup.count({ where: { eventId: event.id, lostBy: [...LOSSES] } })).toBe(0);
	});

	test('by a creator who moves one player is told too', async () => {
		await update({ capacity: 2 });
		const [first, second] = await join(3);
		const [id] = await idsOf([first]);
		const move = (place: string) =>
			perform(movePlace, as(admin), {
				params: { ...params(), signupId: String(id) },
				read: () => ({ place, reason: 'Was there last week' }),
			});
		await move('waiting');
		expect(await messagesOf(first)).toEqual(['moved_to_waitlist']);
		expect(await messagesOf(second)).toEqual([]);
		await move('waiting');
		expect(await messagesOf(first)).toEqual(['moved_to_waitlist']);
		// The message of the loss was not sent yet, so only the later one is.
		await move('placed');
		await move('placed');
		expect(await messagesOf(first)).toEqual(['moved_to_waitlist dropped', 'placed']);
	});

	test('and then no limit: who waited is told that there is a place', async () => {
		await update({ capacity: 1 });
		const [first, second] = await join(2);
		await update({ capacity: null });
		expect(await messagesOf(second)).toEqual(['placed']);
		expect(await messagesOf(first)).toEqual([]);
	});
});

describe('an undone change of the number of places', () => {
	test('gives those who were moved their places again, and tells them', async () => {
		const users = await join(4);
		await update({ capacity: 2, over_capacity: 'move' });
		expect(await undo('events.update')).toMatchObject({ waiting: 0, eventId: event.id });
		expect(await Event.findByPk(event.id)).toMatchObject({ capacity: null });
		expect(await standOf(users)).toEqual(Array(4).fill(null));
		expect(await messagesOf(users[3])).toEqual(['moved_to_waitlist dropped', 'placed']);
	});

	test('respects what has happened since', async () => {
		await update({ capacity: 4 });
		const users = await join(4);
		await update({ capacity: 2, over_capacity: 'move' });
		await leave(users[0]);
		const [late] = await join(1);
		expect(await standOf([...users.slice(1), late])).toEqual(['placed', 'placed', 1, 2]);
		await put(users[1], 'declined');
		expect(await undo('events.update')).toMatchObject({ waiting: 0 });
		expect(await standOf([...users.slice(2), late])).toEqual(['placed', 'placed', 'placed']);
	});

	test('to more places takes nobody a place', async () => {
		await update({ capacity: 2 });
		const users = await join(3);
		await update({ capacity: 3 });
		expect(await standOf(users)).toEqual(Array(3).fill('placed'));
		expect(await undo('events.update')).toMatchObject({ waiting: 0 });
		expect(await perform(readEvent, as(admin), { params: params() })).toMatchObject({
			places: 2,
			places_taken: 3,
		});
	});

	test('to no limit puts the line back, which is told; who came meanwhile keeps a place', async () => {
		await update({ capacity: 2 });
		const users = await join(4);
		await update({ capacity: null });
		const [meanwhile] = await join(1);
		expect(await undo('events.update')).toMatchObject({ waiting: 2 });
		expect(await standOf([...users, meanwhile])).toEqual(['placed', 'placed', 1, 2, 'placed']);
		expect(await messagesOf(users[2])).toEqual(['placed dropped', 'moved_to_waitlist']);
		expect(await reasonOf(users[2])).toBe(FEWER_PLACES);
		expect(await messagesOf(meanwhile)).toEqual([]);
	});

	test('leaves other edits without an undo', async () => {
		await update({ location: 'Elsewhere' });
		await expect(undo('events.update')).rejects.toMatchObject({ kind: 'conflict' });
	});
});

describe('undone changes of signups', () => {
	beforeEach(() => update({ capacity: 3 }));

	test.each([
		['deleted', 'signups.deleteMany', deleteMany],
		[
			'declined by an admin',
			'signups.setStatusMany',
			async (users: readonly Actor[]) => {
				const signupIds = await idsOf(users);
				await perform(updateSignups, as(admin), { read: () => ({ signupIds, status: 'declined' }) });
				await settleDueEvents(now);
			},
		],
	])('%s: whose place has gone on is told and waits before the line', async (_, action, change) => {
		const users = await join(6);
		const placed = users.slice(0, 3);
		const others = users.slice(3);
		await change(placed);
		expect(await standOf(others)).toEqual(Array(3).fill('placed'));
		const [late] = await join(1);
		expect(await undo(action)).toMatchObject({ waiting: 3 });
		expect(await standOf([...others, ...placed, late])).toEqual([...Array(3).fill('placed'), 1, 2, 3, 4]);
		for (const user of placed) {
			expect(await messagesOf(user)).toEqual(['moved_to_waitlist']);
			expect(await reasonOf(user)).toBe(GONE_WITH_UNDO);
		}
		await leave(others[0] as Actor);
		expect(await standOf(placed)).toEqual(['placed', 1, 2]);
	});

	test('have their places again while these are free', async () => {
		const users = await join(3);
		await deleteMany(users.slice(0, 2));
		await join(1);
		expect(await undo('signups.deleteMany')).toMatchObject({ waiting: 1 });
		expect(await standOf(users)).toEqual(['placed', 1, 'placed']);
		expect(await messagesOf(users[0])).toEqual([]);
	});

	test('who waited has the position again, without a message', async () => {
		const users = await join(5);
		await deleteMany([users[3]]);
		const [late] = await join(1);
		expect(await undo('signups.deleteMany')).toMatchObject({ waiting: 0 });
		expect(await standOf([users[3], users[4] as Actor, late])).toEqual([1, 2, 3]);
		expect(await messagesOf(users[3])).toEqual([]);
	});

	test('take no place from who gave it up since', async () => {
		const users = await join(4);
		const signupIds = await idsOf([users[0]]);
		await perform(updateSignups, as(admin), { read: () => ({ signupIds, status: 'late' }) });
		await perform(answerOffer, as(users[0]), { params: params(), read: () => ({ accept: false }) });
		await undo('signups.setStatusMany');
		expect(await standOf(users)).toEqual([1, 'placed', 'placed', 'placed']);
	});
});

test('the line has the same order in the rule and in the database', async () => {
	const times = [null, START, new Date(START.getTime() + MINUTE_MS)];
	const states = times.flatMap((askedAt) =>
		times.flatMap((passedAt) =>
			[null, ...LOSSES].flatMap((lostBy) =>
				times.flatMap((lostAt) =>
					askedAt && (lostBy === null) === (lostAt === null) ? [{ askedAt, passedAt, lostBy, lostAt }] : [],
				),
			),
		),
	);
	const signups: (Pick<PlaceState, 'askedAt' | 'passedAt' | 'lostBy' | 'lostAt'> & { id: string })[] = [];
	for (const [index, state] of [...states, ...states].entries()) {
		const place = PLACES[1 + (index % 2)];
		const { id } = await createSignupRow({ eventId: event.id, place, ...state });
		signups.push({ id, ...state });
	}
	const found = await rows<{ id: string }>(
		'SELECT id::text FROM signups WHERE event_id = :id ORDER BY waitlist_position(id)',
		{ id: event.id },
	);
	expect(found.map(({ id }) => id)).toEqual(signups.sort(compareWaiting).map(({ id }) => id));
	expect(signups.length).toBe(60);
});
