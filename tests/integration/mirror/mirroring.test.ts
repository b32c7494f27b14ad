import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { DiscordMirror, Event, Setting, Signup } from '~/database/models/index.ts';
import { makeSignup, makeUser } from '~/seeds/factories.ts';
import { PERSONAS } from '~/seeds/personas.ts';
import { readImage } from '~/server/images/read-image.ts';
import { storeImage } from '~/server/images/store.ts';
import { applyDiscordStatus } from '~/server/operations/mirror/discord-changes.ts';
import { mirrorEvent } from '~/server/operations/mirror/mirroring.ts';
import { reconcileWithDiscord } from '~/server/operations/mirror/reconcile.ts';
import { VOICE_CHANNEL_ID } from '~/tests/mocks/discord/objects.ts';
import { useDiscord } from '~/tests/mocks/discord/use-discord.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { makePng } from '~/tests/support/pictures.ts';
import {
	addressOf,
	begin,
	cancel,
	create,
	discordIdOf,
	fromNow,
	HOUR_MS,
	reinstate,
	remove,
	stateOf,
	update,
} from './support.ts';

useTestEnvironment({ COMMUNITY_NAME: 'Candlewick Society' });
useDatabase();
const { state } = useDiscord();

const LIST = '/guilds/{guild_id}/scheduled-events';
const ONE = `${LIST}/{guild_scheduled_event_id}`;
const run = (eventId: string, at = new Date()) => mirrorEvent(eventId, at);
/** Returns the only event on Discord. */
const theirs = () => {
	const events = state.events.list();
	expect(events).toHaveLength(1);
	return events[0] as NonNullable<(typeof events)[number]>;
};
const statuses = () => state.events.list().map(({ status }) => status);
const createAndRun = async (changes: Record<string, unknown> = {}) => {
	const eventId = await create(changes);
	await run(eventId);
	return eventId;
};
/** Returns a different picture for each width. */
const picture = (width: number) => makePng({ width, height: 3 });
const dataUrl = async (width: number) => `data:image/png;base64,${(await picture(width)).toString('base64')}`;

beforeEach(async () => {
	// discord.js sends at most 50 requests per second, for all tests together.
	await sleep(200);
	await Event.destroy({ where: {} });
	await DiscordMirror.destroy({ where: {} });
	await Setting.destroy({ where: {} });
});

