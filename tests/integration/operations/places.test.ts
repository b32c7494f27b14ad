import { beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '~/database/connection.ts';
import { AuditEntry, Event, Setting, Signup, User } from '~/database/models/index.ts';
import { execute } from '~/database/sql.ts';
import { HOUR_MS, MINUTE_MS } from '~/domain/limits.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { planNotices } from '~/server/operations/direct-messages/index.ts';
import { readEventPage, selectSignupsPage } from '~/server/operations/event-page/index.ts';
import { cancelEvent, readEvent, reinstateEvent, updateEvent } from '~/server/operations/events/index.ts';
import { lockEvent } from '~/server/operations/kernel/lock-event.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import {
	answerOffer,
	callStandbysOfEvent,
	movePlace,
	settleAfterChange,
	settleDueEvents,
	settleEvent,
} from '~/server/operations/places/index.ts';
import { deleteSignups, putSignup, removeSignup } from '~/server/operations/signups/index.ts';
import { eraseUser } from '~/server/operations/users/erase-user.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { expectLockWaits } from '~/tests/support/lock-waits.ts';

useTestEnvironment();
useDatabase();

const START = new Date('2030-05-10T00:00:00Z');
const before = (ms: number) => new Date(START.getTime() - ms);
const EARLY = before(48 * HOUR_MS);
const LATE = before(5 * HOUR_MS);

type Actor = { id: string; role: string };
const as = ({ id, role }: Actor, now: Date) => ({ actor: { id, role: role as 'player' }, now });
let event: Event;
let creator: Actor;
beforeEach(async () => {
	event = await createEventRow({ date: START, capacity: 2 });
	creator = await createUserRow({ role: 'creator' });
});

const params = () => ({ eventId: event.id });
const put = (user: Actor, now = EARLY, status = 'confirmed') =>
	perform(putSignup, as(user, now), { params: params(), read: () => ({ status }) });
const leave = (user: Actor, now = EARLY) => perform(removeSignup, as(user, now), { params: params() });
const answer = (user: Actor, accept: boolean, now = EARLY) =>
	perform(answerOffer, as(user, now), { params: params(), read: () => ({ accept }) });
const update = (body: object, now = EARLY) =>
	perform(updateEvent, as(creator, now), {
		params: params(),
		read: () => ({ title: event.title, date: START.toISOString(), ...body }),
	});
const readAs = (user: Actor) => perform(readEvent, as(user, EARLY), { params: params() });
const listPlaces = async () =>
	(await Signup.findAll({ where: { eventId: event.id }, order: ['id'] })).map(({ place }) => place);
const listMessages = async () =>
	(await rowsOf('direct_messages').list({ eventId: event.id })).map(({ userId, kind, state }) => ({
		userId,
		kind,
		state,
	}));
const join = async (count: number, now = EARLY) => {
	const users = [];
	for (let n = 0; n < count; n += 1) users.push(await createUserRow());
	for (const [n, user] of users.entries()) await put(user, new Date(now.getTime() + n));
	return users as unknown as [Actor, Actor, Actor, Actor, Actor];
};

test('the first who ask have places, the others positions, and the event counts them', async () => {
	const users = await join(4);
	expect(await listPlaces()).toEqual(['placed', 'placed', 'waiting', 'waiting']);
	const { signup, created } = await put(users[3], new Date(EARLY.getTime() + 9), 'late');
	expect({ ...signup, created }).toMatchObject({ place: 'waiting', waitlist_position: 2, created: false });
	const places = { capacity: 2, places: 2, places_taken: 2, waitlist_count: 2 };
	expect(await readAs(users[2])).toMatchObject({
		...places,
		own_place: { state: 'waiting', position: 1, offer_expires_at: null },
	});
	expect(await readAs(users[0])).toMatchObject({ own_place: { state: 'placed', position: null } });
	const page = await perform(readEventPage, as(creator, EARLY), { params: params() });
	const listed = page.event.signups.map(({ place, waitlist_position }) => [place, waitlist_position]);
	expect(listed.sort()).toEqual([
		['placed', null],
		['placed', null],
		['waiting', 1],
		['waiting', 2],
	]);
	expect(await readAs(creator)).toMatchObject({ ...places, own_place: null });
});

