import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { DiscordMirror, Event, Setting, Signup } from '~/database/models/index.ts';
import { endOf } from '~/domain/events/status.ts';
import { HOUR_MS } from '~/domain/limits.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { PERSONAS } from '~/seeds/personas.ts';
import { readImage } from '~/server/images/read-image.ts';
import { storeImage } from '~/server/images/store.ts';
import { readEventPage } from '~/server/operations/event-page/index.ts';
import { chooseDiscordTime } from '~/server/operations/events/choose-discord-time.ts';
import { completeEndedEvents } from '~/server/operations/events/complete-ended-events.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { applyDiscordStatus, unlinkDiscordEvent } from '~/server/operations/mirror/apply-discord-status.ts';
import { mirrorEvent } from '~/server/operations/mirror/mirror-event.ts';
import { reconcileWithDiscord } from '~/server/operations/mirror/reconcile-with-discord.ts';
import { VOICE_CHANNEL_ID } from '~/tests/mocks/discord/channels.ts';
import { VOICE } from '~/tests/mocks/discord/scheduled-events.ts';
import { useDiscord } from '~/tests/mocks/discord/use-discord.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { createPng } from '~/tests/support/pictures.ts';
import { makeRemoteStatus } from '~/tests/support/remote-status.ts';
import {
	addressOf,
	cancelMirroredEvent,
	createMirroredEvent,
	deleteMirroredEvent,
	hoursFromNow,
	moveStartToPast,
	readDiscordId,
	readMirrorState,
	reinstateMirroredEvent,
	undoDeletion,
	updateMirroredEvent,
} from './mirror-scenario.ts';

useTestEnvironment({ COMMUNITY_NAME: 'Candlewick Society' });
useDatabase();
const { state } = useDiscord();

const LIST = '/guilds/{guild_id}/scheduled-events';
const ONE = `${LIST}/{guild_scheduled_event_id}`;
const runMirror = (eventId: string, at = new Date()) => mirrorEvent(eventId, at);
/** Returns the only event on Discord. */
const getDiscordEvent = () => {
	const events = state.events.list();
	expect(events).toHaveLength(1);
	return events[0] as NonNullable<(typeof events)[number]>;
};
const listStatuses = () => state.events.list().map(({ status }) => status);
const createAndMirror = async (changes: Record<string, unknown> = {}) => {
	const eventId = await createMirroredEvent(changes);
	await runMirror(eventId);
	return eventId;
};
/** Returns a different picture for each width. */
const makePicture = (width: number) => createPng({ width, height: 3 });
const makeDataUrl = async (width: number) =>
	`data:image/png;base64,${(await makePicture(width)).toString('base64')}`;

beforeEach(async () => {
	// discord.js sends at most 50 requests per second, for all tests together.
	await sleep(200);
	await Event.destroy({ where: {} });
	await DiscordMirror.destroy({ where: {} });
	await Setting.destroy({ where: {} });
});

describe('creating', () => {
	test('sends every field with our address, and stores the Discord id', async () => {
		const eventId = await createAndMirror();
		const event = await Event.findByPk(eventId);
		expect(getDiscordEvent()).toMatchObject({
			name: 'Friday night',
			description: `Bring tea.\n\n${addressOf(eventId)}`,
			location: 'The Hearth',
			startsAt: event?.date,
			endsAt: new Date((event?.date.getTime() ?? 0) + 3 * HOUR_MS),
			status: 1,
			image: null,
		});
		expect(await readDiscordId(eventId)).toBe(getDiscordEvent().id);
		expect(await readMirrorState(eventId)).toBe('synced');
	});

	test('uses the event’s own picture, or the default one', async () => {
		const prepared = await readImage(await makePicture(1));
		const { bytes } = prepared;
		await Setting.create({ key: 'discord_event_image', value: (await storeImage(prepared)).hash });
		await createAndMirror({ image: await makeDataUrl(2) });
		const ownImage = getDiscordEvent().image;
		expect(ownImage?.type).toBe('image/png');
		expect(ownImage?.bytes.equals(bytes)).toBe(false);
		state.events.clear();
		const other = await createAndMirror();
		expect(getDiscordEvent().image?.bytes.equals(bytes)).toBe(true);
		await runMirror(other);
		expect(state.countRequests(`PATCH ${ONE}`)).toBe(0);
	});

	test('shortens long texts but not the address; an empty place is the community', async () => {
		const eventId = await createAndMirror({
			title: 't'.repeat(200),
			description: 'd'.repeat(4_000),
			location: '',
		});
		const { name, description, location } = getDiscordEvent();
		expect(name).toBe(`${'t'.repeat(99)}…`);
		expect(description).toHaveLength(1_000);
		expect(description?.endsWith(`…\n\n${addressOf(eventId)}`)).toBe(true);
		expect(location).toBe('Candlewick Society');
	});

	test('does not create an event that has begun, and says so', async () => {
		const eventId = await createMirroredEvent();
		await moveStartToPast(eventId);
		await runMirror(eventId);
		expect(state.events.list()).toEqual([]);
		expect(await readMirrorState(eventId)).toBe("failed: Discord doesn't accept events that have started.");
	});

	test('the 101st event is refused with a remedy and not retried', async () => {
		for (let index = 0; index < 100; index += 1)
			state.addEvent({ name: `Night ${index}`, startsAt: hoursFromNow(9) });
		const eventId = await createAndMirror();
		expect(await readMirrorState(eventId)).toMatch(/^failed: Discord allows 100 open events/);
		state.events.clear();
		await runMirror(eventId);
		expect(await readMirrorState(eventId)).toBe('synced');
	});

	test('finds the created event again after a lost response', async () => {
		state.fail({ route: `POST ${LIST}`, losesResponse: true, times: 1 });
		const eventId = await createMirroredEvent({ image: await makeDataUrl(3) });
		await expect(runMirror(eventId)).rejects.toThrow();
		expect(await readMirrorState(eventId)).toBe("pending: Discord isn't responding. We'll keep trying.");
		expect(await readDiscordId(eventId)).toBeNull();
		await runMirror(eventId);
		expect(await readDiscordId(eventId)).toBe(getDiscordEvent().id);
		expect(await readMirrorState(eventId)).toBe('synced');
	});

	test('another event with the same name is not adopted', async () => {
		state.addEvent({ name: 'Friday night', startsAt: hoursFromNow(48), description: 'Bring tea.' });
		await createAndMirror();
		expect(state.events.list()).toHaveLength(2);
	});
});