describe('creating', () => {
	test('Discord gets everything, with our address, and we remember its id', async () => {
		const eventId = await createAndRun();
		const event = await Event.findByPk(eventId);
		expect(theirs()).toMatchObject({
			name: 'Friday night',
			description: `Bring tea.\n\n${addressOf(eventId)}`,
			location: 'The Hearth',
			startsAt: event?.date,
			endsAt: new Date((event?.date.getTime() ?? 0) + 3 * HOUR_MS),
			status: 1,
			image: null,
		});
		expect(await discordIdOf(eventId)).toBe(theirs().id);
		expect(await stateOf(eventId)).toBe('synced');
	});

	test('with its own picture, else that of all mirrored events', async () => {
		const prepared = await readImage(await picture(1));
		const { bytes } = prepared;
		await Setting.create({ key: 'discord_event_image', value: (await storeImage(prepared)).hash });
		await createAndRun({ image: await dataUrl(2) });
		const own = theirs().image;
		expect(own?.type).toBe('image/png');
		expect(own?.bytes.equals(bytes)).toBe(false);
		state.events.clear();
		const other = await createAndRun();
		expect(theirs().image?.bytes.equals(bytes)).toBe(true);
		await run(other);
		expect(state.countRequests(`PATCH ${ONE}`)).toBe(0);
	});

	test('texts that are too long are shortened, the address is kept; no place is the community', async () => {
		const eventId = await createAndRun({
			title: 't'.repeat(200),
			description: 'd'.repeat(4_000),
			location: '',
		});
		const { name, description, location } = theirs();
		expect(name).toBe(`${'t'.repeat(99)}…`);
		expect(description).toHaveLength(1_000);
		expect(description?.endsWith(`…\n\n${addressOf(eventId)}`)).toBe(true);
		expect(location).toBe('Candlewick Society');
	});

	test('one that has begun is not created, and says so', async () => {
		const eventId = await create();
		await begin(eventId);
		await run(eventId);
		expect(state.events.list()).toEqual([]);
		expect(await stateOf(eventId)).toBe('failed: Discord takes no event that has already begun.');
	});

	test('a 101st is refused with what to do, and nothing is tried again', async () => {
		for (let index = 0; index < 100; index += 1)
			state.addEvent({ name: `Night ${index}`, startsAt: fromNow(9) });
		const eventId = await createAndRun();
		expect(await stateOf(eventId)).toMatch(/^failed: Discord allows 100 open events/);
		state.events.clear();
		await run(eventId);
		expect(await stateOf(eventId)).toBe('synced');
	});

	test('whose reply was lost is found again: one event', async () => {
		state.fail({ route: `POST ${LIST}`, losesReply: true, times: 1 });
		const eventId = await create({ image: await dataUrl(3) });
		await expect(run(eventId)).rejects.toThrow();
		expect(await stateOf(eventId)).toBe('pending: Discord does not answer. We try again by ourselves.');
		expect(await discordIdOf(eventId)).toBeNull();
		await run(eventId);
		expect(await discordIdOf(eventId)).toBe(theirs().id);
		expect(await stateOf(eventId)).toBe('synced');
	});

	test("somebody else's event with the same name is not taken for ours", async () => {
		state.addEvent({ name: 'Friday night', startsAt: fromNow(48), description: 'Bring tea.' });
		await createAndRun();
		expect(state.events.list()).toHaveLength(2);
	});
});

describe.each([
	['a member', PERSONAS.player.discordId],
	['a member whom Discord does not name', null],
])('a Discord event of %s that ends with our address', (_name, creatorId) => {
	const addTheirs = (eventId: string) =>
		state.addEvent({
			...{ name: 'A trap', startsAt: fromNow(50), creatorId },
			description: `Bring tea.\n\n${addressOf(eventId)}`,
		});

	test('is not adopted or changed, and its end does not end ours', async () => {
		const eventId = await create();
		const trap = addTheirs(eventId);
		await run(eventId);
		const ownId = await discordIdOf(eventId);
		expect(ownId).not.toBe(trap.id);
		expect(state.events.list().map(({ id, name }) => [id, name])).toEqual([
			[trap.id, 'A trap'],
			[ownId, 'Friday night'],
		]);
		state.updateEvent(trap.id, { status: 4 });
		await applyDiscordStatus({ discordEventId: trap.id, status: 4 }, new Date());
		await reconcileWithDiscord(fromNow(1));
		await run(eventId);
		expect((await Event.findByPk(eventId))?.status).toBe('active');
	});

	test('is not taken for the one that a lost reply made', async () => {
		const eventId = await create();
		const trap = addTheirs(eventId);
		state.fail({ route: `POST ${LIST}`, losesReply: true, times: 1 });
		await expect(run(eventId)).rejects.toThrow();
		await run(eventId);
		expect(state.events.list()).toHaveLength(2);
		expect(await discordIdOf(eventId)).toBe(state.events.list().find(({ id }) => id !== trap.id)?.id);
	});

	test('is not deleted with ours', async () => {
		const eventId = await createAndRun();
		const trap = addTheirs(eventId);
		await remove(eventId, { deleteDiscordEvent: true });
		await run(eventId);
		expect(state.events.list().map(({ id }) => id)).toEqual([trap.id]);
		expect(await DiscordMirror.count()).toBe(0);
	});
});