test('the signups list who waits after those with a place, in the order of the waitlist', async () => {
	const users = await join(5);
	// Who gives up the first place stands at the end of the line.
	await answer(users[0], false);
	await put(users[4], new Date(EARLY.getTime() + 9), 'late');
	const tentative = await createUserRow();
	await put(tentative, EARLY, 'tentative');
	const order = [1, 2, 3, 4, 0].map((n) => users[n]?.id);
	const isListed = ({ user_id }: { user_id: string }) => user_id !== creator.id;
	const { event: page } = await perform(readEventPage, as(creator, EARLY), { params: params() });
	const api = await readAs(creator);
	const found = await selectSignupsPage(creator.id, event.id, { page: 1, q: '' });
	for (const { signups } of [page, api, found])
		expect(signups.filter(isListed).map(({ user_id }) => user_id)).toEqual([...order, tentative.id]);
});

test('without a capacity nothing has a place', async () => {
	await Event.update({ capacity: null }, { where: { id: event.id } });
	const [user] = await join(1);
	expect(await listPlaces()).toEqual([null]);
	expect(await readAs(user)).toMatchObject({
		capacity: null,
		places: null,
		places_taken: 0,
		waitlist_count: 0,
		own_place: null,
	});
});

test('of 60 at once exactly as many as there are places get one', async () => {
	const users = await Promise.all(Array.from({ length: 60 }, () => createUserRow()));
	const signups = await Promise.all(users.map((user) => put(user)));
	const places = (await listPlaces()).filter((place) => place === 'placed');
	expect(places).toHaveLength(2);
	expect(signups.filter(({ signup }) => signup.place === 'placed')).toHaveLength(2);
});

test.each<[string, string | null, (other: Event, user: Actor) => Promise<unknown>]>([
	['comes to', 'Owls', (other, user) => createSignupRow({ eventId: other.id, userId: user.id })],
	[
		'runs',
		'Owls',
		(other, user) => rowsOf('event_storytellers').insert({ eventId: other.id, userId: user.id, position: 0 }),
	],
	[
		'waits for',
		null,
		(other, user) =>
			createSignupRow({ eventId: other.id, userId: user.id, place: 'waiting', askedAt: EARLY }),
	],
	[
		'has declined',
		null,
		(other, user) => createSignupRow({ eventId: other.id, userId: user.id, status: 'declined' }),
	],
	[
		'comes to, and that ends when this one starts',
		null,
		async (other, user) => {
			await other.update({ date: new Date(event.date.getTime() - 3 * HOUR_MS), duration: 180 });
			await createSignupRow({ eventId: other.id, userId: user.id });
		},
	],
	[
		'comes to, and that was cancelled',
		null,
		async (other, user) => {
			await other.update({ status: 'cancelled' });
			await createSignupRow({ eventId: other.id, userId: user.id });
		},
	],
])('who gets a place reads of another event at that time that they %s: %s', async (_, title, join2) => {
	const users = await join(3);
	const other = await createEventRow({ title: 'Owls', date: new Date(event.date.getTime() + HOUR_MS) });
	await join2(other, users[2]);
	const readPage = async () =>
		(
			await perform(
				readEventPage,
				{ actor: { id: users[2].id, role: 'player' }, now: EARLY },
				{ params: { eventId: event.id } },
			)
		).event;
	expect((await readPage()).otherEvent).toBeNull();
	await leave(users[0]);
	expect(await readPage()).toMatchObject({ own_place: { state: 'placed' }, otherEvent: title });
	await answer(users[2], false);
	expect(await readPage()).toMatchObject({ own_place: { state: 'offered' }, otherEvent: title });
});

test('who leaves early makes room, with a message to who gets it', async () => {
	const users = await join(3);
	await leave(users[0]);
	expect(await listPlaces()).toEqual(['placed', 'placed']);
	expect(await listMessages()).toEqual([{ userId: users[2].id, kind: 'placed', state: 'pending' }]);
	await answer(users[2], false);
	// Nobody else waits, so the place stays free for the one who gave it up.
	expect(await readAs(users[2])).toMatchObject({ places_taken: 1, own_place: { state: 'offered' } });
	expect((await answer(users[2], true)).place).toBe('placed');
});

