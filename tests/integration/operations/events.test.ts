import { beforeEach, describe, expect, test } from 'vitest';
import { database } from '~/database/connection.ts';
import { Comment, DiscordMirror, Event, Signup, User } from '~/database/models/index.ts';
import { HOUR_MS } from '~/domain/limits.ts';
import { Refusal } from '~/domain/refusal.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { readImage } from '~/server/images/read-image.ts';
import {
	cancelEvent,
	createEvent,
	deleteEvent,
	listEventTimes,
	listPastEvents,
	reinstateEvent,
} from '~/server/operations/events/index.ts';
import { listUpcomingEvents } from '~/server/operations/events/list-upcoming-events.ts';
import { listUsualEvents, readEventToCopy } from '~/server/operations/events/prefill-event-form.ts';
import { updateEvent } from '~/server/operations/events/update-event.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { listStorytellers } from '~/server/operations/users/queries.ts';
import { clearTables, useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { deleteJobs, listJobs } from '~/tests/support/jobs.ts';
import { countLockWaits } from '~/tests/support/lock-waits.ts';
import { createFakePng, createPng } from '~/tests/support/pictures.ts';

useTestEnvironment();
useDatabase();

const now = new Date('2026-10-14T12:00:00Z');
type UserRef = { id: string; role: string };
const as = (user: UserRef, at = now) => ({ actor: { id: user.id, role: user.role as 'player' }, now: at });

let creator: UserRef;
beforeEach(async () => {
	creator = await createUserRow({ role: 'creator' });
	await deleteJobs();
});

const BODY = {
	title: 'Friday Blood on the Clocktower',
	description: 'Bring tea.',
	date: '2026-10-17T00:30:00Z',
	duration: 180,
	location: 'The Hearth',
	timezone: 'America/New_York',
	storytellerIds: [] as unknown[],
	createDiscordEvent: true,
};

const create = (body: unknown, user = creator) => perform(createEvent, as(user), { read: () => body });
const update = (event: { id: string }, body: unknown, user = creator) =>
	perform(updateEvent, as(user), { params: { eventId: event.id }, read: () => body });
const remove = (event: { id: string }, body: unknown = {}) =>
	perform(deleteEvent, as(creator), { params: { eventId: event.id }, read: () => body });
const refusalOf = (promise: Promise<unknown>) =>
	promise.then(
		() => 'done',
		(error) => {
			if (!(error instanceof Refusal)) throw error;
			return error.fields
				? `${error.kind} ${JSON.stringify(error.fields)}`
				: `${error.kind} ${error.message}`;
		},
	);

const dataUrl = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`;
const mirrorOf = async (event: { id: string }) => {
	const mirror = await DiscordMirror.findByPk(event.id);
	return mirror && { wanted: mirror.wanted, state: mirror.state, discordEventId: mirror.discordEventId };
};
const countJobsOf = async (event: { id: string }) =>
	(await listJobs('events.mirror')).filter(({ key, data }) => key === event.id && data.eventId === event.id)
		.length;

/**
 * Sets a mirror as the Discord service leaves it after creating the Discord event. Returns the Discord
 * event's id.
 */
async function confirmMirror(event: { id: string }): Promise<string> {
	const discordEventId = String(700_000_000_000_000_000n + BigInt(event.id));
	await DiscordMirror.update({ state: 'synced', discordEventId }, { where: { eventId: event.id } });
	await Event.update({ discordEventId }, { where: { id: event.id } });
	await deleteJobs();
	return discordEventId;
}

describe('creating', () => {
	test('saves every field and enqueues the mirror', async () => {
		const storytellers = [
			await createUserRow({ role: 'admin' }),
			await createUserRow({ role: 'storyteller' }),
		];
		const event = await create({ ...BODY, storytellerIds: storytellers.map(({ id }) => id) });
		const { storytellerIds: _, createDiscordEvent: __, ...fields } = BODY;
		expect(event).toMatchObject({
			...fields,
			date: '2026-10-17T00:30:00.000Z',
			status: 'active',
			version: 1,
			image_url: null,
			discord_sync: { state: 'pending', error: null },
		});
		expect(event.storytellers.map(({ user_id }) => user_id)).toEqual(storytellers.map(({ id }) => id));
		expect(await Event.findByPk(event.id)).toMatchObject({ creatorId: creator.id });
		expect(await mirrorOf(event)).toEqual({ wanted: 'present', state: 'pending', discordEventId: null });
		expect(await countJobsOf(event)).toBe(1);
	});

	test('has the defaults of the spec, without a mirror', async () => {
		const event = await create({
			title: 'Bare',
			date: '2026-10-17T20:30:00-04:00',
			createDiscordEvent: false,
		});
		expect(event).toMatchObject({
			description: '',
			location: '',
			duration: 180,
			timezone: 'America/New_York',
			storytellers: [],
			date: '2026-10-18T00:30:00.000Z',
			discord_sync: { state: 'none', error: null },
		});
		expect(await mirrorOf(event)).toBeNull();
		expect(await countJobsOf(event)).toBe(0);
	});

	test.each([
		['player', 'denied'],
		['storyteller', 'denied'],
		['admin', 'done'],
	] as const)('%s: %s', async (role, outcome) => {
		const user = await createUserRow({ role });
		expect(await refusalOf(create(BODY, user))).toMatch(outcome);
	});

	test.each<[string, Record<string, unknown>, string]>([
		['no title', { title: '\u200b \u0007' }, '{"title":["Please enter a title"]}'],
		['a title of 100 kB', { title: 'x'.repeat(100_000) }, 'A title can have at most 200 characters'],
		['a title that is no text', { title: { $ne: 1 } }, '{"title":["Please enter a title"]}'],
		['a long description', { description: 'x'.repeat(4_001) }, 'at most 4,000 characters'],
		['a long location', { location: 'x'.repeat(201) }, 'A location can have at most 200 characters'],
		['no date', { date: undefined }, '"date"'],
		['a date without an offset', { date: '2026-10-17T00:30:00' }, '"date"'],
		['an invalid date', { date: '2026-02-30T00:30:00Z' }, '"date"'],
		['a far year', { date: '9999-10-17T00:30:00Z' }, 'Please enter a date from 2000 to 2099'],
		['yesterday in New York', { date: '2026-10-14T03:59:00Z' }, 'The date cannot be before today'],
		['half an hour', { duration: 30 }, 'Please enter 1 to 8 hours, in half hours'],
		['an odd duration', { duration: 95 }, 'Please enter 1 to 8 hours, in half hours'],
		['a duration as text', { duration: '180' }, 'Please enter 1 to 8 hours, in half hours'],
		['a zone that no list has', { timezone: 'Europe/Rome' }, '{"timezone":["Please choose a timezone"]}'],
		['an unknown storyteller', { storytellerIds: ['999999999'] }, 'Please choose storytellers from the list'],
		['an odd id', { storytellerIds: ["1'; DROP TABLE users"] }, 'Please choose storytellers from the list'],
		['an invalid picture', { image: 'data:image/png;base64,aGVsbG8=' }, 'Invalid image file.'],
		['an unknown picture', { imageHash: 'a'.repeat(64) }, 'Error reading image file. Please try again.'],
	])('%s is refused, and nothing is written', async (_name, change, text) => {
		const before = await Event.count();
		const refusal = await refusalOf(create({ ...BODY, ...change }));
		expect(refusal).toMatch(/^invalid /);
		expect(refusal).toContain(text);
		expect(await Event.count()).toBe(before);
		expect(await listJobs('events.mirror')).toEqual([]);
	});

	test('today in the event’s own zone is not before today', async () => {
		const earlyBody = { ...BODY, date: '2026-10-14T04:00:00Z' };
		expect(await refusalOf(create(earlyBody))).toBe('done');
		expect(await refusalOf(create({ ...earlyBody, timezone: 'Asia/Tokyo' }))).toBe('done');
		expect(await refusalOf(create({ ...earlyBody, timezone: 'Pacific/Honolulu' }))).toContain('before today');
	});

	test('refuses a storyteller whose deletion is running', async () => {
		const { id } = await createUserRow({ role: 'storyteller' });
		const deletion = await database().transaction();
		await User.destroy({ where: { id }, transaction: deletion });
		const created = refusalOf(create({ ...BODY, storytellerIds: [id] }));
		await expect.poll(countLockWaits).toBe(1);
		await deletion.commit();
		expect(await created).toMatch(/^invalid .*storytellerIds/);
	});

	test('a player is no storyteller', async () => {
		const player = await createUserRow({ role: 'player' });
		expect(await refusalOf(create({ ...BODY, storytellerIds: [player.id] }))).toContain('storytellerIds');
	});

	test('keeps scripts and links as text, and removes invisible characters from names', async () => {
		const event = await create({
			...BODY,
			title: '<script>alert(1)</script>\u202Egnp.exe\u0000',
			description: 'javascript:alert(1)\n\u0007<img src=x onerror=alert(1)>',
			location: '"><svg onload=alert(1)>\u2066',
		});
		expect(event).toMatchObject({
			title: '<script>alert(1)</script>gnp.exe',
			description: 'javascript:alert(1)\n<img src=x onerror=alert(1)>',
			location: '"><svg onload=alert(1)>',
		});
	});

	test('the same form 20 times at once creates one event with one mirror', async () => {
		const body = { ...BODY, title: 'Only once', idempotencyKey: 'form-1', image: dataUrl(await createPng()) };
		const events = await Promise.all(Array.from({ length: 20 }, () => create(body)));
		expect(new Set(events.map(({ id }) => id)).size).toBe(1);
		expect(await Event.count({ where: { title: 'Only once' } })).toBe(1);
		expect(await countJobsOf({ id: String(events[0]?.id) })).toBe(1);
		expect(await refusalOf(create({ ...body, title: 'Another' }))).toMatch(/^conflict/);
		const control = await Promise.all([
			create({ ...BODY, title: 'No key' }),
			create({ ...BODY, title: 'No key' }),
		]);
		expect(control[0]?.id).not.toBe(control[1]?.id);
	});

	test('stores an uploaded picture, or refers to a stored one', async () => {
		const prepared = await readImage(await createPng());
		const withUpload = await create({ ...BODY, image: dataUrl(await createPng()) });
		expect(withUpload.image_url).toBe(`/images/${prepared.hash}`);
		const withHash = await create({ ...BODY, imageHash: prepared.hash });
		expect(withHash.image_url).toBe(withUpload.image_url);
		expect(await refusalOf(create({ ...BODY, image: dataUrl(createFakePng()) }))).toContain(
			'Invalid image file.',
		);
	});
});

describe('questions about the start', () => {
	const PASSED = 'This time has passed.';
	const SAME = 'An event with this title at this time already exists';
	const EARLIER = new Date(now.getTime() - HOUR_MS);

	test('creating asks about a start that has passed and about an event like it, and nothing without the list', async () => {
		await clearTables('events');
		const late = { ...BODY, date: EARLIER.toISOString(), accepted: [] as string[] };
		const past = `past:${EARLIER.getTime()}`;
		await expect(create(late)).rejects.toMatchObject({ fields: { [past]: [PASSED] } });
		const { id } = await create({ ...late, accepted: [past] });
		await expect(create({ ...late, accepted: [past] })).rejects.toMatchObject({
			kind: 'invalid',
			fields: { [`same:${id}`]: [SAME] },
		});
		expect(await Event.count()).toBe(1);
		await create({ ...late, accepted: [past, `same:${id}`] });
		await create({ ...BODY, date: EARLIER.toISOString() });
		expect(await Event.count()).toBe(3);
	});

	test('a form that is sent twice is no event like it', async () => {
		const body = { ...BODY, title: 'Twice', accepted: [], idempotencyKey: 'questions-of-a-form-sent-twice' };
		expect((await create(body)).id).toBe((await create(body)).id);
	});

	test('a storyteller of an event at the same time is asked about, another event is not', async () => {
		await clearTables('events');
		const akiko = await createUserRow({ role: 'storyteller', preferredUsername: 'Akiko' });
		const first = await create({ ...BODY, storytellerIds: [akiko.id] });
		const second = { ...BODY, title: 'Second table', accepted: [] };
		await expect(create({ ...second, storytellerIds: [akiko.id] })).rejects.toMatchObject({
			fields: {
				[`storyteller:${first.id}`]: [
					'“Friday Blood on the Clocktower” overlaps with this (Fri, Oct 16, 8:30 PM). Akiko would run both.',
				],
			},
		});
		const { id } = await create(second);
		const added = { storytellerIds: [akiko.id], accepted: [] };
		await expect(update({ id }, added)).rejects.toMatchObject({ kind: 'invalid' });
		await update({ id }, { ...added, accepted: [`storyteller:${first.id}`] });
		expect(await Event.findByPk(id)).toMatchObject({ version: 2 });
	});

	test('everything is asked in one answer', async () => {
		await clearTables('events');
		const akiko = await createUserRow({ role: 'storyteller' });
		const twin = { ...BODY, storytellerIds: [akiko.id], capacity: 1, minimum_players: 2, accepted: [] };
		const first = await create({ ...twin, accepted: undefined });
		const openQuestions = (promise: Promise<unknown>) =>
			promise.then(
				() => [],
				({ fields }) => Object.keys(fields),
			);
		const asked = [`same:${first.id}`, `storyteller:${first.id}`, 'places:1:2'];
		expect(await openQuestions(create(twin))).toEqual(asked);
		const { id } = await create({ ...BODY, title: 'Another' });
		for (const _ of [1, 2]) await createSignupRow({ eventId: id });
		await update({ id }, { capacity: 2 });
		const change = { title: BODY.title, storytellerIds: [akiko.id], capacity: 1, minimum_players: 2 };
		const ask = { ...change, accepted: [], over_capacity: 'ask' };
		expect(await openQuestions(update({ id }, ask))).toEqual([...asked, 'over_capacity']);
		expect(await Event.findByPk(id)).toMatchObject({ title: 'Another', version: 2, capacity: 2 });
		await update({ id }, { ...ask, accepted: asked, over_capacity: 'keep' });
		expect(await openQuestions(update({ id }, { description: 'New.', accepted: [] }))).toEqual([]);
	});

	test('editing asks about a move into the past, once, and says that Discord does not follow', async () => {
		const event = await create({ ...BODY, title: 'Moved back' });
		await confirmMirror(event);
		const move = { date: EARLIER.toISOString(), accepted: [] as string[] };
		const past = `past:${EARLIER.getTime()}`;
		await expect(update(event, move)).rejects.toMatchObject({ fields: { [past]: [PASSED] } });
		expect(await Event.findByPk(event.id)).toMatchObject({ version: 1 });
		expect(await update(event, { ...move, accepted: [past] })).toMatchObject({ discordUpdated: false });
		expect(await update(event, { description: 'Late.', accepted: [] })).toMatchObject({
			discordUpdated: true,
		});
		await DiscordMirror.update({ state: 'failed' }, { where: { eventId: event.id } });
		expect(await update(event, { description: 'Later.' })).toMatchObject({ discordUpdated: false });
	});
});

test('a new event gets the values of the last event of its weekday, or of the one that is copied', async () => {
	await clearTables('events');
	const [akiko, former] = [
		await createUserRow({ role: 'storyteller' }),
		await createUserRow({ role: 'creator' }),
	];
	const friday = { timezone: 'America/New_York', duration: 30 };
	await createEventRow({ ...friday, date: new Date('2026-10-03T00:30:00Z'), location: 'Old' });
	await createEventRow({ ...friday, date: new Date('2026-10-10T00:31:00Z'), status: 'cancelled' });
	await createEventRow({ ...friday, date: new Date('2026-10-17T00:30:00Z'), location: 'Later' });
	await createEventRow({ timezone: 'UTC', date: new Date('2026-10-11T20:00:00Z'), location: 'Sunday' });
	const { id } = await create({
		...BODY,
		capacity: 'storytellers',
		minimum_players: 6,
		storytellerIds: [akiko.id, former.id],
	});
	await Event.update({ date: new Date('2026-10-10T00:30:00Z'), duration: 30 }, { where: { id } });
	await former.update({ role: 'player' });
	const found = await perform(listUsualEvents, as(creator));
	expect(found.map(({ weekday }) => weekday).sort()).toEqual([0, 5]);
	expect(found.filter(({ weekday }) => weekday === 5)).toEqual([
		{
			weekday: 5,
			title: BODY.title,
			date: '2026-10-10T00:30:00.000Z',
			timezone: 'America/New_York',
			values: {
				description: 'Bring tea.',
				location: 'The Hearth',
				storytellerIds: [akiko.id],
				capacity: '',
				byStorytellers: true,
				minimum_players: '6',
				decide_minutes: '1440',
				on_too_few: 'ask',
			},
		},
	]);
	const copy = (eventId: string) => perform(readEventToCopy, as(creator), { params: { eventId } });
	expect(await copy(id)).toMatchObject({
		values: { title: BODY.title, date: '2026-10-16', time: '20:30', duration: '1', minimum_players: '6' },
		imageHash: null,
	});
	await expect(copy('999999999')).rejects.toMatchObject({ kind: 'missing' });
	const player = await createUserRow({ role: 'player' });
	await expect(perform(listUsualEvents, as(player))).rejects.toMatchObject({ kind: 'denied' });
});

test('the times that a new event is compared with are those of active events that have not ended', async () => {
	await clearTables('events');
	const active = await createEventRow({ date: now, duration: 60 });
	await createEventRow({ date: now, duration: 60, status: 'cancelled' });
	await createEventRow({ date: new Date(now.getTime() - HOUR_MS), duration: 60 });
	expect((await perform(listEventTimes, as(creator))).map(({ id }) => id)).toEqual([active.id]);
});

describe('changing', () => {
	test('changes the given fields, keeps the others, and increments the version', async () => {
		const storyteller = await createUserRow({ role: 'storyteller' });
		const event = await create({ ...BODY, storytellerIds: [storyteller.id], timezone: 'Europe/Berlin' });
		const { event: changed, discordUpdated } = await update(event, {
			title: 'New',
			date: BODY.date,
			duration: 30,
		});
		expect(changed).toMatchObject({
			title: 'New',
			duration: 30,
			version: 2,
			timezone: 'Europe/Berlin',
			description: 'Bring tea.',
			storytellers: [{ user_id: storyteller.id }],
		});
		expect(discordUpdated).toBe(true);
		expect(await countJobsOf(event)).toBe(2);
	});

	test('an event without a mirror enqueues nothing', async () => {
		const event = await create({ ...BODY, createDiscordEvent: false });
		const body = { ...BODY, title: 'New' };
		expect(await update(event, body)).toMatchObject({ discordUpdated: false });
		expect(await update(event, body), 'a save that changes nothing').toMatchObject({ discordUpdated: false });
		expect(await listJobs('events.mirror')).toEqual([]);
	});

	test('a synced mirror is pending again; a deleted one stays deleted', async () => {
		const event = await create(BODY);
		const discordEventId = await confirmMirror(event);
		await update(event, { ...BODY, title: 'New' });
		expect(await mirrorOf(event)).toEqual({ wanted: 'present', state: 'pending', discordEventId });
		expect(await countJobsOf(event)).toBe(1);
		await DiscordMirror.update({ state: 'deleted', discordEventId: null }, { where: { eventId: event.id } });
		expect(await update(event, { ...BODY, title: 'Newer' })).toMatchObject({ discordUpdated: false });
		expect(await countJobsOf(event)).toBe(1);
	});

	test('a stale form gets a conflict with the saved event, and loses nothing', async () => {
		const other = await createUserRow({ role: 'admin' });
		const event = await create(BODY);
		const { event: first } = await update(event, { ...BODY, title: 'First', version: 1 });
		const name = (await User.findByPk(creator.id))?.username;
		const stale = update(event, { ...BODY, location: 'Elsewhere', version: 1 }, other);
		await expect(stale).rejects.toMatchObject({
			kind: 'conflict',
			message: `${name} changed this event just now, while you were editing.`,
			extra: { current: { title: 'First', location: 'The Hearth', version: 2 } },
		});
		expect(await Event.findByPk(event.id)).toMatchObject({
			title: 'First',
			location: 'The Hearth',
			version: 2,
		});
		await expect(update(event, { ...BODY, title: 'Second', version: 1 })).rejects.toMatchObject({
			message: 'You changed this event just now in another window.',
		});
		const again = await update(
			event,
			{ ...BODY, title: 'First', location: 'Elsewhere', version: first.version },
			other,
		);
		expect(again.event).toMatchObject({ title: 'First', location: 'Elsewhere', version: 3 });
		const unversioned = await update(event, { ...BODY, title: 'Last' });
		expect(unversioned.event.version).toBe(4);
		// The program completes events without an entry in the audit trail.
		await Event.increment('version', { where: { id: event.id } });
		await expect(update(event, { ...BODY, title: 'Second', version: 1 }, other)).rejects.toMatchObject({
			message: 'Someone else changed this event while you were editing.',
		});
	});

	test('of 20 different concurrent saves one succeeds and the others conflict', async () => {
		const event = await create(BODY);
		const outcomes = await Promise.all(
			Array.from({ length: 20 }, (_, n) =>
				refusalOf(update(event, { ...BODY, title: `Save ${n}`, version: 1 })),
			),
		);
		expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
		expect(outcomes.filter((outcome) => outcome.startsWith('conflict'))).toHaveLength(19);
		expect(await Event.findByPk(event.id)).toMatchObject({ version: 2 });
	});

	test('a double click on Save is no conflict: the second save would change nothing', async () => {
		const event = await create(BODY);
		const body = { ...BODY, title: 'Twice', version: 1 };
		const both = await Promise.all([update(event, body), update(event, body)]);
		expect(both.map(({ event: { version } }) => version)).toEqual([2, 2]);
		expect(both.map(({ discordUpdated }) => discordUpdated)).toEqual([true, true]);
		expect(await countJobsOf(event)).toBe(2);
	});

	test('a storyteller who lost the role can stay, but such a user cannot be added', async () => {
		const [storyteller, other] = [
			await createUserRow({ role: 'storyteller' }),
			await createUserRow({ role: 'player' }),
		];
		const event = await create({ ...BODY, storytellerIds: [storyteller.id] });
		await storyteller.update({ role: 'player' });
		const added = await createUserRow({ role: 'storyteller' });
		const { event: changed } = await update(event, {
			...BODY,
			storytellerIds: [added.id, Number(storyteller.id)],
		});
		expect(changed.storytellers.map(({ user_id }) => user_id)).toEqual([added.id, storyteller.id]);
		expect(await refusalOf(update(event, { ...BODY, storytellerIds: [other.id] }))).toContain(
			'storytellerIds',
		);
		expect((await update(event, { ...BODY, storytellerIds: [] })).event.storytellers).toEqual([]);
	});

	test('a picture is added, kept and removed', async () => {
		const event = await create(BODY);
		const { event: withImage } = await update(event, { ...BODY, image: dataUrl(await createPng()) });
		expect(withImage.image_url).toMatch(/^\/images\/[0-9a-f]{64}$/);
		expect((await update(event, { ...BODY, title: 'New' })).event.image_url).toBe(withImage.image_url);
		expect((await update(event, { ...BODY, image: null })).event.image_url).toBeNull();
	});

	test('a refused change writes nothing', async () => {
		const event = await create(BODY);
		await deleteJobs();
		const refusal = await refusalOf(update(event, { ...BODY, title: 'New', storytellerIds: ['999999999'] }));
		expect(refusal).toContain('storytellerIds');
		expect(await Event.findByPk(event.id)).toMatchObject({ title: BODY.title, version: 1 });
		expect(await listJobs('events.mirror')).toEqual([]);
	});

	test.each(['0', '-1', 'abc', '99999999999999999999', "1' OR 1=1"])('%s is no event', async (id) => {
		expect(await refusalOf(update({ id }, BODY))).toBe('missing Event not found');
	});

	test('an event that ended early stays completed after a text change', async () => {
		const event = await createEventRow({ status: 'completed', date: new Date('2026-10-20T00:30:00Z') });
		const corrected = await update(event, { title: 'Corrected', date: event.date.toISOString() });
		expect(corrected.event).toMatchObject({ title: 'Corrected', status: 'completed' });
	});

	test.each([
		['nothing', {}],
		['a title', { title: 'Corrected' }],
		['a date', { date: '2026-10-20T00:30:00.000Z' }],
		['a duration', { duration: 120 }],
	])('fields that are left out stay: only %s is sent', async (_, body) => {
		const created = await create(BODY);
		const { event } = await update(created, body);
		expect(event).toMatchObject({ ...created, ...body, version: expect.anything() });
	});

	test('a completed event that gets a later end is active again', async () => {
		const event = await createEventRow({ status: 'completed', date: new Date(now.getTime() - 4 * HOUR_MS) });
		const body = { title: 'Longer', date: event.date.toISOString() };
		expect((await update(event, { ...body, duration: 210 })).event.status).toBe('completed');
		expect((await update(event, { ...body, duration: 300 })).event.status).toBe('active');
	});

	test('a past event can be changed; a completed one moved to the future is active again', async () => {
		const past = await createEventRow({ status: 'completed', date: new Date('2026-10-01T00:30:00Z') });
		const stillPast = await update(past, { title: 'Past', date: '2026-10-02T00:30:00Z' });
		expect(stillPast.event.status).toBe('completed');
		const movedAhead = await update(past, { title: 'Again', date: '2026-10-20T00:30:00Z' });
		expect(movedAhead.event.status).toBe('active');
		const cancelled = await createEventRow({ status: 'cancelled' });
		expect((await update(cancelled, { ...BODY, title: 'Moved' })).event.status).toBe('cancelled');
	});
});

describe('cancelling and reinstating', () => {
	const cancel = (event: { id: string }, body: unknown = {}) =>
		perform(cancelEvent, as(creator), { params: { eventId: event.id }, read: () => body });
	const reinstate = (event: { id: string }, body: unknown = {}) =>
		perform(reinstateEvent, as(creator), { params: { eventId: event.id }, read: () => body });

	test('both keep the signups, increment the version and enqueue the mirror', async () => {
		const event = await create(BODY);
		await createSignupRow({ eventId: event.id });
		expect(await cancel(event, { version: 1 })).toMatchObject({
			event: { status: 'cancelled', version: 2, signup_count: 1 },
			discordUpdated: true,
		});
		expect(await cancel(event)).toMatchObject({ event: { status: 'cancelled', version: 2 } });
		expect(await reinstate(event)).toMatchObject({ event: { status: 'active', version: 3 } });
		expect(await reinstate(event)).toMatchObject({ event: { status: 'active', version: 3 } });
		expect(await countJobsOf(event)).toBe(3);
	});

	test('the reason is kept until the event is reinstated', async () => {
		const event = await create(BODY);
		const readReason = async () => (await Event.findByPk(event.id))?.cancelReason;
		expect(await refusalOf(cancel(event, { reason: 'x'.repeat(201) }))).toMatch(/^invalid/);
		await cancel(event, { reason: '  Ada is\u202e ill. ' });
		expect(await readReason()).toBe('Ada is ill.');
		await cancel(event, { reason: 'Another' });
		expect(await readReason()).toBe('Ada is ill.');
		await reinstate(event);
		expect(await readReason()).toBeNull();
		await cancel(event, { reason: ' ' });
		expect(await readReason()).toBeNull();
	});

	test('a stale form cancels nothing', async () => {
		const event = await create(BODY);
		await update(event, { ...BODY, title: 'New' });
		expect(await refusalOf(cancel(event, { version: 1 }))).toMatch(/^conflict/);
		expect(await Event.findByPk(event.id)).toMatchObject({ status: 'active' });
	});

	test('an ended event cannot be cancelled; reinstated after its end it is completed', async () => {
		const date = new Date('2026-10-01T00:30:00Z');
		const endedEvent = await createEventRow({ status: 'completed', date });
		expect(await refusalOf(cancel(endedEvent))).toMatch(/^conflict This event is over/);
		const cancelledEvent = await createEventRow({ status: 'cancelled', date });
		expect((await reinstate(cancelledEvent)).event.status).toBe('completed');
	});
});

describe('deleting', () => {
	test('deletes signups and comments, and the Discord event only on request', async () => {
		const event = await create(BODY);
		const discordEventId = await confirmMirror(event);
		const { userId } = await createSignupRow({ eventId: event.id });
		await Comment.create({ eventId: event.id, userId, body: 'Hello' });
		expect(await remove(event)).toEqual({ message: 'Event deleted', discordEventDeleted: false });
		expect(await Event.findByPk(event.id)).toBeNull();
		expect(await Signup.count({ where: { eventId: event.id } })).toBe(0);
		expect(await Comment.count({ where: { eventId: event.id } })).toBe(0);
		expect(await DiscordMirror.count({ where: { discordEventId } })).toBe(0);
		expect(await listJobs('events.mirror')).toEqual([]);
		expect(await refusalOf(remove(event))).toBe('missing Event not found');
	});

	test('on request the mirror row stays until the Discord event is deleted', async () => {
		const event = await create(BODY);
		const discordEventId = await confirmMirror(event);
		expect(await remove(event, { deleteDiscordEvent: true })).toMatchObject({ discordEventDeleted: true });
		expect(await mirrorOf(event)).toEqual({ wanted: 'absent', state: 'pending', discordEventId });
		expect(await countJobsOf(event)).toBe(1);
	});

	test('a pending mirror is withdrawn in any case', async () => {
		const event = await create(BODY);
		await deleteJobs();
		expect(await remove(event)).toMatchObject({ discordEventDeleted: false });
		expect(await mirrorOf(event)).toEqual({ wanted: 'absent', state: 'pending', discordEventId: null });
		expect(await countJobsOf(event)).toBe(1);
	});

	test('without a mirror nothing is deleted on Discord', async () => {
		const event = await createEventRow();
		expect(await remove(event, { deleteDiscordEvent: true })).toMatchObject({ discordEventDeleted: false });
		expect(await listJobs('events.mirror')).toEqual([]);
	});

	test('of two concurrent deletions one succeeds', async () => {
		const event = await createEventRow();
		const outcomes = await Promise.all([refusalOf(remove(event)), refusalOf(remove(event))]);
		expect(outcomes.sort()).toEqual(['done', 'missing Event not found']);
	});
});

test('lists events of every status after the start of today in Eastern Time, by date', async () => {
	const createAt = (date: string, status: Event['status']) =>
		createEventRow({ date: new Date(date), status });
	const midnight = await createAt('2026-10-14T04:00:00.000Z', 'active');
	const later = await createAt('2026-10-16T00:30:00Z', 'active');
	const first = await createAt('2026-10-14T04:00:00.001Z', 'completed');
	const cancelled = await createAt('2026-10-15T00:30:00Z', 'cancelled');
	const createdIds = [midnight, later, first, cancelled].map(({ id }) => id);
	const { items } = await perform(listUpcomingEvents, as({ id: creator.id, role: 'player' }));
	expect(items.map(({ id }) => id).filter((id) => createdIds.includes(id))).toEqual([
		first.id,
		cancelled.id,
		later.id,
	]);
});

test.each([
	['2026-10-14T04:30:00Z', true],
	['2026-10-14T06:29:59Z', true],
	['2026-10-14T06:30:00Z', false],
	// Before midnight the list has it.
	['2026-10-14T03:59:59Z', false],
])('an event that lasts past midnight is running at %s: %s', async (at, isRunning) => {
	const createAt = (status: Event['status'], duration: number) =>
		createEventRow({ date: new Date('2026-10-14T01:30:00Z'), status, duration });
	const night = await createAt('active', 300);
	const others = [await createAt('cancelled', 300), await createAt('active', 120)];
	const { items, running } = await perform(
		listUpcomingEvents,
		as({ id: creator.id, role: 'player' }, new Date(at)),
	);
	const createdIds = [night, ...others].map(({ id }) => id);
	expect(running.map(({ id }) => id).filter((id) => createdIds.includes(id))).toEqual(
		isRunning ? [night.id] : [],
	);
	expect(items.some(({ id }) => id === night.id)).toBe(at < '2026-10-14T04');
});

test('pages of upcoming events, forwards and back again, also when two events start at once', async () => {
	const then = new Date('2095-03-01T12:00:00Z');
	const createdIds: string[] = [];
	for (let i = 0; i < 65; i += 1) {
		const date = new Date(then.getTime() + Math.floor(i / 2) * 3_600_000);
		createdIds.push((await createEventRow({ date })).id);
	}
	const viewer = as({ id: creator.id, role: 'player' }, then);
	const readPage = (cursor?: string | null) =>
		perform(listUpcomingEvents, viewer, { read: () => (cursor ? { cursor } : {}) });
	const first = await readPage();
	const second = await readPage(first.next);
	const third = await readPage(second.next);
	const pages = [first, second, third];
	expect(pages.map(({ items }) => items.length)).toEqual([30, 30, 5]);
	expect(pages.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(createdIds);
	expect([first.previous, third.next]).toEqual([null, null]);
	expect((await readPage(third.previous)).items).toEqual(second.items);
	const again = await readPage(second.previous);
	expect([again.items, again.previous]).toEqual([first.items, null]);
	await expect(readPage('elsewhere')).rejects.toThrow(Refusal);
	await Event.destroy({ where: { id: createdIds } });
});

test('lists the past events, newest first, by title and on pages', async () => {
	const then = new Date('2001-03-05T18:00:00Z');
	const createAt = (date: string | number, title: string, status: Event['status'] = 'completed') =>
		createEventRow({ date: new Date(date), title, status });
	const midnight = await createAt('2001-03-05T05:00:00Z', 'Bell ringers’ Night', 'active');
	const today = await createAt('2001-03-05T05:00:00.001Z', 'Bell ringers’ Today');
	const cancelled = await createAt('2001-03-01T01:00:00Z', 'bell RINGERS cancelled', 'cancelled');
	const others: string[] = [];
	for (let i = 0; i < 30; i += 1) others.push((await createAt(i * 3_600_000, 'Quiet evening')).id);
	await createSignupRow({ eventId: cancelled.id, userId: creator.id, status: 'late' });
	const read = (query: { q?: string; cursor?: string | null } = {}, at = then) =>
		perform(listPastEvents, as({ id: creator.id, role: 'player' }, at), {
			read: () => ({ q: query.q, ...(query.cursor ? { cursor: query.cursor } : {}) }),
		});
	const first = await read();
	const second = await read({ cursor: first.next });
	const ids = [...first.items, ...second.items].map(({ id }) => id);
	expect(ids).toEqual([midnight.id, cancelled.id, ...others.toReversed()]);
	expect([first.items.length, first.previous, second.next]).toEqual([30, null, null]);
	expect((await read({ cursor: second.previous })).items).toEqual(first.items);
	expect(first.items[1]).toMatchObject({ status: 'cancelled', user_signup_status: 'late' });
	const found = await read({ q: 'Ringers bell' });
	expect(found.items.map(({ id }) => id)).toEqual([midnight.id, cancelled.id]);
	expect((await read({ q: 'quiet', cursor: first.next })).items.map(({ id }) => id)).toEqual(ids.slice(30));
	expect((await read({ q: 'no such event' })).items).toEqual([]);
	await expect(read({ cursor: 'elsewhere' })).rejects.toThrow(Refusal);
	await Event.destroy({ where: { id: [...ids, today.id] } });
});

test('lists users who may run a game, by name, with exactly these fields', async () => {
	const users = [
		await createUserRow({ role: 'storyteller', username: 'zelda', preferredUsername: 'Aunt Zelda' }),
		await createUserRow({ role: 'creator', username: 'Boris' }),
		await createUserRow({ role: 'player', username: 'Carla' }),
	];
	const list = await perform(listStorytellers, as({ id: creator.id, role: 'player' }));
	const names = list.map(({ username }) => username);
	expect(names).not.toContain('Carla');
	expect(names.indexOf('zelda')).toBeLessThan(names.indexOf('Boris'));
	expect(list.find(({ id }) => id === users[0]?.id)).toEqual({
		id: users[0]?.id,
		username: 'zelda',
		preferred_username: 'Aunt Zelda',
		avatar: null,
		discord_id: users[0]?.discordId,
		role: 'storyteller',
	});
});