test('an imported event is changed and deleted with ours, although a member created it', async () => {
	const { id } = state.addEvent({
		...{ name: 'Imported', startsAt: fromNow(48), creatorId: PERSONAS.player.discordId },
	});
	const eventId = await create();
	await Event.update({ discordEventId: id }, { where: { id: eventId } });
	await DiscordMirror.update({ discordEventId: id, discordStatus: 1 }, { where: { eventId } });
	await run(eventId);
	expect(theirs()).toMatchObject({ id, name: 'Friday night' });
	await remove(eventId, { deleteDiscordEvent: true });
	await run(eventId);
	expect(state.events.list()).toEqual([]);
});

describe('changing', () => {
	test('sends only what differs, and nothing when nothing does', async () => {
		const eventId = await createAndRun({ image: await dataUrl(4) });
		await run(eventId);
		expect(state.countRequests(`PATCH ${ONE}`)).toBe(0);
		const { image } = theirs();
		await update(eventId, { title: 'Saturday night', location: '' });
		await run(eventId);
		expect(theirs()).toMatchObject({ name: 'Saturday night', location: 'Candlewick Society', image });
		expect(state.countRequests(`PATCH ${ONE}`)).toBe(1);
		expect(await stateOf(eventId)).toBe('synced');
	});

	test('an imported event that is held in a channel there stays in it', async () => {
		const { id } = state.addEvent({
			...{ name: 'Voices', startsAt: fromNow(48), endsAt: null, entityType: 2, channelId: VOICE_CHANNEL_ID },
		});
		const eventId = await create({ location: '' });
		await DiscordMirror.update({ discordEventId: id, discordStatus: 1 }, { where: { eventId } });
		await run(eventId);
		expect(await stateOf(eventId)).toBe('synced');
		expect(theirs()).toMatchObject({ name: 'Friday night', channelId: VOICE_CHANNEL_ID, location: null });
	});

	test('a picture is changed and taken away', async () => {
		const eventId = await createAndRun({ image: await dataUrl(5) });
		const first = theirs().image;
		await update(eventId, { image: await dataUrl(6) });
		await run(eventId);
		expect(theirs().image?.hash).not.toBe(first?.hash);
		await update(eventId, { image: null });
		await run(eventId);
		expect(theirs().image).toBeNull();
		expect(state.countRequests(`PATCH ${ONE}`)).toBe(2);
	});

	test('what was edited on Discord is overwritten by our next change', async () => {
		const eventId = await createAndRun();
		state.updateEvent(theirs().id, { name: 'Mine now', startsAt: fromNow(60), endsAt: fromNow(61) });
		await update(eventId, { description: 'Bring cake.' });
		await run(eventId);
		const event = await Event.findByPk(eventId);
		expect(theirs()).toMatchObject({ name: 'Friday night', startsAt: event?.date });
	});

	test('one that runs there keeps its start; moved ahead it ends, and a new one is made', async () => {
		const eventId = await createAndRun();
		const first = theirs().id;
		state.updateEvent(first, { status: 2, startsAt: fromNow(-1) });
		await begin(eventId);
		await update(eventId, { title: 'Still on' });
		await run(eventId);
		expect(theirs()).toMatchObject({ name: 'Still on', status: 2 });
		await update(eventId, { date: fromNow(72).toISOString() });
		await run(eventId);
		expect(statuses()).toEqual([3, 1]);
		expect(await discordIdOf(eventId)).not.toBe(first);
		expect(await stateOf(eventId)).toBe('synced');
	});

	test('is made once more after a lost reply, and comes to the same', async () => {
		const eventId = await createAndRun();
		await update(eventId, { title: 'Saturday night' });
		state.fail({ route: `PATCH ${ONE}`, losesReply: true, times: 1 });
		await expect(run(eventId)).rejects.toThrow();
		await run(eventId);
		expect(theirs().name).toBe('Saturday night');
		expect(await stateOf(eventId)).toBe('synced');
	});

	test('that comes while the worker is busy is not called settled by the older run', async () => {
		const eventId = await createAndRun();
		await update(eventId, { title: 'Second' });
		state.delay({ route: `PATCH ${ONE}`, ms: 1_000, times: 1 });
		const busy = run(eventId);
		await expect.poll(() => state.countRequests(`PATCH ${ONE}`)).toBe(1);
		await update(eventId, { title: 'Third' });
		await busy;
		expect(theirs().name).toBe('Second');
		expect(await stateOf(eventId)).toBe('pending');
		await run(eventId);
		expect(theirs().name).toBe('Third');
		expect(await stateOf(eventId)).toBe('synced');
	});
});