test('later an offer is made, which can be taken once and ends', async () => {
	const users = await join(4);
	await leave(users[0], LATE);
	expect(await listPlaces()).toEqual(['placed', 'offered', 'waiting']);
	const expiresAt = new Date(LATE.getTime() + 30 * MINUTE_MS);
	expect(await readAs(users[2])).toMatchObject({ own_place: { offer_expires_at: expiresAt.toISOString() } });
	await expect(answer(users[3], true, LATE)).rejects.toMatchObject({ kind: 'conflict' });
	const [one, two] = await Promise.all([answer(users[2], true, LATE), answer(users[2], true, LATE)]);
	expect([one.place, two.place]).toEqual(['placed', 'placed']);
	await leave(users[1], LATE);
	await settleDueEvents(expiresAt);
	expect(await readAs(users[3])).toMatchObject({ own_place: { state: 'offered', offer_expires_at: null } });
	await expect(answer(creator, true)).rejects.toMatchObject({ kind: 'missing' });
});

test('a place that was passed on stays passed on when the button is pressed again', async () => {
	const users = await join(4);
	await leave(users[0], LATE);
	expect(await answer(users[2], false, LATE)).toMatchObject({ place: 'waiting' });
	expect(await answer(users[2], false, LATE)).toMatchObject({ place: 'waiting', waitlist_position: 2 });
	expect(await listPlaces()).toEqual(['placed', 'waiting', 'offered']);
});

test('who was asked, leaves and comes back is not asked again within the hour', async () => {
	const [placed, quiet, asked] = await join(3, LATE);
	await User.update({ notifications: false }, { where: { id: quiet.id } });
	await update({ capacity: 1 }, LATE);
	await leave(placed, LATE);
	await leave(quiet, LATE);
	expect((await listMessages()).map(({ userId }) => userId)).toEqual([asked.id]);
	await put(quiet, new Date(LATE.getTime() + MINUTE_MS));
	await leave(asked, new Date(LATE.getTime() + 2 * MINUTE_MS));
	await put(asked, new Date(LATE.getTime() + 3 * MINUTE_MS));
	expect(await listMessages()).toHaveLength(1);
	await settleDueEvents(new Date(LATE.getTime() + HOUR_MS));
	expect((await listMessages()).map(({ userId }) => userId)).toEqual([asked.id, asked.id]);
});

test('shortly before the start the first who presses gets the place', async () => {
	const users = await join(5);
	const now = before(HOUR_MS);
	await leave(users[0], now);
	expect((await listMessages()).map(({ kind }) => kind)).toEqual(['offered', 'offered', 'offered']);
	const answers = await Promise.allSettled(users.slice(2).map((user) => answer(user, true, now)));
	expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
	const refused = answers.flatMap((result) => (result.status === 'rejected' ? [result.reason.message] : []));
	expect(refused).toEqual(Array(2).fill('Someone else has taken this place, or the offer has ended.'));
});