describe.each([
	['a member', PERSONAS.player.discordId],
	['a member whom Discord does not name', null],
])('a Discord event of %s that ends with our address', (_name, creatorId) => {
	const addForeignEvent = (eventId: string) =>
		state.addEvent({
			name: 'A trap',
			startsAt: hoursFromNow(50),
			creatorId,
			description: `Bring tea.\n\n${addressOf(eventId)}`,
		});

	test('is not adopted or changed, and its end does not end ours', async () => {
		const eventId = await createMirroredEvent();
		const foreignEvent = addForeignEvent(eventId);
		await runMirror(eventId);
		const ownId = await readDiscordId(eventId);
		expect(ownId).not.toBe(foreignEvent.id);
		expect(state.events.list().map(({ id, name }) => [id, name])).toEqual([
			[foreignEvent.id, 'A trap'],
			[ownId, 'Friday night'],
		]);
		state.updateEvent(foreignEvent.id, { status: 4 });
		const remote = makeRemoteStatus(4, { date: foreignEvent.startsAt, duration: 60 });
		await applyDiscordStatus({ discordEventId: foreignEvent.id, remote }, new Date());
		await reconcileWithDiscord(hoursFromNow(1));
		await runMirror(eventId);
		expect((await Event.findByPk(eventId))?.status).toBe('active');
	});

	test('is not adopted after a lost response', async () => {
		const eventId = await createMirroredEvent();
		const foreignEvent = addForeignEvent(eventId);
		state.fail({ route: `POST ${LIST}`, losesResponse: true, times: 1 });
		await expect(runMirror(eventId)).rejects.toThrow();
		await runMirror(eventId);
		expect(state.events.list()).toHaveLength(2);
		expect(await readDiscordId(eventId)).toBe(
			state.events.list().find(({ id }) => id !== foreignEvent.id)?.id,
		);
	});

	test('is not deleted with ours', async () => {
		const eventId = await createAndMirror();
		const foreignEvent = addForeignEvent(eventId);
		await deleteMirroredEvent(eventId, { deleteDiscordEvent: true });
		await runMirror(eventId);
		expect(state.events.list().map(({ id }) => id)).toEqual([foreignEvent.id]);
		expect(await DiscordMirror.count()).toBe(0);
	});
});

test('an imported event is changed and deleted with ours, even when a member created it', async () => {
	const { id } = state.addEvent({
		name: 'Imported',
		startsAt: hoursFromNow(48),
		creatorId: PERSONAS.player.discordId,
	});
	const eventId = await createMirroredEvent();
	await Event.update({ discordEventId: id }, { where: { id: eventId } });
	await DiscordMirror.update({ discordEventId: id, discordStatus: 1 }, { where: { eventId } });
	await runMirror(eventId);
	expect(getDiscordEvent()).toMatchObject({ id, name: 'Friday night' });
	await deleteMirroredEvent(eventId, { deleteDiscordEvent: true });
	await runMirror(eventId);
	expect(state.events.list()).toEqual([]);
});