describe('ending', () => {
	test('cancelling goes 1 to 4, and one that runs there is completed', async () => {
		const eventId = await createAndRun();
		await cancel(eventId);
		await run(eventId);
		expect(theirs().status).toBe(4);
		const other = await createAndRun();
		const runs = state.events.list()[1];
		state.updateEvent(String(runs?.id), { status: 2 });
		await cancel(other);
		await run(other);
		expect(statuses()).toEqual([4, 3]);
		expect(await stateOf(eventId)).toBe('synced');
	});

	test('completing goes 1 to 2 to 3, and on from where a kill left it', async () => {
		const eventId = await createAndRun();
		await Event.update({ status: 'completed' }, { where: { id: eventId } });
		state.fail({ route: `PATCH ${ONE}`, status: 500, after: 1, times: 1 });
		await expect(run(eventId)).rejects.toThrow();
		expect(theirs().status).toBe(2);
		await run(eventId);
		expect(theirs().status).toBe(3);
		expect(state.countRequests(`PATCH ${ONE}`)).toBe(3);
	});

	test('reinstating makes a new one, also when the reply of that was lost or the old one is forgotten', async () => {
		const eventId = await createAndRun();
		const first = theirs().id;
		await cancel(eventId);
		await run(eventId);
		await reinstate(eventId);
		state.fail({ route: `POST ${LIST}`, losesReply: true, times: 1 });
		await expect(run(eventId)).rejects.toThrow();
		await run(eventId);
		expect(statuses()).toEqual([4, 1]);
		expect(await discordIdOf(eventId)).not.toBe(first);
		await cancel(eventId);
		await run(eventId);
		state.events.clear();
		await reinstate(eventId);
		await run(eventId);
		expect(theirs().status).toBe(1);
	});

	test('one that is made anew has nobody interested yet, and takes no signup away', async () => {
		const eventId = await createAndRun();
		const { id: userId } = await makeUser({ discordId: PERSONAS.player.discordId });
		await makeSignup({ eventId, userId, signupSource: 'discord', createdAt: new Date() });
		await cancel(eventId);
		await run(eventId);
		await reinstate(eventId);
		await run(eventId);
		expect(statuses()).toEqual([4, 1]);
		expect(await reconcileWithDiscord(fromNow(1))).toBe(0);
		expect(await Signup.count({ where: { eventId } })).toBe(1);
	});

	test.each([
		['cancelled', 4],
		['completed', 3],
	] as const)(
		'one that somebody %s there while a change of ours waited ends here too',
		async (status, code) => {
			const eventId = await createAndRun();
			await update(eventId, { title: 'Corrected' });
			if (code === 3) state.updateEvent(theirs().id, { status: 2 });
			state.updateEvent(theirs().id, { status: code });
			await run(eventId);
			expect(statuses()).toEqual([code]);
			expect((await Event.findByPk(eventId))?.status).toBe(status);
			expect(await stateOf(eventId)).toBe('synced');
			await update(eventId, { title: 'Corrected again' });
			await run(eventId);
			expect(statuses()).toEqual([code]);
			expect((await Event.findByPk(eventId))?.status).toBe(status);
		},
	);

	test('a night that was moved after the old one was over there gets one of its own', async () => {
		const eventId = await createAndRun();
		state.updateEvent(theirs().id, { status: 2 });
		state.updateEvent(theirs().id, { status: 3 });
		await update(eventId, { date: fromNow(96).toISOString() });
		await run(eventId);
		expect(statuses()).toEqual([3, 1]);
		expect((await Event.findByPk(eventId))?.status).toBe('active');
	});

	test('our own cancelling is not taken for theirs when its answer was lost', async () => {
		const eventId = await createAndRun();
		await cancel(eventId);
		state.fail({ route: `PATCH ${ONE}`, losesReply: true, times: 1 });
		await expect(run(eventId)).rejects.toThrow();
		expect(statuses()).toEqual([4]);
		await reinstate(eventId);
		await run(eventId);
		expect(statuses()).toEqual([4, 1]);
		expect((await Event.findByPk(eventId))?.status).toBe('active');
	});

	test('a cancelling that never arrived is forgotten with the reinstating, and theirs is heard again', async () => {
		const eventId = await createAndRun();
		await cancel(eventId);
		state.fail({ route: `PATCH ${ONE}`, status: 500, times: 1 });
		await expect(run(eventId)).rejects.toThrow();
		await reinstate(eventId);
		await run(eventId);
		expect(statuses()).toEqual([1]);
		const discordEventId = theirs().id;
		expect(await applyDiscordStatus({ discordEventId, status: 4 }, new Date())).toBe(true);
		expect((await Event.findByPk(eventId))?.status).toBe('cancelled');
	});

	test('deleting takes it from Discord only when asked', async () => {
		const kept = await createAndRun();
		await remove(kept, { deleteDiscordEvent: false });
		await run(kept);
		expect(theirs().status).toBe(1);
		expect(await DiscordMirror.count()).toBe(0);
		state.events.clear();
		const gone = await createAndRun();
		await remove(gone, { deleteDiscordEvent: true });
		expect(await stateOf(gone)).toBe('pending');
		await run(gone);
		expect(state.events.list()).toEqual([]);
		expect(await DiscordMirror.count()).toBe(0);
	});

	test('a run that comes upon a deletion leaves it to the job that knows what was asked', async () => {
		const eventId = await createAndRun();
		await Event.destroy({ where: { id: eventId } });
		await run(eventId);
		expect(theirs().status).toBe(1);
	});

	test('deleting what Discord does not know any more is what was wanted', async () => {
		const eventId = await createAndRun();
		await remove(eventId, { deleteDiscordEvent: true });
		state.events.clear();
		await run(eventId);
		expect(await DiscordMirror.count()).toBe(0);
	});

	test('deleting also finds what a lost reply has made, of a new one as of a second one', async () => {
		const eventId = await create();
		state.fail({ route: `POST ${LIST}`, losesReply: true, times: 1 });
		await expect(run(eventId)).rejects.toThrow();
		await remove(eventId);
		await run(eventId);
		expect(state.events.list()).toEqual([]);
		const second = await createAndRun();
		await cancel(second);
		await run(second);
		await reinstate(second);
		state.fail({ route: `POST ${LIST}`, losesReply: true, times: 1 });
		await expect(run(second)).rejects.toThrow();
		await remove(second, { deleteDiscordEvent: true });
		await run(second);
		expect(state.events.list()).toEqual([]);
	});

	test.each([
		['for the first time', false],
		['for the second time', true],
	])('deleted while the worker is creating it %s: it is not there in the end', async (_name, isSecond) => {
		const eventId = await create();
		if (isSecond) {
			await run(eventId);
			await cancel(eventId);
			await run(eventId);
			await reinstate(eventId);
		}
		const asked = state.countRequests(`POST ${LIST}`);
		state.delay({ route: `POST ${LIST}`, ms: 1_000, times: 1 });
		const busy = run(eventId);
		await expect.poll(() => state.countRequests(`POST ${LIST}`)).toBe(asked + 1);
		await remove(eventId);
		await busy;
		await run(eventId);
		expect(statuses()).toEqual(isSecond ? [4] : []);
		expect(await DiscordMirror.count()).toBe(0);
	});
});