describe('a creator', () => {
	test('changes the capacity, and the storytellers decide about it', async () => {
		const users = await join(4);
		expect((await update({ capacity: 3 })).event).toMatchObject({ places: 3, places_taken: 3 });
		expect((await update({ capacity: 1 })).event).toMatchObject({
			places: 1,
			places_taken: 3,
			waitlist_count: 1,
		});
		await Setting.upsert({ key: 'auto_split_config', value: JSON.stringify({ maxPlayersPerGroup: 8 }) });
		const storyteller = await createUserRow({ role: 'storyteller' });
		const { event: led } = await update({ capacity: 'storytellers', storytellerIds: [storyteller.id] });
		expect(led).toMatchObject({ capacity: 'storytellers', places: 8, places_taken: 4, waitlist_count: 0 });
		expect((await update({ capacity: null })).event).toMatchObject({ places: null, places_taken: 0 });
		expect(await listPlaces()).toEqual([null, null, null, null]);
		expect(await readAs(users[0])).toMatchObject({ own_place: null });
	});

	test('a lower capacity names those it affects, who keep their places or move to the waitlist', async () => {
		await update({ capacity: 3 });
		const [first, second, third] = await join(4);
		await User.update({ preferredUsername: 'Ada' }, { where: { id: third.id } });
		const asked = update({ capacity: 1, over_capacity: 'ask' });
		await expect(asked).rejects.toMatchObject({
			kind: 'invalid',
			fields: { over_capacity: [expect.stringMatching(/^With 1 place there is no room for 2 players.*Ada/)] },
		});
		expect((await readAs(creator)).places).toBe(3);
		expect((await update({ capacity: 2, over_capacity: 'keep' })).event.places_taken).toBe(3);
		// The capacity stays the same, so the question is not asked again.
		expect((await update({ location: 'Here', over_capacity: 'ask' })).event.places_taken).toBe(3);
		const moved = await update({ capacity: 1, over_capacity: 'move' });
		expect(moved.event).toMatchObject({ places_taken: 1, waitlist_count: 3 });
		expect(await readAs(first)).toMatchObject({ own_place: { state: 'placed' } });
		expect(await readAs(second)).toMatchObject({ own_place: { state: 'waiting', position: 1 } });
		const reasons = await Signup.findAll({ where: { eventId: event.id }, order: ['id'] });
		const text = 'The event has fewer places now.';
		expect(reasons.map(({ placeReason }) => placeReason)).toEqual([null, text, text, null]);
		const audit = await AuditEntry.findAll({ where: { action: 'places.move' }, order: ['id'] });
		expect(audit.map(({ detail }) => detail)).toMatchObject([
			{ userId: second.id, to: 'waiting', reason: text },
			{ userId: third.id },
		]);
		// A storyteller who leaves closes places, too.
		const tellers = [
			await createUserRow({ role: 'storyteller' }),
			await createUserRow({ role: 'storyteller' }),
		];
		await Setting.upsert({
			key: 'auto_split_config',
			value: JSON.stringify({ maxPlayersPerGroup: 2, minPlayersPerGroup: 2 }),
		});
		await update({ capacity: 'storytellers', storytellerIds: tellers.map(({ id }) => id) });
		const fewer = update({ storytellerIds: [tellers[0]?.id], over_capacity: 'ask' });
		await expect(fewer).rejects.toMatchObject({
			fields: { over_capacity: [expect.stringMatching(/^With 2 places/)] },
		});
	});

	test.each([0, 501, 1.5, '12', 'none'])('cannot set a capacity of %s', async (capacity) => {
		await expect(update({ capacity })).rejects.toMatchObject({ kind: 'invalid' });
	});

	test('gives a place beyond the capacity, and moves one to the line, with a reason', async () => {
		const users = await join(4);
		const idOf = async (user: Actor) =>
			String((await Signup.findOne({ where: { eventId: event.id, userId: user.id } }))?.id);
		const move = async (user: Actor, body: object, actor = creator) =>
			perform(movePlace, as(actor, EARLY), {
				params: { ...params(), signupId: await idOf(user) },
				read: () => body,
			});
		expect((await move(users[3], { place: 'placed', reason: 'Brings the game' })).place).toBe('placed');
		expect(await readAs(creator)).toMatchObject({ places: 2, places_taken: 3, waitlist_count: 1 });
		expect(await move(users[0], { place: 'waiting', reason: 'Was there last week' })).toMatchObject({
			place: 'waiting',
			waitlist_position: 2,
		});
		expect(await readAs(creator)).toMatchObject({ places_taken: 2, waitlist_count: 2 });
		const readReason = async () =>
			(await Signup.findOne({ where: { eventId: event.id, userId: users[0].id } }))?.placeReason;
		expect(await readReason()).toBe('Was there last week');
		await put(users[0], EARLY, 'declined');
		expect(await readReason()).toBeNull();
		for (const body of [{ reason: '' }, { reason: ' ' }, {}]) {
			expect((await move(users[1], { place: 'waiting', ...body })).place).toBe('waiting');
			expect((await move(users[1], { place: 'placed', ...body })).place).toBe('placed');
			const row = await Signup.findOne({ where: { eventId: event.id, userId: users[1].id } });
			expect(row?.placeReason).toBeNull();
		}
		await expect(move(users[1], { place: 'placed', reason: 'x'.repeat(201) })).rejects.toMatchObject({
			kind: 'invalid',
		});
		await expect(move(users[0], { place: 'placed', reason: 'me' }, users[0])).rejects.toMatchObject({
			kind: 'denied',
		});
	});
});

