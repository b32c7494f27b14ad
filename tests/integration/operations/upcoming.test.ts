import { Op } from 'sequelize';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '~/database/connection.ts';
import { type Event, Setting, Signup, type User } from '~/database/models/index.ts';
import { execute } from '~/database/sql.ts';
import { EASTERN } from '~/domain/limits.ts';
import type { Place } from '~/domain/places/places.ts';
import { startOfDay } from '~/domain/time/day.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { deleteOldChanges } from '~/server/live/event-changes.ts';
import { listUpcomingEvents } from '~/server/operations/events/list-upcoming-events.ts';
import { EVENTS_BY_DATE, selectUpcomingEvents } from '~/server/operations/events/queries.ts';
import { buildPageQuery } from '~/server/operations/kernel/cursors.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { toEventOnList } from '~/server/wire/events.ts';
import { clearTables, useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { waitForOlderTransactions } from '~/tests/support/lock-waits.ts';
import { recordStatements } from '~/tests/support/query-plans.ts';

useTestEnvironment();
useDatabase();

const now = new Date('2029-12-01T12:00:00Z');
let events: [Event, Event, Event];
let creator: User;
let admin: User;
let player: User;
let storyteller: User;
let group: { id: string };

beforeEach(async () => {
	creator = await createUserRow({ role: 'player', preferredUsername: 'Ada' });
	admin = await createUserRow({ role: 'admin' });
	player = await createUserRow();
	storyteller = await createUserRow({ role: 'storyteller' });
	const create = () => createEventRow({ creatorId: creator.id });
	events = [await create(), await create(), await create()];
	for (const { id } of events.slice(0, 2)) await createSignupRow({ eventId: id, userId: player.id });
	await createSignupRow({ eventId: events[0].id });
	// One event has a capacity, and one needs a number of players and has called its standbys.
	await events[1].update({ capacity: 0 });
	await events[2].update({ minimumPlayers: 5 });
	await addStoryteller(events[1], admin);
	await createPlace(events[1], storyteller, 'waiting');
	await createPlace(events[1], await createUserRow(), 'waiting');
	await createPlace(events[2], storyteller, 'offered');
	await Signup.update(
		{ place: 'placed', askedAt: new Date() },
		{ where: { eventId: events[1].id, userId: player.id } },
	);
	const [{ id: eventId }] = events;
	group = await rowsOf('groups').insert({
		eventId,
		clientId: 'a',
		name: 'Group 1',
		storytellerId: storyteller.id,
		position: 0,
	});
	await rowsOf('group_players').insert({ groupId: group.id, eventId, userId: player.id, position: 0 });
});
afterEach(() => clearTables('events', 'users', 'settings'));

const createPlace = (event: Event, { id: userId }: User, place: Place) =>
	createSignupRow({
		eventId: event.id,
		userId,
		place,
		askedAt: new Date(),
		offerExpiresAt: place === 'offered' ? new Date('2031-01-01T00:00:00Z') : null,
	});

const addStoryteller = (event: Event, user: User) =>
	execute('INSERT INTO event_storytellers (event_id, user_id) VALUES (:eventId, :userId)', {
		eventId: event.id,
		userId: user.id,
	});

const listViewers = () => [player, storyteller, admin];
const read = (viewer: User) =>
	perform(listUpcomingEvents, { actor: { id: viewer.id, role: viewer.role }, now });

/** Reads the list without what is cached. */
async function readFresh(viewer: User) {
	const rows = await selectUpcomingEvents(viewer.id, {
		startsAfter: startOfDay(now, EASTERN),
		page: buildPageQuery(EVENTS_BY_DATE, undefined),
		limit: 31,
	});
	const items = rows.map(toEventOnList);
	const banner = await Setting.findByPk('events_banner');
	return { items, banner: banner?.value ?? '' };
}

const readAll = (readOne: (viewer: User) => Promise<unknown>) => Promise.all(listViewers().map(readOne));

/** Every kind of change that the list shows to one of its viewers. */
const CHANGES: Record<string, () => Promise<unknown>> = {
	'a new event': () => createEventRow(),
	'a deleted event': () => events[2].destroy(),
	'a title': () => events[0].update({ title: 'Trouble Brewing' }),
	'a description': () => events[0].update({ description: 'New in town?' }),
	'a location': () => events[0].update({ location: 'The chapel' }),
	'a date': () => events[0].update({ date: new Date('2031-01-01T00:00:00Z') }),
	'a length': () => events[0].update({ duration: 60 }),
	'a time zone': () => events[0].update({ timezone: 'Europe/Berlin' }),
	'a cancellation': () => events[0].update({ status: 'cancelled' }),
	'another creator': () => events[0].update({ creatorId: admin.id }),
	'a picture': async () => {
		await execute(`INSERT INTO images (content_hash, mime, bytes, width, height)
			VALUES (repeat('a', 64), 'image/png', '\\x00', 1, 1)`);
		await execute('UPDATE events SET image_id = (SELECT max(id) FROM images)');
	},
	'an event on Discord': () => events[0].update({ discordEventId: '912345678901234567' }),
	'a signup of another user': () => createSignupRow({ eventId: events[1].id }),
	'a status of another user': () =>
		Signup.update({ status: 'declined' }, { where: { eventId: events[0].id, userId: player.id } }),
	'a removed signup': () => Signup.destroy({ where: { eventId: events[0].id } }),
	'an own signup': () => createSignupRow({ eventId: events[2].id, userId: admin.id, status: 'late' }),
	'a name of a group': () => rowsOf('groups').update({ name: 'Night owls' }),
	'a storyteller of a group': () => rowsOf('groups').update({ storytellerId: admin.id }),
	'a name of a group’s storyteller': () => storyteller.update({ preferredUsername: 'Wren' }),
	'a player of a group': () => rowsOf('group_players').delete({ groupId: group.id }),
	'the first group of an event': () =>
		rowsOf('groups').insert({
			eventId: events[1].id,
			clientId: 'b',
			name: 'B',
			storytellerId: storyteller.id,
			position: 0,
		}),
	'a deleted group': () => rowsOf('groups').delete(),
	'a name of a creator who is a player now': () => creator.update({ preferredUsername: 'Ada L.' }),
	'a Discord name of a creator': () => creator.update({ username: 'lovelace', preferredUsername: null }),
	'an admin with the name of a creator': () => admin.update({ preferredUsername: 'ada' }),
	'a new admin with the name of a creator': () =>
		createUserRow({ role: 'creator', preferredUsername: 'ADA' }),
	'a deleted creator': () => creator.destroy(),
	'a capacity': () => events[1].update({ capacity: 7 }),
	'a decision': () => events[2].update({ decision: 'on' }),
	'an own place': () =>
		Signup.update({ place: 'placed' }, { where: { eventId: events[1].id, userId: storyteller.id } }),
	'a place in the line before the own one': () =>
		Signup.update(
			{ askedAt: new Date('2020-01-01T00:00:00Z') },
			{ where: { place: 'waiting', userId: { [Op.ne]: storyteller.id } } },
		),
	'a storyteller of an event with places for what they lead': () => addStoryteller(events[1], storyteller),
	'the players that a storyteller leads': () =>
		Setting.upsert({
			key: 'auto_split_config',
			value: JSON.stringify({ maxPlayersPerGroup: 12 }),
		}),
	'a banner': () => Setting.upsert({ key: 'events_banner', value: 'Welcome' }),
};

describe('the cached list shows at once', () => {
	test.each(Object.entries(CHANGES))('%s', async (_, change) => {
		await readAll(read);
		const before = await readAll(readFresh);
		await change();
		const after = await readAll(readFresh);
		expect(after).not.toEqual(before);
		expect(await readAll(read)).toMatchObject(after as object[]);
		// Again, from what is cached now.
		expect(await readAll(read)).toMatchObject(after as object[]);
	});

	test('a name that was like an admin’s', async () => {
		await admin.update({ preferredUsername: 'Ada' });
		await readAll(read);
		await admin.update({ role: 'player' });
		expect(await readAll(read)).toMatchObject((await readAll(readFresh)) as object[]);
	});

	test('a change whose transaction began before the list was read and ends after it', async () => {
		await inTransaction(async (transaction) => {
			await events[0].update({ title: 'Late' }, { transaction });
			await events[1].update({ title: 'Early' });
			expect((await read(player)).items.map(({ title }) => title)).toContain('Early');
		});
		expect((await read(player)).items.map(({ title }) => title)).toContain('Late');
	});

	test('a change before the oldest in the log, after old ones were deleted', async () => {
		await read(player);
		await events[0].update({ title: 'Long ago' });
		await events[0].update({ title: 'Not so long ago' });
		await execute(`UPDATE event_changes SET created_at = now() - interval '2 days'`);
		await deleteOldChanges(new Date());
		expect((await read(player)).items.map(({ title }) => title)).toContain('Not so long ago');
	});

	test('a restored backup, whose log is empty', async () => {
		await read(player);
		await events[0].update({ title: 'Restored' });
		await execute('DELETE FROM event_changes');
		expect((await read(player)).items.map(({ title }) => title)).toContain('Restored');
	});

	test('the next day', async () => {
		await read(player);
		const next = new Date(events[0].date.getTime() + 86_400_000);
		const { items } = await perform(listUpcomingEvents, { actor: player, now: next });
		expect(items.map(({ id }) => id)).not.toContain(events[0].id);
	});
});

test('events of yesterday that still run are named in the order of their starts', async () => {
	const create = (hour: number) =>
		createEventRow({ date: new Date(`2029-12-01T0${hour}:00:00Z`), duration: 600 });
	const [second, first] = [await create(4), await create(3)];
	expect((await read(player)).running).toEqual([first, second].map(({ id, title }) => ({ id, title })));
});

test('without changes the list is one statement, for every viewer', async () => {
	await waitForOlderTransactions();
	await read(admin);
	for (const viewer of listViewers()) {
		expect(await recordStatements(() => read(viewer))).toHaveLength(1);
		expect(await read(viewer)).toMatchObject((await readFresh(viewer)) as object);
	}
});