describe('deleted on Discord', () => {
	test('unlinks it, says so, and the night goes on; a later change brings nothing back', async () => {
		const eventId = await createAndRun();
		state.deleteEvent(theirs().id);
		await update(eventId, { title: 'Still on' });
		await run(eventId);
		expect(await stateOf(eventId)).toBe('deleted: Discord event was deleted');
		expect(await discordIdOf(eventId)).toBeNull();
		expect((await Event.findByPk(eventId))?.status).toBe('active');
		await update(eventId, { title: 'Still on!' });
		await run(eventId);
		expect(state.events.list()).toEqual([]);
	});

	test('between our look and our change: the same', async () => {
		const eventId = await createAndRun();
		await update(eventId, { title: 'Still on' });
		state.fail({ route: `PATCH ${ONE}`, status: 404, code: 10_070, times: 1 });
		await run(eventId);
		expect(await stateOf(eventId)).toBe('deleted: Discord event was deleted');
	});
});

test('a night that is over and that Discord has forgotten is not called deleted', async () => {
	const eventId = await createAndRun();
	await begin(eventId, 5);
	await Event.update({ status: 'completed' }, { where: { id: eventId }, silent: true });
	state.events.clear();
	await run(eventId);
	expect(await stateOf(eventId)).toBe('synced');
});