test('changes by other ways are settled soon: storytellers, erasure, bulk deletions, a crash', async () => {
	const users = await join(5);
	const [first, second] = await Signup.findAll({ where: { eventId: event.id }, order: ['id'] });
	await rowsOf('event_storytellers').insert({ eventId: event.id, userId: users[0].id, position: 0 });
	await settleDueEvents(EARLY);
	expect(await listPlaces()).toEqual([null, 'placed', 'placed', 'waiting', 'waiting']);
	const admin = await createUserRow({ role: 'admin' });
	const read = () => ({ signupIds: [Number(second?.id)] });
	await perform(deleteSignups, as(admin, EARLY), { read });
	await settleDueEvents(EARLY);
	expect(await listPlaces()).toEqual([null, 'placed', 'placed', 'waiting']);
	await inTransaction((transaction) => eraseUser(users[2].id, transaction, EARLY));
	await settleDueEvents(EARLY);
	expect(await listPlaces()).toEqual([null, 'placed', 'placed']);
	// The signup has committed, and the process has ended before its place was decided.
	await createSignupRow({ eventId: event.id });
	await settleDueEvents(EARLY);
	expect(await listPlaces()).toEqual([null, 'placed', 'placed', 'waiting']);
	expect(first).toBeDefined();
});

test('of two unsettled signups the one that asked first gets the last place', async () => {
	await join(1);
	for (const minutes of [2, 1]) {
		const signup = await createSignupRow({ eventId: event.id });
		// The status may have changed long after the signup.
		await execute('UPDATE signups SET updated_at = :at WHERE id = :id', {
			at: new Date(EARLY.getTime() + minutes * MINUTE_MS),
			id: signup.id,
		});
	}
	await settleAfterChange(event.id, LATE);
	expect(await listPlaces()).toEqual(['placed', 'waiting', 'placed']);
});

test('of two settlements the second waits for the first', async () => {
	await join(1);
	let second: Promise<unknown> | undefined;
	await inTransaction(async (transaction) => {
		await settleEvent({ event: await lockEvent(event.id, transaction), now: EARLY }, transaction);
		second = settleAfterChange(event.id, EARLY);
		await expectLockWaits(1);
	});
	await second;
});

const moveOnly = async () => {
	const signup = await Signup.findOne({ where: { eventId: event.id }, rejectOnEmpty: true });
	const read = () => ({ place: 'waiting' });
	return perform(movePlace, as(creator, EARLY), { params: { ...params(), signupId: signup.id }, read });
};

test.each([
	['the settlement after it', () => settleAfterChange(event.id, EARLY)],
	['the loop', () => settleDueEvents(EARLY)],
	['a move by a creator', moveOnly],
])('a signup that is being saved is waited for by %s', async (_, settle) => {
	await join(1);
	await rowsOf('places_due').insert({ eventId: event.id });
	let settled: Promise<unknown> | undefined;
	await inTransaction(async (transaction) => {
		await lockEvent(event.id, transaction, 'SHARE');
		settled = settle();
		await expectLockWaits(1);
	});
	await settled;
});

test('standbys are not called for an event that is being cancelled', async () => {
	let called: Promise<unknown> | undefined;
	await inTransaction(async (transaction) => {
		await event.update({ status: 'cancelled' }, { transaction });
		called = perform(callStandbysOfEvent, as(creator, EARLY), { params: params() });
		called.catch(() => undefined);
		await expectLockWaits(1);
	});
	await expect(called).rejects.toMatchObject({ kind: 'conflict' });
	expect(await Event.findByPk(event.id)).toMatchObject({ standbysCalled: false });
});

test('a settlement that waits for a change of the storytellers counts the new ones', async () => {
	await Event.update({ capacity: 0 }, { where: { id: event.id } });
	const [first, second] = await join(2);
	expect(await listPlaces()).toEqual(['waiting', 'waiting']);
	const storyteller = await createUserRow({ role: 'storyteller' });
	let settled: Promise<unknown> | undefined;
	await inTransaction(async (transaction) => {
		await Event.findByPk(event.id, { transaction, lock: transaction.LOCK.UPDATE });
		await rowsOf('event_storytellers').insert(
			{ eventId: event.id, userId: storyteller.id, position: 0 },
			transaction,
		);
		settled = settleAfterChange(event.id, EARLY);
		await expectLockWaits(1);
	});
	await settled;
	expect(await listPlaces()).toEqual(['placed', 'placed']);
	expect((await listMessages()).map(({ userId }) => userId)).toEqual([first.id, second.id]);
});