describe('changing', () => {
	test('sends only what differs, and nothing when nothing does', async () => {
		const eventId = await createAndMirror({ image: await makeDataUrl(4) });
		await runMirror(eventId);
		expect(state.countRequests(`PATCH ${ONE}`)).toBe(0);
		const { image } = getDiscordEvent();
		await updateMirroredEvent(eventId, { title: 'Saturday night', location: '' });
		await runMirror(eventId);
		expect(getDiscordEvent()).toMatchObject({
			name: 'Saturday night',
			location: 'Candlewick Society',
			image,
		});
		expect(state.countRequests(`PATCH ${ONE}`)).toBe(1);
		expect(await readMirrorState(eventId)).toBe('synced');
	});

	test('an imported event in a voice channel stays in it', async () => {
		const { id } = state.addEvent({
			name: 'Voices',
			startsAt: hoursFromNow(48),
			endsAt: null,
			entityType: 2,
			channelId: VOICE_CHANNEL_ID,
		});
		const eventId = await createMirroredEvent({ location: '' });
		await DiscordMirror.update({ discordEventId: id, discordStatus: 1 }, { where: { eventId } });
		await runMirror(eventId);
		expect(await readMirrorState(eventId)).toBe('synced');
		expect(getDiscordEvent()).toMatchObject({
			name: 'Friday night',
			channelId: VOICE_CHANNEL_ID,
			location: null,
		});
	});

	test('changes and removes a picture', async () => {
		const eventId = await createAndMirror({ image: await makeDataUrl(5) });
		const first = getDiscordEvent().image;
		await updateMirroredEvent(eventId, { image: await makeDataUrl(6) });
		await runMirror(eventId);
		expect(getDiscordEvent().image?.hash).not.toBe(first?.hash);
		await updateMirroredEvent(eventId, { image: null });
		await runMirror(eventId);
		expect(getDiscordEvent().image).toBeNull();
		expect(state.countRequests(`PATCH ${ONE}`)).toBe(2);
	});

	test('our next change overwrites texts that were edited on Discord', async () => {
		const eventId = await createAndMirror();
		state.updateEvent(getDiscordEvent().id, { name: 'Mine now' });
		await updateMirroredEvent(eventId, { description: 'Bring cake.' });
		await runMirror(eventId);
		expect(getDiscordEvent().name).toBe('Friday night');
	});

	test('a running event keeps its start; moved to the future, it ends and a new one is created', async () => {
		const eventId = await createAndMirror();
		const first = getDiscordEvent().id;
		state.updateEvent(first, { status: 2, startsAt: hoursFromNow(-1) });
		await moveStartToPast(eventId);
		await updateMirroredEvent(eventId, { title: 'Still on' });
		await runMirror(eventId);
		expect(getDiscordEvent()).toMatchObject({ name: 'Still on', status: 2 });
		await updateMirroredEvent(eventId, { date: hoursFromNow(72).toISOString() });
		await runMirror(eventId);
		expect(listStatuses()).toEqual([3, 1]);
		expect(await readDiscordId(eventId)).not.toBe(first);
		expect(await readMirrorState(eventId)).toBe('synced');
	});

	test('repeats a change after a lost response, with the same result', async () => {
		const eventId = await createAndMirror();
		await updateMirroredEvent(eventId, { title: 'Saturday night' });
		state.fail({ route: `PATCH ${ONE}`, losesResponse: true, times: 1 });
		await expect(runMirror(eventId)).rejects.toThrow();
		await runMirror(eventId);
		expect(getDiscordEvent().name).toBe('Saturday night');
		expect(await readMirrorState(eventId)).toBe('synced');
	});

	test('a change during a run stays pending after that run', async () => {
		const eventId = await createAndMirror();
		await updateMirroredEvent(eventId, { title: 'Second' });
		const release = state.hold(`PATCH ${ONE}`);
		const currentRun = runMirror(eventId);
		await expect.poll(() => state.countRequests(`PATCH ${ONE}`)).toBe(1);
		await updateMirroredEvent(eventId, { title: 'Third' });
		release();
		await currentRun;
		expect(getDiscordEvent().name).toBe('Second');
		expect(await readMirrorState(eventId)).toBe('pending');
		await runMirror(eventId);
		expect(getDiscordEvent().name).toBe('Third');
		expect(await readMirrorState(eventId)).toBe('synced');
	});
});

