import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { DiscordMirror, Event, Signup, type User } from '~/database/models/index.ts';
import type { DiscordStatus } from '~/domain/discord/scheduled-event.ts';
import { DAY_MS, HOUR_MS } from '~/domain/limits.ts';
import { createUserRow } from '~/seeds/factories.ts';
import { PERSONAS } from '~/seeds/personas.ts';
import {
	importDiscordEvent,
	listImportable,
	readImportable,
} from '~/server/operations/discord-import/import-discord-event.ts';
import { cancelEvent } from '~/server/operations/events/cancel-event.ts';
import { completeEndedEvents } from '~/server/operations/events/complete-ended-events.ts';
import { deleteEvent, deleteEvents, readSelectedEvents } from '~/server/operations/events/delete-events.ts';
import { updateEvent } from '~/server/operations/events/update-event.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { addInterest, removeInterest } from '~/server/operations/mirror/add-interest.ts';
import { applyDiscordStatus } from '~/server/operations/mirror/apply-discord-status.ts';
import { mirrorEvent } from '~/server/operations/mirror/mirror-event.ts';
import { reconcileWithDiscord } from '~/server/operations/mirror/reconcile-with-discord.ts';
import { ACTIVE, CANCELED, type NewEvent, SCHEDULED } from '~/tests/mocks/discord/scheduled-events.ts';
import { useDiscord } from '~/tests/mocks/discord/use-discord.ts';
import { clearTables, useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { makeRemoteStatus } from '~/tests/support/remote-status.ts';

useTestEnvironment();
useDatabase();
const { state } = useDiscord();
const { player, secondPlayer } = PERSONAS;

const now = new Date(Math.floor(Date.now() / 1_000) * 1_000);
const inHours = (hours: number) => new Date(now.getTime() + hours * HOUR_MS);
const WEEK_MS = 7 * DAY_MS;

let admin: User;
beforeEach(async () => {
	// discord.js sends at most 50 requests per second, for all tests together.
	await sleep(150);
	await clearTables('users', 'events', 'signups', 'discord_mirrors', 'import_runs', 'idempotency_keys');
	admin = await createUserRow({ role: 'admin' });
});

const asAdmin = (at = now) => ({ actor: { id: String(admin.id), role: 'admin' as const }, now: at });
/** Adds a weekly event on Discord, whose next date starts in two hours and lasts three. */
const addWeekly = (changes: Partial<NewEvent> = {}) =>
	state.addEvent({
		name: 'Every Friday',
		startsAt: inHours(2),
		endsAt: inHours(5),
		creatorId: player.discordId,
		repeats: { everyWeeks: 1, since: inHours(2) },
		...changes,
	});
const importOnce = async (discordEventId: string) =>
	(await perform(importDiscordEvent, asAdmin(), { read: () => ({ discordEventId }) })).eventId;
const WRITES = ['PATCH', 'DELETE', 'POST'].map(
	(method) =>
		`${method} /guilds/{guild_id}/scheduled-events${method === 'POST' ? '' : '/{guild_scheduled_event_id}'}`,
);
const countWrites = () => WRITES.reduce((sum, route) => sum + state.countRequests(route), 0);
const readEvent = (id: string) => Event.findByPk(id, { rejectOnEmpty: true });
const readMirror = (id: string) => DiscordMirror.findByPk(id, { rejectOnEmpty: true });

/** Returns the status of the date of a weekly event that starts at `start`. */
const makeWeeklyStatus = (status: DiscordStatus, start: Date) =>
	makeRemoteStatus(status, { date: start, duration: 180 }, { isRepeating: true });

/** Imports a weekly event, and makes the mirror as it was before it had `series_start` when `isOld`. */
async function importWeekly(isOld: boolean, changes: Partial<NewEvent> = {}) {
	const { id: discordEventId } = addWeekly(changes);
	const eventId = await importOnce(discordEventId);
	if (isOld) await DiscordMirror.update({ seriesStart: null }, { where: { eventId }, silent: true });
	return { discordEventId, eventId };
}

describe.each([
	['a date that this version imported', false],
	['a date that an earlier version imported', true],
])('%s', (_, isOld) => {
	test('ends here once, and never on Discord', async () => {
		const { discordEventId, eventId } = await importWeekly(isOld);
		state.updateEvent(discordEventId, { status: ACTIVE });
		await applyDiscordStatus({ discordEventId, remote: makeWeeklyStatus(ACTIVE, inHours(2)) }, inHours(3));
		await completeEndedEvents(inHours(6));
		for (const hours of [6, 7, 8]) {
			await mirrorEvent(eventId, inHours(hours));
			await reconcileWithDiscord(inHours(hours));
		}
		expect(countWrites()).toBe(0);
		expect(await readEvent(eventId)).toMatchObject({ status: 'completed' });
		expect(await readMirror(eventId)).toMatchObject({ state: 'synced', error: null });
		// Discord still has every date: the old code moved it on by a week with each completion.
		expect(state.events.find(discordEventId)?.startsAt).toEqual(inHours(2));
	});

	test('whose Discord event has moved on is left alone', async () => {
		const { discordEventId, eventId } = await importWeekly(isOld);
		state.passTime(inHours(3));
		state.passTime(inHours(6));
		expect(state.events.find(discordEventId)).toMatchObject({
			status: SCHEDULED,
			startsAt: new Date(inHours(2).getTime() + WEEK_MS),
		});
		expect(await reconcileWithDiscord(inHours(6))).toBe(0);
		await completeEndedEvents(inHours(6));
		await mirrorEvent(eventId, inHours(6));
		expect(countWrites()).toBe(0);
		expect(await readMirror(eventId)).toMatchObject({ state: 'synced', error: null });
	});

	test.each([
		['moved and retitled', () => ({ title: 'Another title', date: inHours(30).toISOString() })],
		['moved far', () => ({ title: 'Every Friday', date: inHours(24 * 30).toISOString() })],
	])('%s here does not change the series', async (_name, getBody) => {
		const { eventId } = await importWeekly(isOld);
		await perform(updateEvent, asAdmin(inHours(0.1)), { params: { eventId }, read: getBody });
		await mirrorEvent(eventId, inHours(0.2));
		expect(countWrites()).toBe(0);
		expect(await readMirror(eventId)).toMatchObject({ state: 'synced', error: null });
	});

	test('cancelled here does not cancel the series', async () => {
		const { eventId } = await importWeekly(isOld);
		await perform(cancelEvent, asAdmin(inHours(0.1)), { params: { eventId }, read: () => ({}) });
		await mirrorEvent(eventId, inHours(0.2));
		expect(countWrites()).toBe(0);
		expect(await readMirror(eventId)).toMatchObject({ state: 'synced', error: null });
	});

	test('deleted here does not delete the series', async () => {
		const { discordEventId, eventId } = await importWeekly(isOld);
		const read = () => ({ deleteDiscordEvent: true });
		await perform(deleteEvent, asAdmin(inHours(0.1)), { params: { eventId }, read });
		await mirrorEvent(eventId, inHours(0.2));
		expect(countWrites()).toBe(0);
		expect(state.events.find(discordEventId)).toBeDefined();
		expect(await DiscordMirror.count()).toBe(0);
	});

	test('gets no signups for the next date', async () => {
		const { discordEventId, eventId } = await importWeekly(isOld);
		const interest = { discordEventId, discordId: player.discordId };
		state.addInterest(discordEventId, player.discordId);
		expect(await addInterest(interest, inHours(1))).toBe(true);
		state.passTime(inHours(3));
		state.passTime(inHours(6));
		state.addInterest(discordEventId, secondPlayer.discordId);
		expect(await addInterest({ discordEventId, discordId: secondPlayer.discordId }, inHours(6))).toBe(false);
		state.removeInterest(discordEventId, player.discordId);
		expect(await removeInterest(interest, inHours(6))).toBe(false);
		await reconcileWithDiscord(inHours(6));
		expect(await Signup.count({ where: { eventId } })).toBe(1);
	});

	test('ignores the status of another date', async () => {
		const { discordEventId, eventId } = await importWeekly(isOld);
		const cancel = (start: Date) =>
			applyDiscordStatus({ discordEventId, remote: makeWeeklyStatus(CANCELED, start) }, now);
		expect(await cancel(new Date(inHours(2).getTime() + WEEK_MS))).toBe(false);
		expect(await readEvent(eventId)).toMatchObject({ status: 'active' });
		expect(await cancel(inHours(2))).toBe(true);
		expect(await readEvent(eventId)).toMatchObject({ status: 'cancelled' });
	});
});

describe('a date that was changed alone on Discord', () => {
	const originalStart = inHours(48);
	const addException = (exception: { startsAt?: Date; endsAt?: Date; isCanceled?: boolean }) =>
		addWeekly({
			startsAt: originalStart,
			endsAt: inHours(51),
			exceptions: [{ originalStart, startsAt: null, endsAt: null, isCanceled: false, ...exception }],
		});

	test.each([
		['a start alone, with the same length', { startsAt: inHours(49.5) }, 49.5, 180],
		['a start and an end', { startsAt: inHours(49.5), endsAt: inHours(50.5) }, 49.5, 60],
	])('has %s in the list, the confirmation and the event', async (_, exception, start, duration) => {
		const { id: discordEventId } = addException(exception);
		const date = inHours(start);
		const { events } = await perform(listImportable, asAdmin());
		const { event } = await perform(readImportable, asAdmin(), { params: { discordEventId } });
		expect([events[0], event].map((one) => one?.scheduled_start_time)).toEqual(
			Array(2).fill(date.toISOString()),
		);
		const eventId = await importOnce(discordEventId);
		expect(await readEvent(eventId)).toMatchObject({ date, duration });
		// The mirror stands for the date, not for its new time.
		expect(await readMirror(eventId)).toMatchObject({ seriesStart: originalStart });
	});

	test('cannot be imported when it is cancelled, and cancels the event that was imported before', async () => {
		const { id: discordEventId } = addException({ isCanceled: true });
		expect((await perform(listImportable, asAdmin())).events).toMatchObject([{ status: 3 }]);
		await expect(importOnce(discordEventId)).rejects.toThrow('Only active events can be imported');
		const { exceptions } = state.events.find(discordEventId) ?? {};
		state.updateEvent(discordEventId, { exceptions: [] });
		const eventId = await importOnce(discordEventId);
		state.updateEvent(discordEventId, { exceptions: exceptions ?? [] });
		await reconcileWithDiscord(inHours(1));
		expect(await readEvent(eventId)).toMatchObject({ status: 'cancelled' });
	});
});

test('the next date of a series is imported as another event', async () => {
	const { discordEventId, eventId } = await importWeekly(false);
	await expect(importOnce(discordEventId)).rejects.toThrow('Discord event already imported');
	state.passTime(inHours(3));
	state.passTime(inHours(6));
	expect((await perform(listImportable, asAdmin())).events).toMatchObject([{ already_imported: false }]);
	const nextId = await importOnce(discordEventId);
	expect((await readEvent(nextId)).date).toEqual(new Date(inHours(2).getTime() + WEEK_MS));
	expect(await readEvent(eventId)).toMatchObject({ discordEventId: null });
	expect(await DiscordMirror.findAll()).toMatchObject([{ eventId: nextId, discordEventId }]);
});

test('a bulk deletion does not count a series as deleted on Discord', async () => {
	const { eventId } = await importWeekly(false);
	const result = await perform(deleteEvents, asAdmin(inHours(0.1)), {
		read: () => ({ eventIds: [eventId], deleteDiscordEvents: true }),
	});
	expect(result).toMatchObject({ deleted: 1, discordEventsDeleted: 0 });
});

test('the confirmation of a bulk deletion does not count a series as an event on Discord', async () => {
	const { eventId } = await importWeekly(false);
	const read = () => ({ eventIds: [eventId] });
	expect(await perform(readSelectedEvents, asAdmin(), { read })).toMatchObject({ count: 1, linked: 0 });
});

test.each([
	['empty', [player.discordId, secondPlayer.discordId]],
	['one short', [player.discordId]],
])('a list of interested users that is %s by Discord’s own count deletes no signup', async (_, unlisted) => {
	const { discordEventId, eventId } = await importWeekly(false, { repeats: null });
	for (const { discordId } of [player, secondPlayer]) {
		state.addInterest(discordEventId, discordId);
		await addInterest({ discordEventId, discordId }, new Date());
	}
	const countSignups = () => Signup.count({ where: { eventId } });
	state.updateEvent(discordEventId, { unlisted });
	await reconcileWithDiscord(new Date(Date.now() + 1_000));
	expect(await countSignups()).toBe(2);
	state.updateEvent(discordEventId, { unlisted: [] });
	for (const discordId of unlisted) state.removeInterest(discordEventId, discordId);
	await reconcileWithDiscord(new Date(Date.now() + 1_000));
	expect(await countSignups()).toBe(2 - unlisted.length);
});