describe('an event that needs three players', () => {
	const DECIDED = before(24 * HOUR_MS);
	const standBy = (user: Actor, now = EARLY) =>
		perform(putSignup, as(user, now), {
			params: params(),
			read: () => ({ status: 'tentative', standby: true }),
		});
	const read = async () => (await readAs(creator)).decision;
	beforeEach(() =>
		Event.update({ capacity: null, minimumPlayers: 3, creatorId: creator.id }, { where: { id: event.id } }),
	);

	test('is on with three, also when one leaves later', async () => {
		const [first] = await join(3);
		await settleDueEvents(before(25 * HOUR_MS));
		expect(await read()).toBeNull();
		await settleDueEvents(DECIDED);
		expect(await read()).toBe('on');
		await leave(first, LATE);
		await settleDueEvents(LATE);
		expect(await read()).toBe('on');
		expect(await listMessages()).toEqual([]);
	});

	test('asks its creator once with fewer, and is on when another player comes', async () => {
		await join(2);
		await settleDueEvents(DECIDED);
		await settleDueEvents(DECIDED);
		expect(await read()).toBe('pending');
		expect(await listMessages()).toEqual([{ userId: creator.id, kind: 'too_few', state: 'pending' }]);
		await put(await createUserRow(), LATE);
		expect(await read()).toBe('on');
	});

	test('is cancelled with the reason if its creator wanted that, and everyone with a signup is told once', async () => {
		const [first, second] = await join(2);
		await update({ on_too_few: 'cancel' });
		await settleDueEvents(DECIDED);
		expect(await readAs(creator)).toMatchObject({ status: 'cancelled', decision: 'off', version: 3 });
		expect((await Event.findByPk(event.id))?.cancelReason).toBe('Too few players: 2 of 3');
		for (let run = 0; run < 2; run += 1) await planNotices(before(23 * HOUR_MS));
		expect(await listMessages()).toEqual(
			[first, second].map(({ id }) => ({ userId: id, kind: 'cancelled', state: 'pending' })),
		);
		await perform(reinstateEvent, as(creator, LATE), { params: params(), read: () => ({}) });
		await settleDueEvents(LATE);
		expect(await readAs(creator)).toMatchObject({ status: 'active', decision: 'on' });
	});

	test.each([
		['before the decision', 30, null],
		['while standbys are asked', 23, 'pending'],
	])('stays on when a creator cancels it %s and reinstates it later', async (_, hours, decision) => {
		await update({ on_too_few: 'cancel' });
		await join(2);
		await standBy(await createUserRow());
		const cancelledAt = before(hours * HOUR_MS);
		await settleDueEvents(cancelledAt);
		expect(await read()).toBe(decision);
		await perform(cancelEvent, as(creator, cancelledAt), { params: params(), read: () => ({}) });
		const reinstatedAt = before(20 * HOUR_MS);
		const { event: reinstated } = await perform(reinstateEvent, as(creator, reinstatedAt), {
			params: params(),
			read: () => ({}),
		});
		expect(reinstated).toMatchObject({ status: 'active', decision: 'on' });
		await settleDueEvents(reinstatedAt);
		expect(await readAs(creator)).toMatchObject({ status: 'active', decision: 'on' });
	});

	test('asks standbys in the order of their signups, as many as are lacking', async () => {
		await join(1);
		const standbys = await Promise.all([1, 2, 3].map(() => createUserRow()));
		for (const [n, user] of standbys.entries()) await standBy(user, new Date(EARLY.getTime() + n));
		await settleDueEvents(DECIDED);
		const [one, two, three] = standbys as unknown as [Actor, Actor, Actor];
		const listAsked = async () =>
			(await listMessages()).flatMap(({ userId, kind }) => (kind === 'standby' ? [userId] : []));
		expect(await listAsked()).toEqual([one.id, two.id]);
		expect(await readAs(one)).toMatchObject({
			waitlist_count: 0,
			own_place: { state: 'offered', position: null },
		});
		expect(await answer(one, true, DECIDED)).toMatchObject({
			status: 'confirmed',
			place: null,
			standby: false,
		});
		expect(await answer(two, false, DECIDED)).toMatchObject({ status: 'tentative', place: null });
		expect(await listAsked()).toEqual([one.id, two.id, three.id]);
		expect(await read()).toBe('pending');
		const [press, again] = await Promise.all([answer(three, true, DECIDED), answer(three, true, DECIDED)]);
		expect([press.status, again.status]).toEqual(['confirmed', 'confirmed']);
		expect(await read()).toBe('on');
		await expect(answer(two, true, DECIDED)).rejects.toMatchObject({ kind: 'conflict' });
	});

	test('asks all standbys while it waits, and is cancelled two hours before the start', async () => {
		await join(1);
		const standbys = await Promise.all([1, 2, 3, 4, 5].map(() => createUserRow()));
		for (const [n, user] of standbys.entries()) await standBy(user, new Date(EARLY.getTime() + n));
		await settleDueEvents(DECIDED);
		await update({ on_too_few: 'cancel', decide_minutes: 120 }, DECIDED);
		const countAsked = async () => (await listMessages()).filter(({ kind }) => kind === 'standby').length;
		expect(await countAsked()).toBe(2);
		for (const user of standbys.slice(0, 2)) await answer(user, false, DECIDED);
		expect(await countAsked()).toBe(4);
		await settleDueEvents(before(23 * HOUR_MS));
		expect(await countAsked()).toBe(5);
		expect(await readAs(creator)).toMatchObject({ status: 'active', decision: null });
		await settleDueEvents(before(2 * HOUR_MS));
		expect(await readAs(creator)).toMatchObject({ status: 'cancelled', decision: 'off' });
	});

	test('asks no standbys when its start moves to a later day', async () => {
		await join(1);
		await Promise.all([1, 2, 3].map(async () => standBy(await createUserRow())));
		await settleDueEvents(DECIDED);
		const startsAt = new Date(START.getTime() + 48 * HOUR_MS);
		await update({ date: startsAt.toISOString() }, DECIDED);
		await settleDueEvents(before(23 * HOUR_MS));
		expect((await listMessages()).filter(({ kind }) => kind === 'standby')).toHaveLength(2);
	});

	test('standbys are not asked when it is cancelled shortly before the start, although places are free', async () => {
		await Event.update({ capacity: 5, onTooFew: 'cancel' }, { where: { id: event.id } });
		await join(1);
		await standBy(await createUserRow());
		await settleDueEvents(before(90 * MINUTE_MS));
		expect(await readAs(creator)).toMatchObject({ status: 'cancelled', decision: 'off' });
		expect(await listPlaces()).toEqual(['placed', null]);
		expect(await listMessages()).toEqual([]);
	});

	test('a standby cannot come to an event that was cancelled meanwhile', async () => {
		const standby = await createUserRow();
		await standBy(standby);
		await settleDueEvents(DECIDED);
		expect(await readAs(standby)).toMatchObject({ own_place: { state: 'offered' } });
		await perform(cancelEvent, as(creator, DECIDED), { params: params(), read: () => ({}) });
		await expect(answer(standby, true, DECIDED)).rejects.toMatchObject({ kind: 'conflict' });
	});

	test('a creator calls the standbys before the decision; players cannot', async () => {
		await Event.update({ minimumPlayers: null }, { where: { id: event.id } });
		const standbys = await Promise.all([1, 2].map(() => createUserRow()));
		for (const user of standbys) await standBy(user);
		const call = (actor: Actor, now = EARLY) =>
			perform(callStandbysOfEvent, as(actor, now), { params: params() });
		await expect(call(standbys[0] as Actor)).rejects.toMatchObject({ kind: 'denied' });
		expect(await call(creator)).toEqual({ recipients: 2 });
		expect(await call(creator)).toEqual({ recipients: 2 });
		expect(await listMessages()).toHaveLength(2);
		await expect(call(creator, START)).rejects.toMatchObject({ kind: 'conflict' });
		const entries = await AuditEntry.findAll({ where: { subjectId: event.id } });
		const entry = { actorId: creator.id, subjectId: event.id, detail: { recipients: 2 } };
		expect(entries).toMatchObject([entry, entry]);
	});
});