describe('a time that a moderator has changed on Discord', () => {
	const creator = async () => ({
		actor: { id: (await createUserRow({ role: 'creator' })).id, role: 'creator' as const },
		now: new Date(),
	});
	const readMoved = async (eventId: string) =>
		(await perform(readEventPage, await creator(), { params: { eventId }, read: () => ({}) })).event
			.movedOnDiscord;
	const choose = async (eventId: string, time: 'discord' | 'ours', shown: object = toBody()) =>
		perform(chooseDiscordTime, await creator(), { params: { eventId }, read: () => ({ time, ...shown }) });
	const readTime = async (eventId: string) => {
		const event = await Event.findByPk(eventId, { rejectOnEmpty: true });
		return { start: event.date.toISOString(), end: endOf(event).toISOString() };
	};
	const toBody = () => {
		const { startsAt, endsAt } = getDiscordEvent();
		return { start: startsAt.toISOString(), end: (endsAt ?? startsAt).toISOString() };
	};
	const move = (hours: number, length = 2) => {
		const start = Math.ceil(hoursFromNow(hours).getTime() / 60_000) * 60_000;
		const times = { startsAt: new Date(start), endsAt: new Date(start + length * HOUR_MS) };
		state.updateEvent(getDiscordEvent().id, times);
	};

	test.each<[string, () => Promise<unknown>]>([
		['the next reconcile', () => reconcileWithDiscord(new Date())],
		['a packet', () => sendStatus()],
		['an edit of another field', async () => {}],
	])('is left as it is and asked about, noticed by %s', async (_, notice) => {
		const eventId = await createAndMirror();
		const ours = await readTime(eventId);
		move(60);
		const theirs = toBody();
		await notice();
		for (const description of ['Bring cake.', 'Bring tea.']) {
			await updateMirroredEvent(eventId, { description });
			await runMirror(eventId);
			expect([toBody(), await readTime(eventId)]).toEqual([theirs, ours]);
			expect(getDiscordEvent().description).toContain(description);
			expect(await readMoved(eventId)).toEqual(theirs);
		}
		expect(await readMirrorState(eventId)).toBe('synced');
		const player = { actor: { id: (await createUserRow({})).id, role: 'player' as const }, now: new Date() };
		const page = await perform(readEventPage, player, { params: { eventId }, read: () => ({}) });
		expect(page.event.movedOnDiscord).toBeNull();
	});

	const sendStatus = () => {
		const { id, startsAt, endsAt } = getDiscordEvent();
		const duration = ((endsAt ?? startsAt).getTime() - startsAt.getTime()) / 60_000;
		const remote = makeRemoteStatus(1, { date: startsAt, duration });
		return applyDiscordStatus({ discordEventId: id, remote }, new Date());
	};

	test('is taken: our event moves, and Discord gets no time', async () => {
		const eventId = await createAndMirror();
		move(60, 5);
		await sendStatus();
		const theirs = toBody();
		await choose(eventId, 'discord');
		expect([await readTime(eventId), await readMoved(eventId)]).toEqual([theirs, null]);
		await runMirror(eventId);
		expect([toBody(), state.countRequests(`PATCH ${ONE}`)]).toEqual([theirs, 0]);
		await expect(choose(eventId, 'ours')).rejects.toThrow('Discord shows no other time any more');
	});

	test('is taken only after a question about what is at that time, and ours is sent without one', async () => {
		const eventId = await createAndMirror();
		const ours = await readTime(eventId);
		move(60, 5);
		await sendStatus();
		const theirs = toBody();
		const other = await createEventRow({ date: new Date(theirs.start), duration: 60, title: 'Ravenswood' });
		const asked = { ...theirs, accepted: [] };
		await expect(choose(eventId, 'discord', asked)).rejects.toMatchObject({
			kind: 'invalid',
			fields: { [`clash:${other.id}`]: [expect.stringMatching(/^“Ravenswood” overlaps with this/)] },
		});
		expect([await readTime(eventId), await readMoved(eventId)]).toEqual([ours, theirs]);
		await choose(eventId, 'discord', { ...theirs, accepted: [`clash:${other.id}`] });
		expect(await readTime(eventId)).toEqual(theirs);
		await runMirror(eventId);
		move(70);
		await sendStatus();
		await choose(eventId, 'ours', { ...toBody(), accepted: [] });
		expect(await readMoved(eventId)).toBeNull();
		await other.destroy();
	});

	test('is replaced by ours, also when a creator saves another time', async () => {
		const eventId = await createAndMirror();
		const ours = await readTime(eventId);
		move(60);
		await sendStatus();
		await choose(eventId, 'ours');
		await runMirror(eventId);
		expect([toBody(), await readMoved(eventId)]).toEqual([ours, null]);
		move(61);
		await sendStatus();
		await updateMirroredEvent(eventId, { date: hoursFromNow(70).toISOString() });
		await runMirror(eventId);
		expect([toBody(), await readMoved(eventId)]).toEqual([await readTime(eventId), null]);
	});

	test('is not overwritten before the page has shown it, also by another time of ours', async () => {
		const eventId = await createAndMirror();
		move(60);
		const theirs = toBody();
		await updateMirroredEvent(eventId, { date: hoursFromNow(70).toISOString() });
		await runMirror(eventId);
		expect([toBody(), await readMoved(eventId)]).toEqual([theirs, theirs]);
		// The moderator changes it again while the page shows the first one.
		move(62);
		await sendStatus();
		await expect(choose(eventId, 'ours', theirs)).rejects.toThrow('Discord shows another time now');
		await choose(eventId, 'ours');
		await runMirror(eventId);
		expect(toBody()).toEqual(await readTime(eventId));
	});

	test('is no question any more when both show the same again', async () => {
		const eventId = await createAndMirror();
		const before = toBody();
		move(60);
		await sendStatus();
		expect(await readMoved(eventId)).not.toBeNull();
		state.updateEvent(getDiscordEvent().id, {
			startsAt: new Date(before.start),
			endsAt: new Date(before.end),
		});
		await sendStatus();
		expect(await readMoved(eventId)).toBeNull();
	});

	test('is not confused with an own time whose response was lost', async () => {
		const eventId = await createAndMirror();
		await updateMirroredEvent(eventId, { date: hoursFromNow(70).toISOString() });
		state.fail({ route: `PATCH ${ONE}`, losesResponse: true, times: 1 });
		await expect(runMirror(eventId)).rejects.toThrow();
		await updateMirroredEvent(eventId, { date: hoursFromNow(80).toISOString() });
		await runMirror(eventId);
		expect([toBody(), await readMoved(eventId)]).toEqual([await readTime(eventId), null]);
	});
});

