import { beforeEach, expect, test } from 'vitest';
import { type Event, Setting, Signup, User } from '~/database/models/index.ts';
import { rows } from '~/database/sql.ts';
import { HOUR_MS, MINUTE_MS } from '~/domain/limits.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { settleAfterChange, settleDueEvents } from '~/server/operations/places/index.ts';
import { clearTables, useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';

/** Which events the loop settles: those where something is due, and no others. */
useTestEnvironment();
useDatabase();

const START = new Date('2030-05-10T00:00:00Z');
const before = (ms: number) => new Date(START.getTime() - ms);
const NOW = before(48 * HOUR_MS);
let event: Event;
let placed: Signup;
let waiting: Signup;
const listDue = async (at = NOW) =>
	(
		await rows<{ id: string }>(
			'SELECT DISTINCT event_id::text AS id FROM places_due WHERE due_at <= :at ORDER BY id',
			{ at },
		)
	).map(({ id }) => id);
const listPlaces = async () =>
	(await Signup.findAll({ where: { eventId: event.id }, order: ['id'] })).map(({ place }) => place);

beforeEach(async () => {
	await clearTables('events', 'users', 'settings', 'places_due');
	const teller = await createUserRow({ role: 'storyteller' });
	await Setting.create({
		key: 'auto_split_config',
		value: '{"maxPlayersPerGroup":1,"minPlayersPerGroup":1}',
	});
	event = await createEventRow({ date: START, capacity: 0 });
	await rowsOf('event_storytellers').insert({ eventId: event.id, userId: teller.id, position: 0 });
	placed = await createSignupRow({ eventId: event.id });
	waiting = await createSignupRow({ eventId: event.id });
	await createSignupRow({ eventId: (await createEventRow({ date: START })).id });
	expect(await listDue()).toEqual([event.id]);
	await settleDueEvents(NOW);
	expect(await listPlaces()).toEqual(['placed', 'waiting']);
	expect(await listDue()).toEqual([]);
});

test('a line that waits is settled at the limits of time only', async () => {
	for (const hours of [24, 12, 2, 0]) {
		expect(await listDue(before(hours * HOUR_MS + 1))).toEqual([]);
		expect(await listDue(before(hours * HOUR_MS))).toEqual([event.id]);
		await settleDueEvents(before(hours * HOUR_MS));
		expect(await rowsOf('places_due').count()).toBe(hours === 0 ? 0 : 1);
	}
});

test.each<[string, () => Promise<unknown>]>([
	['a deleted signup', () => placed.destroy()],
	['a new signup', () => createSignupRow({ eventId: event.id })],
	['another status', () => placed.update({ status: 'declined' })],
	['a standby', () => placed.update({ standby: true })],
	['a deleted user', () => User.destroy({ where: { id: placed.userId } })],
	[
		'a storyteller',
		() => rowsOf('event_storytellers').insert({ eventId: event.id, userId: placed.userId, position: 1 }),
	],
	['a storyteller who is removed', () => rowsOf('event_storytellers').delete({ eventId: event.id })],
	['another capacity', () => event.update({ capacity: 5 })],
	['no capacity', () => event.update({ capacity: null })],
	['another start', () => event.update({ date: before(-HOUR_MS) })],
	['a cancellation', () => event.update({ status: 'cancelled' })],
	['a smallest number of players', () => event.update({ minimumPlayers: 2 })],
	['another time of the decision', () => event.update({ decideMinutes: 90 })],
	['the consequence of too few', () => event.update({ onTooFew: 'cancel' })],
	['called standbys', () => event.update({ standbysCalled: true })],
	['another size of groups', () => Setting.update({ value: '{}' }, { where: { key: 'auto_split_config' } })],
	['the default size of groups', () => Setting.destroy({ where: { key: 'auto_split_config' } })],
	[
		'quiet hours',
		() => User.update({ quietHours: null, notifications: false }, { where: { id: waiting.userId } }),
	],
	['a lost membership', () => User.update({ membershipLostAt: NOW }, { where: { id: waiting.userId } })],
])('%s is due at once, for this event only', async (_, change) => {
	await change();
	expect(await listDue()).toEqual([event.id]);
	await settleDueEvents(NOW);
	expect(await listDue()).toEqual([]);
});

test.each<[string, () => Promise<unknown>]>([
	['notes', () => placed.update({ notes: 'Snacks' })],
	['a title', () => event.update({ title: 'Another' })],
	['a banner', () => Setting.create({ key: 'events_banner', value: 'Hello' })],
	['a name', () => User.update({ preferredUsername: 'Ada' }, { where: { id: placed.userId } })],
])('%s is not due', async (_, change) => {
	await change();
	expect(await listDue()).toEqual([]);
});

test('a request that settles leaves nothing due, but what comes meanwhile', async () => {
	const signup = await createSignupRow({ eventId: event.id });
	await settleAfterChange(event.id, NOW);
	expect(await listDue()).toEqual([]);
	expect(await signup.reload()).toMatchObject({ place: 'waiting' });
	// The next time stays.
	expect(await listDue(before(24 * HOUR_MS))).toEqual([event.id]);
});

test('a deleted event is due no more', async () => {
	await event.destroy();
	await settleDueEvents(START);
	expect(await rowsOf('places_due').count()).toBe(0);
});

test('the end of an offer is due, and an offer that was taken is not', async () => {
	const now = before(5 * HOUR_MS);
	await placed.update({ status: 'declined' });
	await settleDueEvents(now);
	expect(await listPlaces()).toEqual([null, 'offered']);
	const end = new Date(now.getTime() + 30 * MINUTE_MS);
	expect(await listDue(new Date(end.getTime() - 1))).toEqual([]);
	expect(await listDue(end)).toEqual([event.id]);
	await settleDueEvents(end);
	expect(await waiting.reload()).toMatchObject({ passedAt: end });
});