describe('two runs at once', () => {
	test('that both create keep one event: the later one takes its own back', async () => {
		const eventId = await create();
		// Each run has looked for an existing event before either of them creates one.
		state.delay({ route: `POST ${LIST}`, ms: 300, times: 2 });
		await Promise.all([run(eventId), run(eventId)]);
		expect(await discordIdOf(eventId)).toBe(theirs().id);
		expect(state.countRequests(`POST ${LIST}`)).toBe(2);
		expect(await stateOf(eventId)).toBe('synced');
	});
});

describe('trouble', () => {
	test.each([
		[401, /^failed: Discord does not accept the bot’s token/],
		[403, /^failed: Discord does not let the bot do this/],
	])('%i is tried once and shown', async (status, text) => {
		state.fail({ route: `POST ${LIST}`, status });
		const eventId = await createAndRun();
		expect(state.countRequests(`POST ${LIST}`)).toBe(1);
		expect(await stateOf(eventId)).toMatch(text);
		state.recover();
		await update(eventId, { title: 'Once more' });
		await run(eventId);
		expect(await stateOf(eventId)).toBe('synced');
	});

	test('a permission that is missing is named with the remedy', async () => {
		state.setPermissions([]);
		expect(await stateOf(await createAndRun())).toMatch(/Create Events.*Manage Events/);
	});

	test.each([
		[{ status: 500 }, 'Discord does not answer'],
		[{ network: true as const }, 'Discord does not answer'],
		[{ status: 429, retryAfter: 7 }, 'Discord asks us to wait'],
	])('%j is to be tried again, and the page says so', async (failure, text) => {
		state.fail({ route: `POST ${LIST}`, ...failure });
		const eventId = await create();
		await expect(run(eventId)).rejects.toMatchObject({ name: 'DiscordUnavailable' });
		expect(await stateOf(eventId)).toBe(`pending: ${text}. We try again by ourselves.`);
	});

	test('a form that Discord does not take is shown, and tried again only when asked', async () => {
		const eventId = await createAndRun();
		await update(eventId, { title: 'Odd' });
		state.fail({ route: `PATCH ${ONE}`, status: 400, code: 50_035, times: 1 });
		await run(eventId);
		expect(await stateOf(eventId)).toMatch(/^failed: Discord does not take this event’s times or texts/);
	});

	test('a job that was cut off takes no further step', async () => {
		const eventId = await create();
		await expect(mirrorEvent(eventId, new Date(), AbortSignal.abort())).rejects.toThrow();
		expect(state.events.list()).toEqual([]);
		expect(await stateOf(eventId)).toBe('pending');
	});
});