describe('ending', () => {
	test('cancelling changes status 1 to 4, and completes a running event', async () => {
		const eventId = await createAndMirror();
		await cancelMirroredEvent(eventId);
		await runMirror(eventId);
		expect(getDiscordEvent().status).toBe(4);
		const other = await createAndMirror();
		const runningEvent = state.events.list()[1];
		state.updateEvent(String(runningEvent?.id), { status: 2 });
		await cancelMirroredEvent(other);
		await runMirror(other);
		expect(listStatuses()).toEqual([4, 3]);
		expect(await readMirrorState(eventId)).toBe('synced');
	});

	test('completing changes status 1 to 2 to 3, and continues after an interruption', async () => {
		const eventId = await createAndMirror();
		await Event.update({ status: 'completed' }, { where: { id: eventId } });
		state.fail({ route: `PATCH ${ONE}`, status: 500, after: 1, times: 1 });
		await expect(runMirror(eventId)).rejects.toThrow();
		expect(getDiscordEvent().status).toBe(2);
		await runMirror(eventId);
		expect(getDiscordEvent().status).toBe(3);
		expect(state.countRequests(`PATCH ${ONE}`)).toBe(3);
	});

	test('reinstating creates a new event, even after a lost response or when the old one is missing', async () => {
		const eventId = await createAndMirror();
		const first = getDiscordEvent().id;
		await cancelMirroredEvent(eventId);
		await runMirror(eventId);
		await reinstateMirroredEvent(eventId);
		state.fail({ route: `POST ${LIST}`, losesResponse: true, times: 1 });
		await expect(runMirror(eventId)).rejects.toThrow();
		await runMirror(eventId);
		expect(listStatuses()).toEqual([4, 1]);
		expect(await readDiscordId(eventId)).not.toBe(first);
		await cancelMirroredEvent(eventId);
		await runMirror(eventId);
		state.events.clear();
		await reinstateMirroredEvent(eventId);
		await runMirror(eventId);
		expect(getDiscordEvent().status).toBe(1);
	});

	test('an event that is created again has no interest yet and removes no signup', async () => {
		const eventId = await createAndMirror();
		const { id: userId } = await createUserRow({ discordId: PERSONAS.player.discordId });
		await createSignupRow({ eventId, userId, signupSource: 'discord', createdAt: new Date() });
		await cancelMirroredEvent(eventId);
		await runMirror(eventId);
		await reinstateMirroredEvent(eventId);
		await runMirror(eventId);
		expect(listStatuses()).toEqual([4, 1]);
		expect(await reconcileWithDiscord(hoursFromNow(1))).toBe(0);
		expect(await Signup.count({ where: { eventId } })).toBe(1);
	});

	test.each([
		['cancelled', 4],
		['completed', 3],
	] as const)('an event %s on Discord during a pending change ends here too', async (status, code) => {
		const eventId = await createAndMirror();
		await updateMirroredEvent(eventId, { title: 'Corrected' });
		if (code === 3) state.updateEvent(getDiscordEvent().id, { status: 2 });
		state.updateEvent(getDiscordEvent().id, { status: code });
		await runMirror(eventId);
		expect(listStatuses()).toEqual([code]);
		expect((await Event.findByPk(eventId))?.status).toBe(status);
		expect(await readMirrorState(eventId)).toBe('synced');
		await updateMirroredEvent(eventId, { title: 'Corrected again' });
		await runMirror(eventId);
		expect(listStatuses()).toEqual([code]);
		expect((await Event.findByPk(eventId))?.status).toBe(status);
	});

	test('an event moved after its Discord event ended gets a new one', async () => {
		const eventId = await createAndMirror();
		state.updateEvent(getDiscordEvent().id, { status: 2 });
		state.updateEvent(getDiscordEvent().id, { status: 3 });
		await updateMirroredEvent(eventId, { date: hoursFromNow(96).toISOString() });
		await runMirror(eventId);
		expect(listStatuses()).toEqual([3, 1]);
		expect((await Event.findByPk(eventId))?.status).toBe('active');
	});

	test('our own cancellation is not mistaken for Discord’s after a lost response', async () => {
		const eventId = await createAndMirror();
		await cancelMirroredEvent(eventId);
		state.fail({ route: `PATCH ${ONE}`, losesResponse: true, times: 1 });
		await expect(runMirror(eventId)).rejects.toThrow();
		expect(listStatuses()).toEqual([4]);
		await reinstateMirroredEvent(eventId);
		await runMirror(eventId);
		expect(listStatuses()).toEqual([4, 1]);
		expect((await Event.findByPk(eventId))?.status).toBe('active');
	});

	test('reinstating discards a cancellation that was never sent, and Discord’s is applied again', async () => {
		const eventId = await createAndMirror();
		await cancelMirroredEvent(eventId);
		state.fail({ route: `PATCH ${ONE}`, status: 500, times: 1 });
		await expect(runMirror(eventId)).rejects.toThrow();
		await reinstateMirroredEvent(eventId);
		await runMirror(eventId);
		expect(listStatuses()).toEqual([1]);
		const discordEventId = getDiscordEvent().id;
		const remote = makeRemoteStatus(4, { date: getDiscordEvent().startsAt, duration: 180 });
		expect(await applyDiscordStatus({ discordEventId, remote }, new Date())).toBe(true);
		expect((await Event.findByPk(eventId))?.status).toBe('cancelled');
	});

	test('deletes the Discord event only when requested', async () => {
		const keptId = await createAndMirror();
		await deleteMirroredEvent(keptId, { deleteDiscordEvent: false });
		await runMirror(keptId);
		expect(getDiscordEvent().status).toBe(1);
		expect(await DiscordMirror.count()).toBe(0);
		state.events.clear();
		const deletedId = await createAndMirror();
		await deleteMirroredEvent(deletedId, { deleteDiscordEvent: true });
		expect(await readMirrorState(deletedId)).toBe('pending');
		await runMirror(deletedId);
		expect(state.events.list()).toEqual([]);
		expect(await DiscordMirror.count()).toBe(0);
	});

	test('a run for a deleted event leaves the deletion to its own job', async () => {
		const eventId = await createAndMirror();
		await Event.destroy({ where: { id: eventId } });
		await runMirror(eventId);
		expect(getDiscordEvent().status).toBe(1);
	});

	test('deleting an event that is missing on Discord succeeds', async () => {
		const eventId = await createAndMirror();
		await deleteMirroredEvent(eventId, { deleteDiscordEvent: true });
		state.events.clear();
		await runMirror(eventId);
		expect(await DiscordMirror.count()).toBe(0);
	});

	test('deleting also finds events created before a lost response, first and second ones', async () => {
		const eventId = await createMirroredEvent();
		state.fail({ route: `POST ${LIST}`, losesResponse: true, times: 1 });
		await expect(runMirror(eventId)).rejects.toThrow();
		await deleteMirroredEvent(eventId);
		await runMirror(eventId);
		expect(state.events.list()).toEqual([]);
		const second = await createAndMirror();
		await cancelMirroredEvent(second);
		await runMirror(second);
		await reinstateMirroredEvent(second);
		state.fail({ route: `POST ${LIST}`, losesResponse: true, times: 1 });
		await expect(runMirror(second)).rejects.toThrow();
		await deleteMirroredEvent(second, { deleteDiscordEvent: true });
		await runMirror(second);
		expect(state.events.list()).toEqual([]);
	});

	test.each([
		['for the first time', false],
		['for the second time', true],
	])('an event deleted while the worker creates it %s is deleted on Discord too', async (_name, isSecond) => {
		const eventId = await createMirroredEvent();
		if (isSecond) {
			await runMirror(eventId);
			await cancelMirroredEvent(eventId);
			await runMirror(eventId);
			await reinstateMirroredEvent(eventId);
		}
		const requestCount = state.countRequests(`POST ${LIST}`);
		const release = state.hold(`POST ${LIST}`);
		const currentRun = runMirror(eventId);
		await expect.poll(() => state.countRequests(`POST ${LIST}`)).toBe(requestCount + 1);
		await deleteMirroredEvent(eventId);
		release();
		await currentRun;
		await runMirror(eventId);
		expect(listStatuses()).toEqual(isSecond ? [4] : []);
		expect(await DiscordMirror.count()).toBe(0);
	});

	test.each([
		['keeps its Discord event before', `GET ${LIST}`, 0],
		['gets a new Discord event after', `DELETE ${ONE}`, 1],
	])('an event that is put back while the worker deletes %s the deletion', async (_, route, deletions) => {
		const eventId = await createAndMirror();
		const { id } = getDiscordEvent();
		await deleteMirroredEvent(eventId, { deleteDiscordEvent: true });
		const [count, deletedCount] = [state.countRequests(route), state.countRequests(`DELETE ${ONE}`)];
		const release = state.hold(route);
		const currentRun = runMirror(eventId);
		await expect.poll(() => state.countRequests(route)).toBe(count + 1);
		await undoDeletion();
		// The gateway's packet of the deletion can arrive before its response.
		if (deletions > 0) expect(await unlinkDiscordEvent(id)).toBe(false);
		release();
		await currentRun;
		expect(state.countRequests(`DELETE ${ONE}`)).toBe(deletedCount + deletions);
		await runMirror(eventId);
		expect(listStatuses()).toEqual([1]);
		expect(await readDiscordId(eventId)).toBe(getDiscordEvent().id);
		expect(getDiscordEvent().id === id).toBe(deletions === 0);
		expect(await readMirrorState(eventId)).toBe('synced');
	});
});

