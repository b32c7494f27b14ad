import { beforeEach, describe, expect, test } from 'vitest';
import { database } from '~/database/connection.ts';
import { Comment, DiscordMirror, Event, Signup, User } from '~/database/models/index.ts';
import { Refusal } from '~/domain/refusal.ts';
import { makeEvent, makeSignup, makeUser } from '~/seeds/factories.ts';
import { readImage } from '~/server/images/read-image.ts';
import { deleteEvent } from '~/server/operations/events/deletion.ts';
import { cancelEvent, createEvent, reinstateEvent, updateEvent } from '~/server/operations/events/editing.ts';
import { listUpcomingEvents } from '~/server/operations/events/events.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { listStorytellers } from '~/server/operations/users/storytellers.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { forgetJobs, listJobs } from '~/tests/support/jobs.ts';
import { makeFakePng, makePng } from '~/tests/support/pictures.ts';
import { countWaiting } from '~/tests/support/waiting.ts';

useTestEnvironment();
useDatabase();

const now = new Date('2026-10-14T12:00:00Z');
type Person = { id: string; role: string };
const as = (user: Person, at = now) => ({ actor: { id: user.id, role: user.role as 'player' }, now: at });

let creator: Person;
beforeEach(async () => {
	creator = await makeUser({ role: 'creator' });
	await forgetJobs();
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
const jobsOf = async (event: { id: string }) =>
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
	await forgetJobs();
	return discordEventId;
}

describe('creating', () => {
	test('everything that was said is there, and Discord is to hear of it', async () => {
		const tellers = [await makeUser({ role: 'admin' }), await makeUser({ role: 'storyteller' })];
		const event = await create({ ...BODY, storytellerIds: tellers.map(({ id }) => id) });
		const { storytellerIds: _, createDiscordEvent: __, ...said } = BODY;
		expect(event).toMatchObject({
			...said,
			date: '2026-10-17T00:30:00.000Z',
			status: 'active',
			version: 1,
			image_url: null,
			discord_sync: { state: 'pending', error: null },
		});
		expect(event.storytellers.map(({ user_id }) => user_id)).toEqual(tellers.map(({ id }) => id));
		expect(await Event.findByPk(event.id)).toMatchObject({ creatorId: creator.id });
		expect(await mirrorOf(event)).toEqual({ wanted: 'present', state: 'pending', discordEventId: null });
		expect(await jobsOf(event)).toBe(1);
	});

	test('the defaults are those of the spec; Discord need not hear', async () => {
		const event = await create({
			title: 'Bare',
			date: '2026-10-17T20:30:00-04:00',
			createDiscordEvent: false,
		});
		expect(event).toMatchObject({
			...{ description: '', location: '', duration: 180, timezone: 'America/New_York', storytellers: [] },
			date: '2026-10-18T00:30:00.000Z',
			discord_sync: { state: 'none', error: null },
		});
		expect(await mirrorOf(event)).toBeNull();
		expect(await jobsOf(event)).toBe(0);
	});

	test.each([
		['player', 'denied'],
		['storyteller', 'denied'],
		['admin', 'done'],
	] as const)('%s: %s', async (role, outcome) => {
		const user = await makeUser({ role });
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
		['a date that is none', { date: '2026-02-30T00:30:00Z' }, '"date"'],
		['a far year', { date: '9999-10-17T00:30:00Z' }, 'Please enter a date from 2000 to 2099'],
		['yesterday in New York', { date: '2026-10-14T03:59:00Z' }, 'The date cannot be before today'],
		['half an hour', { duration: 30 }, 'Please enter 1 to 8 hours, in half hours'],
		['an odd duration', { duration: 95 }, 'Please enter 1 to 8 hours, in half hours'],
		['a duration as text', { duration: '180' }, 'Please enter 1 to 8 hours, in half hours'],
		['a zone of no list', { timezone: 'Europe/Rome' }, '{"timezone":["Please choose a timezone"]}'],
		['an unknown storyteller', { storytellerIds: ['999999999'] }, 'Please choose storytellers from the list'],
		['an odd id', { storytellerIds: ["1'; DROP TABLE users"] }, 'Please choose storytellers from the list'],
		['a picture that is none', { image: 'data:image/png;base64,aGVsbG8=' }, 'Invalid image file.'],
		['a picture unknown here', { imageHash: 'a'.repeat(64) }, 'Error reading image file. Please try again.'],
	])('%s is refused, and nothing is written', async (_name, change, text) => {
		const before = await Event.count();
		const refusal = await refusalOf(create({ ...BODY, ...change }));
		expect(refusal).toMatch(/^invalid /);
		expect(refusal).toContain(text);
		expect(await Event.count()).toBe(before);
		expect(await listJobs('events.mirror')).toEqual([]);
	});

	test('today in the event’s own zone is not before today', async () => {
		const early = { ...BODY, date: '2026-10-14T04:00:00Z' };
		expect(await refusalOf(create(early))).toBe('done');
		expect(await refusalOf(create({ ...early, timezone: 'Asia/Tokyo' }))).toBe('done');
		expect(await refusalOf(create({ ...early, timezone: 'Pacific/Honolulu' }))).toContain('before today');
	});

	test('a storyteller whose deletion is under way is none in the end', async () => {
		const { id } = await makeUser({ role: 'storyteller' });
		const deletion = await database().transaction();
		await User.destroy({ where: { id }, transaction: deletion });
		const created = refusalOf(create({ ...BODY, storytellerIds: [id] }));
		await expect.poll(countWaiting).toBe(1);
		await deletion.commit();
		expect(await created).toMatch(/^invalid .*storytellerIds/);
	});

	test('a player is no storyteller', async () => {
		const player = await makeUser({ role: 'player' });
		expect(await refusalOf(create({ ...BODY, storytellerIds: [player.id] }))).toContain('storytellerIds');
	});

	test('script, links and turned text are kept as text, what has no shape is taken out of names', async () => {
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

	test('the same form 20 times at once makes one event, with one mirror and one answer', async () => {
		const body = { ...BODY, title: 'Only once', idempotencyKey: 'form-1', image: dataUrl(await makePng()) };
		const events = await Promise.all(Array.from({ length: 20 }, () => create(body)));
		expect(new Set(events.map(({ id }) => id)).size).toBe(1);
		expect(await Event.count({ where: { title: 'Only once' } })).toBe(1);
		expect(await jobsOf({ id: String(events[0]?.id) })).toBe(1);
		expect(await refusalOf(create({ ...body, title: 'Another' }))).toMatch(/^conflict/);
		const control = await Promise.all([
			create({ ...BODY, title: 'No key' }),
			create({ ...BODY, title: 'No key' }),
		]);
		expect(control[0]?.id).not.toBe(control[1]?.id);
	});

	test('a picture is stored with it, or was stored before', async () => {
		const prepared = await readImage(await makePng());
		const sent = await create({ ...BODY, image: dataUrl(await makePng()) });
		expect(sent.image_url).toBe(`/images/${prepared.hash}`);
		const kept = await create({ ...BODY, imageHash: prepared.hash });
		expect(kept.image_url).toBe(sent.image_url);
		expect(await refusalOf(create({ ...BODY, image: dataUrl(makeFakePng()) }))).toContain(
			'Invalid image file.',
		);
	});
});

describe('changing', () => {
	test('what is given is changed, what is left out stays, the version counts', async () => {
		const teller = await makeUser({ role: 'storyteller' });
		const event = await create({ ...BODY, storytellerIds: [teller.id], timezone: 'Europe/Berlin' });
		const { event: changed, discordUpdated } = await update(event, {
			title: 'New',
			date: BODY.date,
			duration: 30,
		});
		expect(changed).toMatchObject({
			...{ title: 'New', duration: 30, version: 2, timezone: 'Europe/Berlin', description: 'Bring tea.' },
			storytellers: [{ user_id: teller.id }],
		});
		expect(discordUpdated).toBe(true);
		expect(await jobsOf(event)).toBe(2);
	});

	test('an event without a mirror tells Discord nothing', async () => {
		const event = await create({ ...BODY, createDiscordEvent: false });
		const body = { ...BODY, title: 'New' };
		expect(await update(event, body)).toMatchObject({ discordUpdated: false });
		expect(await update(event, body), 'a save that changes nothing').toMatchObject({ discordUpdated: false });
		expect(await listJobs('events.mirror')).toEqual([]);
	});

	test('a mirror that was there is pending again; one that Discord deleted stays so', async () => {
		const event = await create(BODY);
		const discordEventId = await confirmMirror(event);
		await update(event, { ...BODY, title: 'New' });
		expect(await mirrorOf(event)).toEqual({ wanted: 'present', state: 'pending', discordEventId });
		expect(await jobsOf(event)).toBe(1);
		await DiscordMirror.update({ state: 'deleted', discordEventId: null }, { where: { eventId: event.id } });
		expect(await update(event, { ...BODY, title: 'Newer' })).toMatchObject({ discordUpdated: false });
		expect(await jobsOf(event)).toBe(1);
	});

	test('the second save of a stale form is a conflict that brings what is saved; nothing is lost', async () => {
		const other = await makeUser({ role: 'admin' });
		const event = await create(BODY);
		const { event: first } = await update(event, { ...BODY, title: 'First', version: 1 });
		const stale = update(event, { ...BODY, location: 'Elsewhere', version: 1 }, other);
		await expect(stale).rejects.toMatchObject({
			kind: 'conflict',
			extra: { current: { title: 'First', location: 'The Hearth', version: 2 } },
		});
		expect(await Event.findByPk(event.id)).toMatchObject({
			title: 'First',
			location: 'The Hearth',
			version: 2,
		});
		const again = await update(
			event,
			{ ...BODY, title: 'First', location: 'Elsewhere', version: first.version },
			other,
		);
		expect(again.event).toMatchObject({ title: 'First', location: 'Elsewhere', version: 3 });
		const unversioned = await update(event, { ...BODY, title: 'Last' });
		expect(unversioned.event.version).toBe(4);
	});

	test('of 20 different saves of one form at once one wins, the others hear of it', async () => {
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
		expect(await jobsOf(event)).toBe(2);
	});

	test('a storyteller who lost the role since may stay, but nobody like them may come', async () => {
		const [teller, other] = [await makeUser({ role: 'storyteller' }), await makeUser({ role: 'player' })];
		const event = await create({ ...BODY, storytellerIds: [teller.id] });
		await teller.update({ role: 'player' });
		const added = await makeUser({ role: 'storyteller' });
		const { event: changed } = await update(event, {
			...BODY,
			storytellerIds: [added.id, Number(teller.id)],
		});
		expect(changed.storytellers.map(({ user_id }) => user_id)).toEqual([added.id, teller.id]);
		expect(await refusalOf(update(event, { ...BODY, storytellerIds: [other.id] }))).toContain(
			'storytellerIds',
		);
		expect((await update(event, { ...BODY, storytellerIds: [] })).event.storytellers).toEqual([]);
	});

	test('a picture comes, stays and goes', async () => {
		const event = await create(BODY);
		const { event: painted } = await update(event, { ...BODY, image: dataUrl(await makePng()) });
		expect(painted.image_url).toMatch(/^\/images\/[0-9a-f]{64}$/);
		expect((await update(event, { ...BODY, title: 'New' })).event.image_url).toBe(painted.image_url);
		expect((await update(event, { ...BODY, image: null })).event.image_url).toBeNull();
	});

	test('half a refused change writes nothing', async () => {
		const event = await create(BODY);
		await forgetJobs();
		const refusal = await refusalOf(update(event, { ...BODY, title: 'New', storytellerIds: ['999999999'] }));
		expect(refusal).toContain('storytellerIds');
		expect(await Event.findByPk(event.id)).toMatchObject({ title: BODY.title, version: 1 });
		expect(await listJobs('events.mirror')).toEqual([]);
	});

	test.each(['0', '-1', 'abc', '99999999999999999999', "1' OR 1=1"])('%s is no event', async (id) => {
		expect(await refusalOf(update({ id }, BODY))).toBe('missing Event not found');
	});

	test('one that ended early stays over when its text is corrected', async () => {
		const event = await makeEvent({ status: 'completed', date: new Date('2026-10-20T00:30:00Z') });
		const fixed = await update(event, { title: 'Corrected', date: event.date.toISOString() });
		expect(fixed.event).toMatchObject({ title: 'Corrected', status: 'completed' });
	});

	test('an event that lies in the past may be changed, a completed one moved ahead is active again', async () => {
		const past = await makeEvent({ status: 'completed', date: new Date('2026-10-01T00:30:00Z') });
		const still = await update(past, { title: 'Past', date: '2026-10-02T00:30:00Z' });
		expect(still.event.status).toBe('completed');
		const ahead = await update(past, { title: 'Again', date: '2026-10-20T00:30:00Z' });
		expect(ahead.event.status).toBe('active');
		const cancelled = await makeEvent({ status: 'cancelled' });
		expect((await update(cancelled, { ...BODY, title: 'Moved' })).event.status).toBe('cancelled');
	});
});

describe('cancelling and reinstating', () => {
	const cancel = (event: { id: string }, body: unknown = {}) =>
		perform(cancelEvent, as(creator), { params: { eventId: event.id }, read: () => body });
	const reinstate = (event: { id: string }, body: unknown = {}) =>
		perform(reinstateEvent, as(creator), { params: { eventId: event.id }, read: () => body });

	test('there and back: the answers stay, the version counts, Discord hears each time', async () => {
		const event = await create(BODY);
		await makeSignup({ eventId: event.id });
		expect(await cancel(event, { version: 1 })).toMatchObject({
			event: { status: 'cancelled', version: 2, signup_count: 1 },
			discordUpdated: true,
		});
		expect(await cancel(event)).toMatchObject({ event: { status: 'cancelled', version: 2 } });
		expect(await reinstate(event)).toMatchObject({ event: { status: 'active', version: 3 } });
		expect(await reinstate(event)).toMatchObject({ event: { status: 'active', version: 3 } });
		expect(await jobsOf(event)).toBe(3);
	});

	test('a stale form cancels nothing', async () => {
		const event = await create(BODY);
		await update(event, { ...BODY, title: 'New' });
		expect(await refusalOf(cancel(event, { version: 1 }))).toMatch(/^conflict/);
		expect(await Event.findByPk(event.id)).toMatchObject({ status: 'active' });
	});

	test('what is over is not cancelled; reinstated after its end it is completed', async () => {
		const date = new Date('2026-10-01T00:30:00Z');
		const over = await makeEvent({ status: 'completed', date });
		expect(await refusalOf(cancel(over))).toMatch(/^conflict This event is over/);
		const late = await makeEvent({ status: 'cancelled', date });
		expect((await reinstate(late)).event.status).toBe('completed');
	});
});

describe('deleting', () => {
	test('takes signups and comments along, and no event of Discord that was not asked for', async () => {
		const event = await create(BODY);
		const discordEventId = await confirmMirror(event);
		const { userId } = await makeSignup({ eventId: event.id });
		await Comment.create({ eventId: event.id, userId, body: 'Hello' });
		expect(await remove(event)).toEqual({ message: 'Event deleted', discordEventDeleted: false });
		expect(await Event.findByPk(event.id)).toBeNull();
		expect(await Signup.count({ where: { eventId: event.id } })).toBe(0);
		expect(await Comment.count({ where: { eventId: event.id } })).toBe(0);
		expect(await DiscordMirror.count({ where: { discordEventId } })).toBe(0);
		expect(await listJobs('events.mirror')).toEqual([]);
		expect(await refusalOf(remove(event))).toBe('missing Event not found');
	});

	test('asked for, the mirror outlives its event until Discord has deleted its own', async () => {
		const event = await create(BODY);
		const discordEventId = await confirmMirror(event);
		expect(await remove(event, { deleteDiscordEvent: true })).toMatchObject({ discordEventDeleted: true });
		expect(await mirrorOf(event)).toEqual({ wanted: 'absent', state: 'pending', discordEventId });
		expect(await jobsOf(event)).toBe(1);
	});

	test('a mirror that was still on its way shall not come, asked or not', async () => {
		const event = await create(BODY);
		await forgetJobs();
		expect(await remove(event)).toMatchObject({ discordEventDeleted: false });
		expect(await mirrorOf(event)).toEqual({ wanted: 'absent', state: 'pending', discordEventId: null });
		expect(await jobsOf(event)).toBe(1);
	});

	test('without a mirror there is nothing to delete on Discord', async () => {
		const event = await makeEvent();
		expect(await remove(event, { deleteDiscordEvent: true })).toMatchObject({ discordEventDeleted: false });
		expect(await listJobs('events.mirror')).toEqual([]);
	});

	test('twice at once: one deletes, one finds nothing', async () => {
		const event = await makeEvent();
		const outcomes = await Promise.all([refusalOf(remove(event)), refusalOf(remove(event))]);
		expect(outcomes.sort()).toEqual(['done', 'missing Event not found']);
	});
});

test('upcoming are the events of every status after the start of today in Eastern Time, by date', async () => {
	const make = (date: string, status: Event['status']) => makeEvent({ date: new Date(date), status });
	const midnight = await make('2026-10-14T04:00:00.000Z', 'active');
	const later = await make('2026-10-16T00:30:00Z', 'active');
	const first = await make('2026-10-14T04:00:00.001Z', 'completed');
	const cancelled = await make('2026-10-15T00:30:00Z', 'cancelled');
	const made = [midnight, later, first, cancelled].map(({ id }) => id);
	const listed = await perform(listUpcomingEvents, as({ id: creator.id, role: 'player' }));
	expect(listed.map(({ id }) => id).filter((id) => made.includes(id))).toEqual([
		first.id,
		cancelled.id,
		later.id,
	]);
});

test('the storytellers are all who may run a game, by name, with these fields and no other', async () => {
	const people = [
		await makeUser({ role: 'storyteller', username: 'zelda', preferredUsername: 'Aunt Zelda' }),
		await makeUser({ role: 'creator', username: 'Boris' }),
		await makeUser({ role: 'player', username: 'Carla' }),
	];
	const list = await perform(listStorytellers, as({ id: creator.id, role: 'player' }));
	const names = list.map(({ username }) => username);
	expect(names).not.toContain('Carla');
	expect(names.indexOf('zelda')).toBeLessThan(names.indexOf('Boris'));
	expect(list.find(({ id }) => id === people[0]?.id)).toEqual({
		id: people[0]?.id,
		username: 'zelda',
		preferred_username: 'Aunt Zelda',
		avatar: null,
		discord_id: people[0]?.discordId,
		role: 'storyteller',
	});
});