test('free places go to standbys within a day of the start, when nobody waits', async () => {
	await join(1);
	const standby = await createUserRow();
	await perform(putSignup, as(standby, EARLY), {
		params: params(),
		read: () => ({ status: 'tentative', standby: true }),
	});
	await settleDueEvents(before(25 * HOUR_MS));
	expect(await listMessages()).toEqual([]);
	await settleDueEvents(before(24 * HOUR_MS));
	expect(await listMessages()).toEqual([{ userId: standby.id, kind: 'standby', state: 'pending' }]);
	expect(await answer(standby, true, before(24 * HOUR_MS))).toMatchObject({
		status: 'confirmed',
		place: 'placed',
	});
});

describe('a standby who was asked', () => {
	const DAY_BEFORE = before(24 * HOUR_MS);
	const afterOffer = new Date(DAY_BEFORE.getTime() + HOUR_MS);
	const callStandby = async () => {
		const user = await createUserRow();
		const read = () => ({ status: 'tentative', standby: true });
		await perform(putSignup, as(user, EARLY), { params: params(), read });
		await settleDueEvents(DAY_BEFORE);
		return user;
	};
	const findSignup = async (user: Actor) =>
		Signup.findOne({ where: { eventId: event.id, userId: user.id }, rejectOnEmpty: true });
	const move = async (user: Actor, place: string) => {
		const { id: signupId } = await findSignup(user);
		const read = () => ({ place, reason: 'Told me so' });
		return perform(movePlace, as(creator, DAY_BEFORE), { params: { eventId: event.id, signupId }, read });
	};

	test('and removes the signup has a message without buttons then', async () => {
		const user = await callStandby();
		await rowsOf('direct_messages').update({ state: 'sent' });
		await leave(user, afterOffer);
		expect(await listMessages()).toEqual([{ userId: user.id, kind: 'standby', state: 'outdated' }]);
	});

	test('and gets a place from a creator is confirmed', async () => {
		const user = await callStandby();
		const given = { status: 'confirmed', place: 'placed', standby: false };
		expect(await move(user, 'placed')).toMatchObject(given);
		await settleDueEvents(afterOffer);
		const saved = { status: 'confirmed', place: 'placed', placeReason: 'Told me so', userSavedAt: EARLY };
		expect(await findSignup(user)).toMatchObject(saved);
		expect(await readAs(creator)).toMatchObject({ places_taken: 1 });
	});

	test('and gets a place without a capacity is confirmed', async () => {
		await Event.update({ capacity: null, minimumPlayers: 1 }, { where: { id: event.id } });
		const user = await callStandby();
		expect(await move(user, 'placed')).toMatchObject({ status: 'confirmed', place: null });
		await expect(move(user, 'placed')).rejects.toMatchObject({ kind: 'conflict' });
	});

	test('cannot be moved to the waitlist', async () => {
		const user = await callStandby();
		await expect(move(user, 'waiting')).rejects.toMatchObject({ kind: 'conflict' });
		expect(await readAs(user)).toMatchObject({ own_place: { state: 'offered' } });
	});

	test.each(['confirmed', 'late'])('and changes the status to %s has the place', async (status) => {
		const user = await callStandby();
		const pressedAt = new Date(DAY_BEFORE.getTime() + MINUTE_MS);
		expect((await put(user, pressedAt, status)).signup).toMatchObject({ status, place: 'placed' });
		await settleDueEvents(afterOffer);
		expect(await listPlaces()).toEqual(['placed']);
	});

	test('and changes the status after the offer has ended waits behind the others', async () => {
		const user = await callStandby();
		await join(2, new Date(DAY_BEFORE.getTime() + MINUTE_MS));
		expect(await listPlaces()).toEqual(['offered', 'placed', 'waiting']);
		await settleDueEvents(afterOffer);
		await put(user, afterOffer);
		expect(await listPlaces()).toEqual(['waiting', 'placed', 'placed']);
	});
});