describe('deleted on Discord', () => {
	test('unlinks the event and says so; a later change creates nothing', async () => {
		const eventId = await createAndMirror();
		state.deleteEvent(getDiscordEvent().id);
		await updateMirroredEvent(eventId, { title: 'Still on' });
		await runMirror(eventId);
		expect(await readMirrorState(eventId)).toBe('deleted: Discord event was deleted');
		expect(await readDiscordId(eventId)).toBeNull();
		expect((await Event.findByPk(eventId))?.status).toBe('active');
		await updateMirroredEvent(eventId, { title: 'Still on!' });
		await runMirror(eventId);
		expect(state.events.list()).toEqual([]);
	});

	test('does the same when it is deleted between read and change', async () => {
		const eventId = await createAndMirror();
		await updateMirroredEvent(eventId, { title: 'Still on' });
		state.fail({ route: `PATCH ${ONE}`, status: 404, code: 10_070, times: 1 });
		await runMirror(eventId);
		expect(await readMirrorState(eventId)).toBe('deleted: Discord event was deleted');
	});
});

describe('an end that no user of Discord made', () => {
	const readEvent = (eventId: string) => Event.findByPk(eventId, { rejectOnEmpty: true });
	const readMirror = (eventId: string) => DiscordMirror.findByPk(eventId, { rejectOnEmpty: true });
	/** Creates an event that starts in two hours, and changes it while Discord refuses the change. */
	const createWithRefusedChange = async (changes: Record<string, unknown>) => {
		const eventId = await createAndMirror({ date: hoursFromNow(2).toISOString() });
		await updateMirroredEvent(eventId, changes);
		state.fail({ route: `PATCH ${ONE}`, status: 403, times: 1 });
		await runMirror(eventId);
		expect(await readMirrorState(eventId)).toMatch(/^failed/);
		return eventId;
	};

	test('on the old date of a moved event does not end it, and Retry creates it again', async () => {
		const eventId = await createWithRefusedChange({ date: hoursFromNow(50).toISOString() });
		state.passTime(hoursFromNow(6));
		expect(listStatuses()).toEqual([3]);
		await reconcileWithDiscord(hoursFromNow(6));
		expect((await readEvent(eventId)).status).toBe('active');
		// Discord forgets an event some time after its end. That is not a deletion by a member.
		state.events.clear();
		await reconcileWithDiscord(hoursFromNow(7));
		expect(await readMirrorState(eventId)).toMatch(/^failed/);
		await runMirror(eventId, hoursFromNow(7));
		expect(listStatuses()).toEqual([1]);
		expect(await readMirrorState(eventId)).toBe('synced');
	});

	test('at the old end of a lengthened event does not end it, also after Retry', async () => {
		const eventId = await createWithRefusedChange({ duration: 300 });
		state.passTime(hoursFromNow(5.1));
		expect(listStatuses()).toEqual([3]);
		// The job reads Discord before and after reconcile does.
		await runMirror(eventId, hoursFromNow(5.1));
		await reconcileWithDiscord(hoursFromNow(5.2));
		await runMirror(eventId, hoursFromNow(5.3));
		expect((await readEvent(eventId)).status).toBe('active');
		await completeEndedEvents(hoursFromNow(7.1));
		await runMirror(eventId, hoursFromNow(7.1));
		expect((await readEvent(eventId)).status).toBe('completed');
		expect(await readMirrorState(eventId)).toBe('synced');
	});

	describe('after we read it and before we change it', () => {
		/** Runs the mirror, and lets Discord end the event while our request is on its way. */
		const runWhileDiscordEnds = async (eventId: string, at: Date, status: 3 | 4) => {
			const { id } = getDiscordEvent();
			const before = state.countRequests(`PATCH ${ONE}`);
			const release = state.hold(`PATCH ${ONE}`);
			const run = runMirror(eventId, at);
			await expect.poll(() => state.countRequests(`PATCH ${ONE}`)).toBe(before + 1);
			state.updateEvent(id, { status });
			release();
			await run;
		};

		test.each([
			['completes it, and so do we', 'completed', 3],
			['completes it, and we cancel it', 'cancelled', 3],
			['cancels it, and we complete it', 'completed', 4],
		] as const)('%s: the mirror is in sync', async (_, own, status) => {
			const eventId = await createAndMirror({ date: hoursFromNow(2).toISOString() });
			if (status === 3) state.passTime(hoursFromNow(3));
			await Event.update({ status: own }, { where: { id: eventId } });
			await runWhileDiscordEnds(eventId, hoursFromNow(5.1), status);
			expect(await readMirrorState(eventId)).toBe('synced');
			expect((await readMirror(eventId)).discordStatus).toBe(status);
			expect((await readEvent(eventId)).status).toBe(own);
		});

		test('a running event that was edited is completed here too', async () => {
			const eventId = await createAndMirror({ date: hoursFromNow(2).toISOString() });
			state.passTime(hoursFromNow(3));
			await updateMirroredEvent(eventId, { title: 'Still on' });
			await runWhileDiscordEnds(eventId, hoursFromNow(3.5), 3);
			expect((await readEvent(eventId)).status).toBe('completed');
			expect(await readMirrorState(eventId)).toBe('synced');
		});

		test('an event that was moved gets a new Discord event', async () => {
			const eventId = await createAndMirror({ date: hoursFromNow(2).toISOString() });
			state.passTime(hoursFromNow(3));
			await updateMirroredEvent(eventId, { date: hoursFromNow(50).toISOString() });
			await runWhileDiscordEnds(eventId, hoursFromNow(3.5), 3);
			expect(listStatuses()).toEqual([3, 1]);
			expect(await readMirrorState(eventId)).toBe('synced');
		});

		test('the refusal is shown when the event goes on', async () => {
			const eventId = await createAndMirror();
			await updateMirroredEvent(eventId, { title: 'Odd' });
			state.fail({ route: `PATCH ${ONE}`, status: 400, code: 180_000, times: 1 });
			await runMirror(eventId);
			expect(await readMirrorState(eventId)).toBe('failed: Discord refused this event (code 180000).');
		});
	});

	test.each([
		['its channel is empty', [2, 3]],
		['it was not started', [4]],
	] as const)('does not end a running event in a Discord channel when %s', async (_, statuses) => {
		const eventId = await createAndMirror({ date: hoursFromNow(2).toISOString() });
		const { id } = getDiscordEvent();
		state.updateEvent(id, { entityType: VOICE, channelId: VOICE_CHANNEL_ID });
		for (const status of statuses) state.updateEvent(id, { status });
		await reconcileWithDiscord(hoursFromNow(3));
		expect((await readEvent(eventId)).status).toBe('active');
		expect((await readMirror(eventId)).discordStatus).toBe(statuses.at(-1));
		await completeEndedEvents(hoursFromNow(5.1));
		await runMirror(eventId, hoursFromNow(5.1));
		expect((await readEvent(eventId)).status).toBe('completed');
		expect(await readMirrorState(eventId)).toBe('synced');
	});
});

