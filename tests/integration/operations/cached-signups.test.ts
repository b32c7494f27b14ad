import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '~/database/connection.ts';
import type { Event, Signup, User } from '~/database/models/index.ts';
import { execute } from '~/database/sql.ts';
import { SIGNUPS_PER_PAGE } from '~/domain/limits.ts';
import { type FieldsByStatus, mapStatusFields } from '~/domain/signups/statuses.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { deleteOldChanges } from '~/server/live/event-changes.ts';
import { selectListedSignups } from '~/server/operations/event-page/list-signups.ts';
import { selectEventPage } from '~/server/operations/event-page/queries.ts';
import { readEventPage } from '~/server/operations/event-page/read-event-page.ts';
import { selectEvent } from '~/server/operations/events/index.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { withShownCounts } from '~/server/wire/events.ts';
import { toListedSignup, toReader } from '~/server/wire/signups.ts';
import { clearTables, useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { waitForOlderTransactions } from '~/tests/support/lock-waits.ts';

useTestEnvironment();
useDatabase();

const now = new Date('2029-12-01T12:00:00Z');
let event: Event;
let creator: User;
let storyteller: User;
let player: User;
let users: User[];
let signups: Signup[];

beforeEach(async () => {
	event = await createEventRow({ capacity: 1 });
	creator = await createUserRow({ role: 'creator' });
	storyteller = await createUserRow({ role: 'storyteller' });
	await rowsOf<{ userId: string }>('event_storytellers').insert({
		eventId: event.id,
		userId: storyteller.id,
		position: 0,
	});
	users = [];
	for (const preferredUsername of ['Ada', null, 'Grace', 'Mary']) {
		users.push(await createUserRow({ role: 'player', preferredUsername }));
	}
	signups = [];
	for (const [index, { id: userId }] of users.entries()) {
		const place = index === 0 ? 'placed' : 'waiting';
		const askedAt = new Date(`2029-01-01T0${index}:00:00Z`);
		signups.push(await createSignupRow({ eventId: event.id, userId, place, askedAt, createdAt: askedAt }));
	}
	await getSignup(3).update({ status: 'late' });
	player = getUser(2);
});
afterEach(() => clearTables('events', 'users'));

const getUser = (index: number): User => users[index] ?? player;
const getSignup = (index: number) => {
	const signup = signups[index];
	if (!signup) throw new Error(`There is no signup ${index}.`);
	return signup;
};

const listViewers = () => [player, storyteller, creator, getUser(0)];
const toActor = ({ id, role }: User) => ({ id, role });
const pickCounts = (found: FieldsByStatus<'count'> & { signup_count: number }) => ({
	...mapStatusFields('count', (status) => found[`${status}_count`]),
	signup_count: found.signup_count,
});
async function read(viewer: User) {
	const params = { eventId: event.id };
	const page = await perform(readEventPage, { actor: toActor(viewer), now }, { params });
	return { counts: pickCounts(page.event), signups: page.event.signups };
}

/** Reads the signups without what is cached. */
async function readFresh(viewer: User) {
	const rows = await selectListedSignups(event.id);
	const storytellers = await rowsOf<{ userId: string }>('event_storytellers').list({ eventId: event.id });
	const reader = toReader(
		toActor(viewer),
		storytellers.map(({ userId }) => ({ user_id: userId })),
	);
	const isOwn = ({ user_id }: { user_id: string }) => user_id === viewer.id;
	const own = rows.filter(isOwn);
	const shown = [...own, ...rows.filter((row) => !isOwn(row)).slice(0, SIGNUPS_PER_PAGE)];
	return {
		counts: pickCounts(withShownCounts(await selectEvent(viewer.id, event.id))),
		signups: shown.map((row) => toListedSignup(row, reader)),
	};
}

const readAll = (readOne: (viewer: User) => Promise<unknown>) => Promise.all(listViewers().map(readOne));

/** Every kind of change that the signups of an event show to one of its viewers. */
const CHANGES: Record<string, () => Promise<unknown>> = {
	'a new signup': () => createSignupRow({ eventId: event.id }),
	'a removed signup': () => getSignup(1).destroy(),
	'a deleted user': () => getUser(1).destroy(),
	'a status': () => getSignup(1).update({ status: 'late' }),
	notes: () => getSignup(1).update({ notes: 'I bring snacks.' }),
	'an awaited reply': () => getSignup(0).update({ awaitsReply: true }),
	'an order': () =>
		execute(`UPDATE signups SET asked_at = '2030-01-01' WHERE id = :id`, { id: getSignup(1).id }),
	'a place': () => getSignup(1).update({ place: 'placed' }),
	'a position on the waiting list': () => getSignup(3).update({ askedAt: new Date('2028-01-01T00:00:00Z') }),
	'a standby': () => getSignup(1).update({ status: 'tentative', standby: true }),
	'an arrival': () => getSignup(3).update({ arrivesAt: '20:00' }),
	'a departure': () => getSignup(1).update({ leavesAt: '22:00' }),
	'a Discord name': () => getUser(1).update({ username: 'wren' }),
	'a name': () => getUser(1).update({ preferredUsername: 'Wren' }),
	'a picture': () => getUser(1).update({ avatar: 'a'.repeat(32) }),
	'a creator with the name of a player': () => creator.update({ preferredUsername: 'mary' }),
	'a new admin with the name of a player': () => createUserRow({ role: 'admin', preferredUsername: 'MARY' }),
	'another storyteller': () =>
		rowsOf<{ userId: string }>('event_storytellers').insert({
			eventId: event.id,
			userId: player.id,
			position: 1,
		}),
};

describe('the cached signups of an event show at once', () => {
	test.each(Object.entries(CHANGES))('%s', async (name, change) => {
		if (name === 'another storyteller') await getSignup(3).update({ arrivesAt: '20:00' });
		await readAll(read);
		const before = await readAll(readFresh);
		await change();
		const after = await readAll(readFresh);
		expect(after).not.toEqual(before);
		expect(await readAll(read)).toEqual(after);
		// Again, from what is cached now.
		expect(await readAll(read)).toEqual(after);
	});

	test('a name after the event', async () => {
		await event.update({ status: 'completed' });
		await read(player);
		await getUser(1).update({ preferredUsername: 'Wren' });
		expect(await read(player)).toEqual(await readFresh(player));
		await getSignup(1).destroy();
		expect(await read(player)).toEqual(await readFresh(player));
	});

	test('a change whose transaction began before they were read and ends after it', async () => {
		await read(player);
		await inTransaction(async (transaction) => {
			await getSignup(0).update({ status: 'late' }, { transaction });
			await getSignup(1).update({ status: 'declined' });
			expect(await read(player)).toEqual(await readFresh(player));
		});
		expect(await read(player)).toEqual(await readFresh(player));
	});

	test('a name whose transaction began before its user signed up and ends after it', async () => {
		const user = await createUserRow();
		await inTransaction(async (transaction) => {
			await user.update({ preferredUsername: 'Wren' }, { transaction });
			await createSignupRow({ eventId: event.id, userId: user.id });
			await read(player);
		});
		expect(await read(player)).toEqual(await readFresh(player));
	});

	test('a change that was deleted from the log although it ended after they were read', async () => {
		await inTransaction(async (transaction) => {
			await getUser(0).update({ preferredUsername: 'Long ago' }, { transaction });
			await createSignupRow();
			await read(player);
		});
		await execute(`UPDATE event_changes SET created_at = now() - interval '2 days'`);
		await deleteOldChanges(new Date());
		expect(await read(player)).toEqual(await readFresh(player));
	});

	test('a change before the oldest in the log', async () => {
		await read(player);
		await getUser(0).update({ preferredUsername: 'Long ago' });
		await event.update({ title: 'Not so long ago' });
		await execute(`UPDATE event_changes SET created_at = now() - interval '2 days'`);
		await deleteOldChanges(new Date());
		expect(await read(player)).toEqual(await readFresh(player));
	});

	test('a restored backup, whose log is empty', async () => {
		await read(player);
		await getUser(0).update({ preferredUsername: 'Restored' });
		await execute('DELETE FROM event_changes');
		expect(await read(player)).toEqual(await readFresh(player));
	});

	test('the hundred and first signup, with which they are no longer cached', async () => {
		for (let count = users.length; count < 100; count += 1) await createSignupRow({ eventId: event.id });
		expect((await read(creator)).signups).toHaveLength(100);
		await createSignupRow({ eventId: event.id });
		await createSignupRow({ eventId: event.id, userId: storyteller.id, status: 'declined' });
		for (const viewer of [creator, storyteller, creator]) {
			expect(await read(viewer)).toEqual(await readFresh(viewer));
		}
		await getSignup(0).update({ status: 'late' });
		expect(await read(creator)).toEqual(await readFresh(creator));
	});
});

test('without changes nothing is read again, also after a change of another event', async () => {
	const select = async () => (await selectEventPage(player.id, event.id, { countsStandbys: false })).signups;
	const other = await createEventRow();
	await waitForOlderTransactions();
	const first = await select();
	await createSignupRow({ eventId: other.id, userId: player.id });
	await waitForOlderTransactions();
	expect(await select()).toBe(first);
	// Nor when the changes from before the last reading are deleted.
	await execute(`UPDATE event_changes SET created_at = now() - interval '2 days'`);
	await deleteOldChanges(new Date());
	expect(await select()).toBe(first);
	await getSignup(0).update({ notes: 'One more.' });
	expect(await select()).not.toBe(first);
});