test('an ended event that is missing on Discord is not marked deleted', async () => {
	const eventId = await createAndMirror();
	await moveStartToPast(eventId, 5);
	await Event.update({ status: 'completed' }, { where: { id: eventId }, silent: true });
	state.events.clear();
	await runMirror(eventId);
	expect(await readMirrorState(eventId)).toBe('synced');
});

describe('two runs at once', () => {
	test('two runs that both create keep one event: the later run deletes its own', async () => {
		const eventId = await createMirroredEvent();
		// Each run has looked for an existing event before either of them creates one.
		state.delay({ route: `POST ${LIST}`, ms: 300, times: 2 });
		await Promise.all([runMirror(eventId), runMirror(eventId)]);
		expect(await readDiscordId(eventId)).toBe(getDiscordEvent().id);
		expect(state.countRequests(`POST ${LIST}`)).toBe(2);
		expect(await readMirrorState(eventId)).toBe('synced');
	});
});

describe('errors', () => {
	test.each([
		[401, /^failed: Discord does not accept the bot’s token/],
		[403, /^failed: Discord does not let the bot do this/],
	])('%i is tried once and shown', async (status, text) => {
		state.fail({ route: `POST ${LIST}`, status });
		const eventId = await createAndMirror();
		expect(state.countRequests(`POST ${LIST}`)).toBe(1);
		expect(await readMirrorState(eventId)).toMatch(text);
		state.recover();
		await updateMirroredEvent(eventId, { title: 'Once more' });
		await runMirror(eventId);
		expect(await readMirrorState(eventId)).toBe('synced');
	});

	test('names a missing permission with the remedy', async () => {
		state.setPermissions([]);
		expect(await readMirrorState(await createAndMirror())).toMatch(/Create Events.*Manage Events/);
	});

	test.each([
		[{ status: 500 }, "Discord isn't responding"],
		[{ network: true as const }, "Discord isn't responding"],
		[{ status: 429, retryAfter: 7 }, 'Discord asks us to wait'],
	])('%j will be retried, and the page says so', async (failure, text) => {
		state.fail({ route: `POST ${LIST}`, ...failure });
		const eventId = await createMirroredEvent();
		await expect(runMirror(eventId)).rejects.toMatchObject({ name: 'DiscordUnavailable' });
		expect(await readMirrorState(eventId)).toBe(`pending: ${text}. We'll keep trying.`);
	});

	test('a request that Discord rejects is shown and not retried automatically', async () => {
		const eventId = await createAndMirror();
		await updateMirroredEvent(eventId, { title: 'Odd' });
		state.fail({ route: `PATCH ${ONE}`, status: 400, code: 50_035, times: 1 });
		await runMirror(eventId);
		expect(await readMirrorState(eventId)).toMatch(
			/^failed: Discord doesn't accept this event’s times or texts/,
		);
	});

	test('an aborted job does nothing more', async () => {
		const eventId = await createMirroredEvent();
		await expect(mirrorEvent(eventId, new Date(), AbortSignal.abort())).rejects.toThrow();
		expect(state.events.list()).toEqual([]);
		expect(await readMirrorState(eventId)).toBe('pending');
	});
});
