import { beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import {
	AuditEntry,
	DiscordMirror,
	Event,
	EventSeries,
	Setting,
	Signup,
	User,
} from '~/database/models/index.ts';
import { rows } from '~/database/sql.ts';
import { DAY_MS, WEEK_MS } from '~/domain/limits.ts';
import { Refusal } from '~/domain/refusal.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { readImage } from '~/server/images/read-image.ts';
import { deleteOrphanImages, storeImage } from '~/server/images/store.ts';
import { undoChange } from '~/server/operations/admin/index.ts';
import { announceSeries } from '~/server/operations/announcements/index.ts';
import { readEventPage } from '~/server/operations/event-page/index.ts';
import {
	cancelEvent,
	continueSeries,
	createEvent,
	endSeries,
	postAnnouncement,
	previewFollowing,
	readSeries,
	readSeriesDates,
	startSeries,
	updateEvent,
	updateSeries,
} from '~/server/operations/events/index.ts';
import { type Operation, perform } from '~/server/operations/kernel/operation.ts';
import { settleDueEvents } from '~/server/operations/places/index.ts';
import { endRegular, listRegulars, putSignup, setRegular } from '~/server/operations/signups/index.ts';
import { clearTables, useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { createPng } from '~/tests/support/pictures.ts';

useTestEnvironment();
useDatabase();

const now = new Date('2026-10-14T12:00:00Z');
/** Friday, 2026-10-16, 20:30 in New York. */
const START = '2026-10-17T00:30:00Z';
let creator: User;
beforeEach(async () => {
	await clearTables('events', 'event_series', 'users', 'audit_entries', 'announcements', 'settings');
	creator = await createUserRow({ role: 'creator' });
});

const as = (user: User, at = now) => ({ actor: { id: user.id, role: user.role }, now: at });
const create = (body: object = {}) =>
	perform(createEvent, as(creator), {
		read: () => ({ title: 'Friday', date: START, createDiscordEvent: false, announce: false, ...body }),
	});
const on = <Result, Schema extends z.ZodType>(
	operation: Operation<'eventId', Schema, Result>,
	event: { id: string },
	body: object = {},
) => perform(operation, as(creator), { params: { eventId: event.id }, read: () => body });
const start = (event: { id: string }, body: object = { interval_weeks: 1 }) => on(startSeries, event, body);
const update = (event: { id: string }, body: object) =>
	on(updateEvent, event, { title: 'Friday', date: START, ...body });
const refusalOf = (promise: Promise<unknown>) =>
	promise.then(
		() => 'done',
		(error) => {
			if (!(error instanceof Refusal)) throw error;
			return `${error.kind} ${error.message} ${Object.keys(error.fields ?? {}).join()}`.trim();
		},
	);

/** Returns 'month-day hour:minute title' of each event in UTC, by date. */
async function listEvents(): Promise<string[]> {
	const events = await Event.findAll({ order: ['date', 'id'] });
	return events.map(({ date, title }) => `${date.toISOString().slice(5, 16).replace('T', ' ')} ${title}`);
}

const FRIDAYS = ['10-17 00:30 Friday', '10-24 00:30 Friday', '10-31 00:30 Friday', '11-07 01:30 Friday'];

describe('a new series', () => {
	test('has its next events at the same time of day, with all that the first one has', async () => {
		const later = await createUserRow({ role: 'storyteller' });
		const first = await createUserRow({ role: 'storyteller' });
		const { id } = await create({
			storytellerIds: [first.id, later.id],
			location: 'Hearth',
			capacity: 'storytellers',
			minimum_players: 7,
			createDiscordEvent: true,
			announce: true,
			duration: 120,
			series: { interval_weeks: 1 },
		});
		const events = await Event.findAll({ order: ['date'] });
		expect(await listEvents()).toEqual(FRIDAYS);
		for (const event of events) {
			expect(event).toMatchObject({ location: 'Hearth', capacity: 0, minimumPlayers: 7, duration: 120 });
			expect(event).toMatchObject({ creatorId: creator.id, status: 'active', version: 1 });
			expect(await DiscordMirror.findByPk(event.id)).toMatchObject({ state: 'pending' });
		}
		expect(await rowsOf('announcements').count()).toBe(0);
		const chosen = await rows<{ ids: string[] }>(
			'SELECT array_agg(user_id::text ORDER BY position) AS ids FROM event_storytellers GROUP BY event_id',
			{},
		);
		expect(chosen.map(({ ids }) => ids)).toEqual(events.map(() => [first.id, later.id]));
		expect(await on(readSeries, { id })).toMatchObject({
			series: { interval_weeks: 1, until: null },
			later: 3,
			empty: 3,
			hasMore: true,
		});
	});

	test('leads from each event’s page to the one before and the one after', async () => {
		await create({ series: { interval_weeks: 1 } });
		const ids = (await Event.findAll({ order: ['date'] })).map(({ id }) => id);
		const read = async (eventId: string | undefined) => {
			const { event } = await perform(readEventPage, as(creator), { params: { eventId: String(eventId) } });
			return [event.neighbours?.previous?.id, event.neighbours?.next?.id];
		};
		expect(await Promise.all(ids.map(read))).toEqual([
			[undefined, ids[1]],
			[ids[0], ids[2]],
			[ids[1], ids[3]],
			[ids[2], undefined],
		]);
	});

	test('of an event that exists', async () => {
		const event = await create();
		const view = await start(event, { interval_weeks: 2, until: '2026-10-30' });
		expect(view.series).toEqual({
			id: expect.any(String),
			interval_weeks: 2,
			rule: { interval_weeks: 2 },
			until: '2026-10-30',
		});
		expect(await listEvents()).toEqual(['10-17 00:30 Friday', '10-31 00:30 Friday']);
		expect(await AuditEntry.findOne({ where: { action: 'events.startSeries' } })).toMatchObject({
			subjectId: event.id,
			detail: { rule: { interval_weeks: 2 }, until: '2026-10-30' },
		});
	});

	test.each([
		[
			'twice',
			async (event: { id: string }) => void (await start(event, { interval_weeks: 2 })),
			'conflict This event already repeats.',
		],
		[
			'of a cancelled event',
			async (event: { id: string }) => void (await on(cancelEvent, event)),
			'conflict Only an event',
		],
	])('is refused %s', async (_, prepare, refusal) => {
		const event = await create();
		await prepare(event);
		const count = await Event.count();
		expect(await refusalOf(start(event))).toContain(refusal);
		expect(await Event.count()).toBe(count);
	});

	test('that begins in five years has its first four events at once', async () => {
		await create({ date: '2031-07-05T00:30:00Z', series: { interval_weeks: 2 } });
		expect((await listEvents()).map((text) => text.slice(0, 5))).toEqual([
			'07-05',
			'07-19',
			'08-02',
			'08-16',
		]);
		expect(await continueSeries(now)).toBe(0);
	});

	test('that is requested twice is created once', async () => {
		const event = await create();
		await Promise.all([start(event), start(event)]);
		expect([await Event.count(), await EventSeries.count()]).toEqual([4, 1]);
	});

	test('is refused with an end before its second event, for a player, and for no event', async () => {
		const event = await create();
		expect(await refusalOf(start(event, { interval_weeks: 1, until: '2026-10-16' }))).toMatch(
			/^invalid.*until$/,
		);
		expect(await refusalOf(create({ series: { interval_weeks: 1, until: '2026-10-16' } }))).toMatch(
			/^invalid/,
		);
		expect(await refusalOf(start({ id: '99999' }))).toMatch(/^missing/);
		const player = await createUserRow();
		const call = { params: { eventId: event.id }, read: () => ({ interval_weeks: 1 }) };
		expect(await refusalOf(perform(startSeries, as(player), call))).toMatch(/^denied/);
		expect([await Event.count(), await EventSeries.count()]).toEqual([1, 0]);
	});
});

describe('the job', () => {
	const later = (weeks: number) => new Date(now.getTime() + weeks * WEEK_MS);

	test('keeps four events ahead, each once, also on two replicas at once', async () => {
		await create({ series: { interval_weeks: 1 } });
		expect(await continueSeries(now)).toBe(0);
		await Promise.all([continueSeries(later(2)), continueSeries(later(2)), continueSeries(later(2))]);
		await continueSeries(later(2));
		expect(await listEvents()).toEqual([...FRIDAYS, '11-14 01:30 Friday', '11-21 01:30 Friday']);
	});

	test('that fails in mid-run creates nothing of that series, and each event once afterwards', async () => {
		const { series } = await create({ series: { interval_weeks: 1 } });
		const other = await createEventRow({ seriesId: series?.id ?? '', seriesDate: '2026-11-20' });
		await expect(continueSeries(later(2))).rejects.toThrow('1 series could not be continued');
		expect(await Event.count()).toBe(5);
		await other.destroy();
		expect(await continueSeries(later(2))).toBe(2);
		expect(await Event.count()).toBe(6);
	});

	test('goes on with the other series when one fails, and without missed dates', async () => {
		await create({ series: { interval_weeks: 1 } });
		await EventSeries.update({ timezone: 'Nowhere/At_All' }, { where: {} });
		await create({ title: 'Other', series: { interval_weeks: 8 } });
		const before = await Event.count();
		await expect(continueSeries(later(20))).rejects.toThrow('1 series could not be continued');
		expect(await Event.count()).toBe(before + 3);
	});

	test('goes on when the creator was erased and a storyteller lost the role', async () => {
		const [teller, former] = [
			await createUserRow({ role: 'storyteller' }),
			await createUserRow({ role: 'storyteller' }),
		];
		await create({ storytellerIds: [former.id, teller.id], series: { interval_weeks: 1 } });
		await former.update({ role: 'player' });
		await User.destroy({ where: { id: creator.id } });
		expect(await continueSeries(later(1))).toBe(1);
		const [last] = await rows<{ creator_id: string | null; tellers: string[] }>(
			`SELECT creator_id, (SELECT json_agg(user_id::text) FROM event_storytellers WHERE event_id = e.id) AS tellers
			FROM events e ORDER BY date DESC LIMIT 1`,
			{},
		);
		expect(last).toEqual({ creator_id: null, tellers: [teller.id] });
	});

	test('does not create a deleted event again, and deletes a series without events', async () => {
		const { id } = await create({ series: { interval_weeks: 1 } });
		await Event.destroy({ where: { date: new Date('2026-10-24T00:30:00Z') } });
		await continueSeries(now);
		expect(await Event.count()).toBe(3);
		await Event.destroy({ where: {} });
		expect(await continueSeries(later(9))).toBe(0);
		expect([await EventSeries.count(), await Event.findByPk(id)]).toEqual([0, null]);
	});

	test('keeps the picture of a series that no event has any more', async () => {
		const { id: imageId } = await storeImage(await readImage(await createPng()));
		const { id } = await create({ series: { interval_weeks: 1 } });
		await EventSeries.update({ imageId }, { where: {} });
		expect(await deleteOrphanImages(new Date(Date.now() + 9 * DAY_MS))).toBe(0);
		await update({ id }, { scope: 'following', image: null });
	});
});

describe('an edit of this event and all later ones', () => {
	const edit = async (body: object, index = 1) => {
		const event = (await Event.findAll({ order: ['date'] }))[index];
		if (!event) throw new Error('There is no such event.');
		return update(event, { date: event.date.toISOString(), title: event.title, scope: 'following', ...body });
	};

	test('changes what is later, and the events that come', async () => {
		await create({ series: { interval_weeks: 1 } });
		await edit({ title: 'Thursday', date: '2026-10-22T23:00:00Z' });
		expect(await listEvents()).toEqual([
			'10-17 00:30 Friday',
			...['10-22 23:00', '10-29 23:00', '11-06 00:00'].map((date) => `${date} Thursday`),
		]);
		await continueSeries(new Date(now.getTime() + 2 * WEEK_MS));
		expect((await listEvents()).slice(4)).toEqual(['11-13 00:00 Thursday', '11-20 00:00 Thursday']);
		expect(await EventSeries.findOne()).toMatchObject({ startTime: '19:00', nextDate: '2026-11-26' });
	});

	test('leaves what was changed by hand, cancelled events too, and says so before', async () => {
		await create({ series: { interval_weeks: 1 } });
		const [, second, third, fourth] = await Event.findAll({ order: ['date'] });
		if (!second || !third || !fourth) throw new Error('There are four events.');
		await update(third, { title: 'Finale', date: third.date.toISOString() });
		await on(cancelEvent, fourth);
		const body = { title: 'Social', location: 'Hall', date: second.date.toISOString(), scope: 'following' };
		expect((await on(previewFollowing, second, body)).events).toMatchObject([
			{ id: third.id, title: 'Finale', newDate: null, changed: 'location', own: 'title' },
			{ id: fourth.id, title: 'Friday', newDate: null, changed: 'title and location', own: '' },
		]);
		expect((await Event.findByPk(second.id))?.title).toBe('Friday');
		await update(second, body);
		expect((await listEvents()).map((text) => text.slice(12))).toEqual([
			'Friday',
			'Social',
			'Finale',
			'Social',
		]);
		expect((await Event.findAll({ order: ['date'] })).map(({ location }) => location)).toEqual([
			'',
			'Hall',
			'Hall',
			'Hall',
		]);
		expect(await Event.findByPk(fourth.id)).toMatchObject({ status: 'cancelled' });
	});

	test('of a date that was moved alone passes on the new time, and leaves the later ones on their day', async () => {
		await create({ series: { interval_weeks: 1 } });
		const [, second] = await Event.findAll({ order: ['date'] });
		await update(second ?? { id: '' }, { date: '2026-10-25T00:30:00Z' });
		await edit({ date: '2026-10-24T23:00:00Z' });
		expect(await listEvents()).toEqual(
			['10-17 00:30', '10-24 23:00', '10-30 23:00', '11-07 00:00'].map((date) => `${date} Friday`),
		);
		await continueSeries(new Date(now.getTime() + WEEK_MS));
		expect((await listEvents()).slice(4)).toEqual(['11-14 00:00 Friday']);
	});

	test('to another weekday keeps the last event of the series, and says so before', async () => {
		await create({ series: { interval_weeks: 1, until: '2026-11-27' } });
		const [, second] = await Event.findAll({ order: ['date'] });
		const body = { title: 'Friday', date: '2026-10-25T00:30:00Z', scope: 'following' };
		expect((await on(previewFollowing, second ?? { id: '' }, body)).newUntil).toBe('2026-11-28');
		await update(second ?? { id: '' }, body);
		await continueSeries(new Date(now.getTime() + 5 * WEEK_MS));
		expect((await listEvents()).map((text) => text.slice(0, 11))).toEqual([
			...['10-17 00:30', '10-25 00:30', '11-01 00:30', '11-08 01:30'],
			...['11-22 01:30', '11-29 01:30'],
		]);
		expect(
			(await on(previewFollowing, second ?? { id: '' }, { ...body, title: 'Social' })).newUntil,
		).toBeNull();
	});

	test('of a series that has ended does not continue it', async () => {
		const { id } = await create({ series: { interval_weeks: 1 } });
		await on(endSeries, { id });
		await edit({ date: '2026-10-17T00:30:00Z' }, 0);
		await edit({ date: '2026-10-18T00:30:00Z' }, 0);
		await edit({ date: '2026-10-17T00:30:00Z' }, 0);
		expect(await continueSeries(new Date(now.getTime() + 5 * WEEK_MS))).toBe(0);
		expect(await listEvents()).toEqual(FRIDAYS);
	});

	test('asks those who signed up for a later event again when it moves', async () => {
		await create({ series: { interval_weeks: 1 } });
		const [, , third] = await Event.findAll({ order: ['date'] });
		await createSignupRow({ eventId: third?.id ?? '' });
		await edit({ date: '2026-10-24T02:00:00Z' });
		expect(
			await rows('SELECT 1 FROM event_notices WHERE event_id = :id', { id: third?.id ?? '' }),
		).toHaveLength(1);
	});

	test.each([2, null])(
		'from %s places to one asks about all events; else users keep theirs',
		async (capacity) => {
			await create({ capacity, series: { interval_weeks: 1 } });
			const [, second, third] = await Event.findAll({ order: ['date'] });
			const eventId = third?.id ?? '';
			const place = capacity && { place: 'placed' as const, askedAt: now };
			for (const id of [second?.id, eventId, eventId])
				await createSignupRow({ eventId: id ?? '', ...(place ?? {}) });
			await expect(edit({ capacity: 1, over_capacity: 'ask' })).rejects.toMatchObject({
				fields: { over_capacity: [expect.stringMatching(/^Oct 30th, 2026: With 1 place .* for 1 player/)] },
			});
			expect((await Event.findByPk(eventId))?.capacity).toBe(capacity);
			await edit({ capacity: 1 });
			expect((await Event.findByPk(eventId))?.capacity).toBe(1);
			const placed = () => Signup.count({ where: { eventId, place: 'placed' } });
			expect(await placed()).toBe(2);
			await settleDueEvents(now);
			expect(await placed()).toBe(2);
		},
	);

	test('and a change of places is undone in all of them, and in the series', async () => {
		await create({ capacity: 2, series: { interval_weeks: 1 }, storytellerIds: [] });
		const teller = await createUserRow({ role: 'storyteller' });
		const before = await rows('SELECT to_jsonb(s) AS row FROM event_series s', {});
		await edit({ capacity: 1, storytellerIds: [teller.id], date: '2026-10-24T02:00:00Z' });
		expect(await rows('SELECT to_jsonb(s) AS row FROM event_series s', {})).not.toEqual(before);
		expect(await rowsOf('series_storytellers').count()).toBe(1);
		const { id } = await AuditEntry.findOne({ where: { action: 'events.update' }, rejectOnEmpty: true });
		await perform(undoChange, as(creator), { params: { entryId: id } });
		expect(await rows('SELECT to_jsonb(s) AS row FROM event_series s', {})).toEqual(before);
		expect(await rowsOf('series_storytellers').count()).toBe(0);
		expect((await Event.findAll()).map(({ capacity }) => capacity)).toEqual([2, 2, 2, 2]);
	});

	test('by a whole week keeps one event for each date', async () => {
		await create({ series: { interval_weeks: 1 } });
		await edit({ date: '2026-10-31T00:30:00Z' });
		expect((await listEvents()).map((text) => text.slice(0, 5))).toEqual([
			'10-17',
			'10-31',
			'11-07',
			'11-14',
		]);
		expect(await refusalOf(edit({ date: '2026-10-16T00:30:00Z' }))).toMatch(/^invalid.*date$/);
	});

	test('is refused with a stale version, and for an event that does not repeat', async () => {
		const { id } = await create({ series: { interval_weeks: 1 } });
		await update({ id }, { title: 'Opening' });
		expect(await refusalOf(edit({ title: 'Social', version: 1 }, 0))).toMatch(/^conflict/);
		expect((await listEvents()).map((text) => text.slice(12))).toEqual([
			'Opening',
			'Friday',
			'Friday',
			'Friday',
		]);
		const other = await createEventRow();
		expect(await refusalOf(update(other, { scope: 'following' }))).toMatch(
			/^conflict This event doesn't repeat/,
		);
		expect(await refusalOf(on(previewFollowing, other, { title: 'x', date: START }))).toMatch(/^conflict/);
	});

	test('at once from two events of a series does not deadlock', async () => {
		await create({ series: { interval_weeks: 1 } });
		await Promise.all([edit({ title: 'One' }, 1), edit({ location: 'Hall' }, 2), edit({ title: 'Two' }, 0)]);
		expect((await listEvents()).map((text) => text.slice(12))).toContain('Two');
	});
});

describe('the announcements of a series', () => {
	const DAY = {
		first: '2026-10-17T00:30:00Z',
		second: '2026-10-24T00:30:00Z',
		third: '2026-10-31T00:30:00Z',
	};
	/** Returns 'month-day' of each event that has an announcement, by date. */
	const listAnnounced = async () =>
		(
			await rows<{ day: string }>(
				`SELECT to_char(e.date AT TIME ZONE 'UTC', 'MM-DD') AS day FROM announcements a JOIN events e ON e.id = a.event_id
				WHERE a.wanted = 'present' ORDER BY e.date`,
			)
		).map(({ day }) => day);
	const start = (body: object = {}) => create({ announce: true, series: { interval_weeks: 1 }, ...body });
	/** Returns an instant some milliseconds after another, which may be before it. */
	const after = (instant: string, ms = 0) => new Date(Date.parse(instant) + ms);
	beforeEach(() => Setting.create({ key: 'announcement_channel_id', value: '100000000000000001' }));

	test('begin with the first date alone, and follow when the date before has begun', async () => {
		await start();
		expect(await listAnnounced()).toEqual(['10-17']);
		expect(await announceSeries(after(DAY.first, -1))).toBe(0);
		const counts = await Promise.all([announceSeries(after(DAY.first)), announceSeries(after(DAY.first))]);
		expect(counts.sort()).toEqual([0, 1]);
		expect(await listAnnounced()).toEqual(['10-17', '10-24']);
		await continueSeries(after(DAY.second, -1));
		expect(await listAnnounced()).toEqual(['10-17', '10-24']);
		expect(await announceSeries(after(DAY.second))).toBe(1);
		expect(await listAnnounced()).toEqual(['10-17', '10-24', '10-31']);
	});

	test('wait until a date is near, the first one too', async () => {
		await Setting.create({ key: 'announce_days_before', value: '2' });
		await start();
		expect(await listAnnounced()).toEqual([]);
		expect(await announceSeries(after(DAY.first, -2 * DAY_MS - 1))).toBe(0);
		expect(await announceSeries(after(DAY.first, -2 * DAY_MS))).toBe(1);
		expect(await announceSeries(after(DAY.second, -2 * DAY_MS - 1))).toBe(0);
		expect(await announceSeries(after(DAY.second, -2 * DAY_MS))).toBe(1);
		expect(await listAnnounced()).toEqual(['10-17', '10-24']);
	});

	test('are one at a time with the longest time before, also past a cancelled date', async () => {
		await Setting.create({ key: 'announce_days_before', value: '60' });
		await start();
		const [, second] = await Event.findAll({ order: ['date'] });
		await on(cancelEvent, second ?? { id: '' });
		expect(await listAnnounced()).toEqual(['10-17']);
		expect(await announceSeries(after(DAY.first))).toBe(1);
		expect(await listAnnounced()).toEqual(['10-17', '10-31']);
	});

	test('of an event that was announced before it repeated', async () => {
		const event = await create({ announce: true });
		await on(startSeries, event, { interval_weeks: 1 });
		expect(await listAnnounced()).toEqual(['10-17']);
		expect(await announceSeries(after(DAY.first))).toBe(1);
	});

	test('never come without announcements, and not for one date after it was switched off', async () => {
		await start({ announce: false });
		expect(await announceSeries(after(DAY.first))).toBe(0);
		await Event.destroy({ where: {} });
		await start();
		const [, second] = await Event.findAll({ order: ['date'] });
		await update(second ?? { id: '' }, { date: DAY.second, announce: false });
		expect(await announceSeries(after(DAY.first))).toBe(0);
		expect(await announceSeries(after(DAY.second))).toBe(1);
		expect(await listAnnounced()).toEqual(['10-17', '10-31']);
	});

	test('can be posted at any time, and then once', async () => {
		await start();
		const [, , third, fourth] = await Event.findAll({ order: ['date'] });
		await on(postAnnouncement, third ?? { id: '' });
		await update(fourth ?? { id: '' }, { date: fourth?.date.toISOString(), announce: true });
		expect(await listAnnounced()).toEqual(['10-17', '10-31', '11-07']);
		expect(await Event.count({ where: { announceLater: true } })).toBe(1);
		expect(await announceSeries(after(DAY.second))).toBe(0);
	});

	test('need a channel when the series is created, and wait while it is missing later', async () => {
		const setChannel = () => Setting.create({ key: 'announcement_channel_id', value: '100000000000000001' });
		await Setting.destroy({ where: {} });
		await start();
		await setChannel();
		expect(await announceSeries(after(DAY.first))).toBe(0);
		await Event.destroy({ where: {} });
		await start();
		await Setting.destroy({ where: {} });
		expect(await announceSeries(after(DAY.first))).toBe(0);
		await setChannel();
		expect(await announceSeries(after(DAY.first))).toBe(1);
		expect(await listAnnounced()).toEqual(['10-17', '10-24']);
	});
});

describe('another interval or end of a series', () => {
	const change = (event: { id: string }, body: object) => on(updateSeries, event, body);
	const later = (weeks: number) => new Date(now.getTime() + weeks * WEEK_MS);

	test('leaves the dates that exist; the next one follows the last of them', async () => {
		const { id } = await create({ series: { interval_weeks: 1 } });
		const view = await change({ id }, { interval_weeks: 2, until: '2026-12-04' });
		expect(view.series).toMatchObject({ interval_weeks: 2, until: '2026-12-04' });
		await continueSeries(later(1));
		await continueSeries(later(9));
		expect((await listEvents()).map((text) => text.slice(0, 5))).toEqual([
			...['10-17', '10-24', '10-31', '11-07', '11-21', '12-05'],
		]);
		expect(await AuditEntry.findOne({ where: { action: 'events.updateSeries' } })).toMatchObject({
			detail: { rule: { interval_weeks: 2 }, until: '2026-12-04', pause: null },
		});
	});

	test('continues a series that has ended, with the events that are due', async () => {
		const { id } = await create({ series: { interval_weeks: 1, until: '2026-10-23' } });
		expect(await on(readSeries, { id })).toMatchObject({
			hasMore: false,
			coming: [
				{ id, date: expect.stringMatching(/^2026-10-17/), isCancelled: false },
				{ date: expect.stringMatching(/^2026-10-24/), isCancelled: false },
			],
		});
		await change({ id }, { interval_weeks: 1, until: null });
		expect(await listEvents()).toEqual(FRIDAYS);
		expect((await on(readSeries, { id })).coming).toHaveLength(4);
	});

	test('of a series that begins in five years creates its dates at once', async () => {
		const { id } = await create({
			date: '2031-07-05T00:30:00Z',
			series: { interval_weeks: 2, until: '2031-07-18' },
		});
		await change({ id }, { interval_weeks: 1, until: '2031-07-25' });
		expect((await listEvents()).map((text) => text.slice(0, 5))).toEqual(['07-05', '07-19', '07-26']);
	});

	test('that is the same changes nothing, and is refused before this event and for one that does not repeat', async () => {
		const { id } = await create({ series: { interval_weeks: 1, until: '2026-10-23' } });
		await change({ id }, { interval_weeks: 1, until: '2026-10-23' });
		expect(await AuditEntry.count({ where: { action: 'events.updateSeries' } })).toBe(0);
		expect(await refusalOf(change({ id }, { interval_weeks: 1, until: '2026-10-15' }))).toMatch(
			/^invalid.*until$/,
		);
		expect(await refusalOf(change(await createEventRow(), { interval_weeks: 1 }))).toMatch(/^conflict/);
		expect(await refusalOf(change({ id: '99999' }, { interval_weeks: 1 }))).toMatch(/^missing/);
		const call = { params: { eventId: id }, read: () => ({ interval_weeks: 2 }) };
		expect(await refusalOf(perform(updateSeries, as(await createUserRow()), call))).toMatch(/^denied/);
	});

	test('says on each event’s page whether dates follow', async () => {
		const { id } = await create({ series: { interval_weeks: 1, until: '2026-10-23' } });
		const [, last] = await Event.findAll({ order: ['date'] });
		const read = async (eventId = '') =>
			(await perform(readEventPage, as(creator), { params: { eventId } })).event.seriesProgress;
		expect([await read(id), await read(last?.id)]).toEqual(['complete', 'ended']);
		await change({ id }, { interval_weeks: 1, until: '2026-10-30' });
		await change({ id }, { interval_weeks: 1, until: null });
		expect([await read(id), await read(last?.id)]).toEqual(['running', 'running']);
		expect(await read((await createEventRow()).id)).toBeNull();
	});
});

describe('a series of months', () => {
	const FIRST_AND_THIRD = {
		months: 1,
		weekdays: [
			{ nth: 1, weekday: 2 },
			{ nth: 3, weekday: 6 },
		],
	};
	const listDates = async () => {
		const events = await Event.findAll({ order: ['date'] });
		return events.map(({ seriesDate, date }) => `${seriesDate} ${date.toISOString().slice(11, 16)}`);
	};

	test('has its next four dates; the event itself need not be one of them', async () => {
		const { id, series } = await create({ series: FIRST_AND_THIRD });
		expect(await listDates()).toEqual([
			'2026-10-16 00:30',
			'2026-10-17 00:30',
			'2026-11-03 01:30',
			'2026-11-21 01:30',
			'2026-12-01 01:30',
		]);
		expect(series).toEqual({
			id: expect.any(String),
			interval_weeks: null,
			rule: FIRST_AND_THIRD,
			until: null,
		});
		expect(await continueSeries(new Date('2026-10-18T12:00:00Z'))).toBe(1);
		expect((await listDates()).at(-1)).toBe('2026-12-19 01:30');
		const { dates } = await on(readSeriesDates, { id });
		expect(dates.slice(4, 8)).toEqual([
			{ date: '2026-12-02T01:30:00.000Z', event_id: expect.any(String) },
			{ date: '2026-12-20T01:30:00.000Z', event_id: expect.any(String) },
			{ date: '2027-01-06T01:30:00.000Z', event_id: null },
			{ date: '2027-01-17T01:30:00.000Z', event_id: null },
		]);
	});

	test('without weekdays repeats on the event’s own; the same request again changes nothing', async () => {
		const event = await create();
		for (const body of [{ months: 2 }, { months: 2, weekdays: [{ nth: 3, weekday: 5 }] }])
			expect((await start(event, body)).series?.rule).toEqual({
				months: 2,
				weekdays: [{ nth: 3, weekday: 5 }],
			});
		expect((await listDates()).map((text) => text.slice(0, 10))).toEqual([
			...['2026-10-16', '2026-12-18', '2027-02-19', '2027-04-16'],
		]);
		expect(await refusalOf(start(event, { months: 1 }))).toMatch(/^conflict/);
	});

	test('a moved date moves its weekday in all later months, and the other weekday stays', async () => {
		await create({ series: { ...FIRST_AND_THIRD, until: '2026-12-01' } });
		const tuesday = await Event.findOne({ where: { seriesDate: '2026-11-03' }, rejectOnEmpty: true });
		// From Tuesday, November 3 to Wednesday, November 4.
		const edit = { date: '2026-11-05T01:30:00Z', scope: 'following' };
		const preview = await on(previewFollowing, tuesday, { title: 'Friday', ...edit });
		expect(preview.events.map(({ newDate }) => newDate)).toEqual([null, '2026-12-03T01:30:00.000Z']);
		expect(preview.newUntil).toBe('2026-12-02');
		await update(tuesday, edit);
		expect(await listDates()).toEqual([
			...['2026-10-16 00:30', '2026-10-17 00:30', '2026-11-04 01:30', '2026-11-21 01:30', '2026-12-02 01:30'],
		]);
		expect((await on(readSeries, tuesday)).series).toMatchObject({
			rule: {
				months: 1,
				weekdays: [
					{ nth: 1, weekday: 3 },
					{ nth: 3, weekday: 6 },
				],
			},
			until: '2026-12-02',
		});
		await on(updateSeries, tuesday, { months: 1, weekdays: [{ nth: 1, weekday: 3 }] });
		expect((await listDates()).at(-1)).toBe('2027-02-03 01:30');
	});

	test('two weekdays that would meet on one date are refused, with nothing changed', async () => {
		await create({ series: FIRST_AND_THIRD });
		const before = await listDates();
		const tuesday = await Event.findOne({ where: { seriesDate: '2026-11-03' }, rejectOnEmpty: true });
		const edit = { date: '2026-11-22T01:30:00Z', scope: 'following' };
		expect(await refusalOf(update(tuesday, edit))).toMatch(/^invalid.*date$/);
		expect(await listDates()).toEqual(before);
	});

	test('replaces weeks: the next date by the new rule follows the last event', async () => {
		const { id } = await create({ series: { interval_weeks: 1 } });
		await on(updateSeries, { id }, { months: 1, weekdays: [{ nth: 'last', weekday: 5 }] });
		expect((await listDates()).map((text) => text.slice(0, 10))).toEqual([
			...['2026-10-16', '2026-10-23', '2026-10-30', '2026-11-06', '2026-11-27', '2026-12-25', '2027-01-29'],
		]);
		expect(await on(endSeries, { id }, {})).toMatchObject({ deleted: 0 });
		expect((await on(readSeries, { id })).series?.until).toBe('2027-01-29');
	});

	test('signs its regulars up', async () => {
		const { id } = await create({ series: FIRST_AND_THIRD });
		const user = await createUserRow();
		await perform(setRegular, as(user), { params: { eventId: id }, read: () => ({ status: 'confirmed' }) });
		await continueSeries(new Date('2026-10-18T12:00:00Z'));
		expect(await rowsOf('signups').count()).toBe(6);
		expect((await perform(listRegulars, as(user), {}))[0]?.rule).toEqual(FIRST_AND_THIRD);
	});
});

test('a deleted date does not come back when the dates move', async () => {
	const { id } = await create({ series: { interval_weeks: 1 } });
	await Event.destroy({ where: { seriesDate: '2026-11-06' } });
	await update({ id }, { date: '2026-10-18T00:30:00Z', scope: 'following' });
	await continueSeries(new Date('2026-10-18T12:00:00Z'));
	expect((await listEvents()).map((text) => text.slice(0, 5))).toEqual(['10-18', '10-25', '11-01', '11-15']);
});

describe('a pause', () => {
	const PAUSE = { from: '2026-10-23', until: '2026-10-30' };
	const listDates = async () => (await listEvents()).map((text) => text.slice(0, 5));

	test('leaves its dates out, and four others are open', async () => {
		const { id } = await create({ series: { interval_weeks: 1, pause: PAUSE } });
		expect(await listDates()).toEqual(['10-17', '11-07', '11-14', '11-21']);
		expect(await on(readSeriesDates, { id })).toMatchObject({ pause: PAUSE, until: null });
		expect(await continueSeries(new Date('2026-11-08T12:00:00Z'))).toBe(2);
		expect((await listDates()).slice(4)).toEqual(['11-28', '12-05']);
	});

	test('that is set later leaves what exists, and what it left out never comes back', async () => {
		const { id } = await create({ series: { interval_weeks: 1 } });
		await on(updateSeries, { id }, { interval_weeks: 1, pause: { from: '2026-11-01', until: '2026-11-20' } });
		expect(await listDates()).toEqual(['10-17', '10-24', '10-31', '11-07', '11-28']);
		await continueSeries(new Date('2026-11-01T12:00:00Z'));
		expect((await listDates()).slice(4)).toEqual(['11-28', '12-05', '12-12', '12-19']);
		await on(updateSeries, { id }, { interval_weeks: 1 });
		await continueSeries(new Date('2026-11-01T12:00:00Z'));
		expect(await listDates()).toHaveLength(8);
	});

	test('is part of what a repeated request must have, and of the trail', async () => {
		const event = await create();
		const body = { interval_weeks: 1, pause: PAUSE };
		await start(event, body);
		await start(event, body);
		expect(await refusalOf(start(event))).toMatch(/^conflict/);
		const entries = await AuditEntry.findAll({ where: { action: 'events.startSeries' } });
		expect(entries.map(({ detail }) => detail)).toMatchObject([{ pause: PAUSE }]);
	});

	test('is said to regulars until it is over, with how the series goes on', async () => {
		const { id } = await create({ series: { interval_weeks: 1, until: '2026-11-14', pause: PAUSE } });
		const user = await createUserRow();
		await perform(setRegular, as(user), { params: { eventId: id }, read: () => ({ status: 'late' }) });
		const list = (at: string) => perform(listRegulars, as(user, new Date(at)));
		expect(await list('2026-10-14T12:00:00Z')).toMatchObject([{ pause: PAUSE, progress: 'complete' }]);
		expect(await list('2026-11-15T12:00:00Z')).toMatchObject([{ pause: null, progress: 'ended' }]);
		await on(updateSeries, { id }, { interval_weeks: 1, pause: PAUSE });
		expect(await list('2026-10-14T12:00:00Z')).toMatchObject([{ pause: PAUSE, progress: 'running' }]);
	});

	test('is refused when it ends before it begins', async () => {
		const pause = { from: PAUSE.until, until: PAUSE.from };
		expect(await refusalOf(create({ series: { interval_weeks: 1, pause } }))).toMatch(
			/^invalid.*pause.until$/,
		);
	});
});

test('the dates of an event that does not repeat are refused', async () => {
	expect(await refusalOf(on(readSeriesDates, await createEventRow()))).toMatch(/^conflict/);
	expect(await refusalOf(on(readSeriesDates, { id: '99999' }))).toMatch(/^missing/);
});

describe('the end of a series', () => {
	test('keeps the later events, and creates no more', async () => {
		const { id } = await create({ series: { interval_weeks: 1 } });
		expect(await on(endSeries, { id })).toEqual({ message: 'The series has ended.', deleted: 0 });
		expect(await continueSeries(new Date(now.getTime() + 5 * WEEK_MS))).toBe(0);
		expect(await listEvents()).toEqual(FRIDAYS);
		expect(await on(readSeries, { id })).toMatchObject({ series: { until: '2026-11-06' }, hasMore: false });
	});

	test('deletes later events that nobody has signed up for, with their Discord events', async () => {
		const { id } = await create({ series: { interval_weeks: 1 } });
		const [first, , third] = await Event.findAll({ order: ['date'] });
		await createSignupRow({ eventId: third?.id ?? '' });
		expect(await on(endSeries, { id }, { deleteEmpty: true })).toEqual({
			message: 'The series has ended. Later events deleted: 2.',
			deleted: 2,
		});
		expect((await Event.findAll({ order: ['date'] })).map((event) => event.id)).toEqual([
			first?.id,
			third?.id,
		]);
		expect(await AuditEntry.count({ where: { action: 'events.delete' } })).toBe(2);
	});

	test('is refused for an event that does not repeat', async () => {
		expect(await refusalOf(on(endSeries, await createEventRow()))).toMatch(
			/^conflict This event doesn't repeat/,
		);
		expect(await refusalOf(on(endSeries, { id: '99999' }))).toMatch(/^missing/);
	});
});

describe('regulars', () => {
	const later = (weeks: number) => new Date(now.getTime() + weeks * WEEK_MS);
	const become = (user: User, event: { id: string }, status = 'confirmed') =>
		perform(setRegular, as(user), { params: { eventId: event.id }, read: () => ({ status }) });
	const stop = (user: User, event: { id: string }) =>
		perform(endRegular, as(user), { params: { eventId: event.id } });
	const listSignups = async (user: User) =>
		(
			await rows<{ text: string }>(
				`SELECT to_char(e.date AT TIME ZONE 'UTC', 'MM-DD ') || s.status AS text FROM signups s JOIN events e ON e.id = s.event_id
			WHERE s.user_id = :id ORDER BY e.date`,
				{ id: user.id },
			)
		).map(({ text }) => text);

	test('are signed up for this and all later events, and get one message with each new one', async () => {
		await create({ series: { interval_weeks: 1 } });
		const [, second, third] = await Event.findAll({ order: ['date'] });
		const user = await createUserRow();
		await createSignupRow({ eventId: third?.id ?? '', userId: user.id, status: 'declined' });
		expect(await become(user, second ?? { id: '' }, 'late')).toEqual({ status: 'late' });
		expect(await listSignups(user)).toEqual(['10-24 late', '10-31 declined', '11-07 late']);
		expect(await perform(listRegulars, as(user))).toMatchObject([
			{ title: 'Friday', status: 'late', interval_weeks: 1, rule: { interval_weeks: 1 }, until: null },
		]);
		await continueSeries(later(1));
		await continueSeries(later(1));
		expect((await listSignups(user)).slice(3)).toEqual(['11-14 late']);
		expect(await rowsOf('direct_messages').list({ userId: user.id })).toMatchObject([
			{ kind: 'regular', state: 'pending' },
		]);

		expect((await stop(user, second ?? { id: '' })).message).toContain('Your signups stay.');
		expect(await refusalOf(stop(user, second ?? { id: '' }))).toMatch(/^missing/);
		await continueSeries(later(2));
		expect(await listSignups(user)).toHaveLength(4);
		expect(await perform(listRegulars, as(user))).toEqual([]);
	});

	test('of 200 for 100 places: half by regulars in their order, the rest by the public rule', async () => {
		const { id, series } = await create({ capacity: 100, series: { interval_weeks: 1 } });
		await Event.destroy({
			where: { id: (await Event.findAll({ order: ['date'] })).slice(1).map((event) => event.id) },
		});
		await rows(
			`WITH u AS (INSERT INTO users (username, discord_id) SELECT 'regular ' || n, (10000000000000000 + n)::text
				FROM generate_series(1, 200) n RETURNING id)
			INSERT INTO series_regulars (series_id, user_id, status, created_at)
			SELECT :seriesId, id, 'confirmed', timestamptz '2026-01-01' - id * interval '1 hour' FROM u`,
			{ seriesId: series?.id },
		);
		expect(await continueSeries(later(1))).toBe(1);
		const [event] = await Event.findAll({ where: { seriesDate: '2026-11-13' } });
		const placed = await rows<{ user_id: string; place: string }>(
			'SELECT user_id, place FROM signups WHERE event_id = :id ORDER BY created_at, id',
			{ id: event?.id },
		);
		const newestFirst = (await User.findAll({ where: { role: 'player' }, order: [['id', 'DESC']] })).slice(
			0,
			50,
		);
		expect(placed).toEqual(newestFirst.map((user) => ({ user_id: user.id, place: 'placed' })));
		const messages = await rows(
			'SELECT kind, count(*)::int AS count FROM direct_messages WHERE event_id = :id GROUP BY kind ORDER BY kind',
			{ id: event?.id },
		);
		expect(messages).toEqual([
			{ kind: 'nudge', count: 150 },
			{ kind: 'regular', count: 50 },
		]);

		const others = await Promise.all(Array.from({ length: 51 }, () => createUserRow()));
		for (const user of others) {
			const call = { params: { eventId: event?.id ?? '' }, read: () => ({ status: 'confirmed' }) };
			await perform(putSignup, as(user, later(1)), call);
		}
		const places = await rows(
			'SELECT place, count(*)::int AS count FROM signups WHERE event_id = :id GROUP BY place ORDER BY place',
			{ id: event?.id },
		);
		expect(places).toEqual([
			{ place: 'placed', count: 100 },
			{ place: 'waiting', count: 1 },
		]);
		expect(id).not.toBe(event?.id);
	});

	test('who run the event, have left the server, or want no messages', async () => {
		const teller = await createUserRow({ role: 'storyteller' });
		const [former, quiet] = [
			await createUserRow({ membershipLostAt: now }),
			await createUserRow({ notifications: false }),
		];
		const { id } = await create({ storytellerIds: [teller.id], series: { interval_weeks: 1 } });
		for (const user of [teller, former, quiet]) await become(user, { id });
		await continueSeries(later(1));
		const [event] = await Event.findAll({ where: { seriesDate: '2026-11-13' } });
		expect(await rows('SELECT user_id FROM signups WHERE event_id = :id', { id: event?.id })).toEqual([
			{ user_id: quiet.id },
		]);
		expect(await rowsOf('direct_messages').count()).toBe(0);
		expect(await listSignups(teller)).toEqual([]);
	});

	test('keep their turn when they change the status; declined is refused, and so is an event that does not repeat', async () => {
		const { id } = await create({ series: { interval_weeks: 1 } });
		const user = await createUserRow();
		await become(user, { id });
		await perform(setRegular, as(user, later(1)), {
			params: { eventId: id },
			read: () => ({ status: 'tentative' }),
		});
		expect(await rowsOf('series_regulars').list()).toMatchObject([{ status: 'tentative', createdAt: now }]);
		expect(await refusalOf(become(user, { id }, 'declined'))).toMatch(/^invalid/);
		expect(await refusalOf(become(user, await createEventRow()))).toMatch(
			/^conflict This event doesn't repeat/,
		);
		expect(await refusalOf(stop(user, await createEventRow()))).toMatch(/^conflict/);
		expect(await refusalOf(become(user, { id: '99999' }))).toMatch(/^missing/);
	});

	test('who become one while the job creates an event are signed up for it once', async () => {
		const { id } = await create({ series: { interval_weeks: 1 } });
		const users = await Promise.all(Array.from({ length: 6 }, () => createUserRow()));
		await Promise.all([continueSeries(later(1)), ...users.map((user) => become(user, { id }))]);
		for (const user of users) expect(await listSignups(user)).toHaveLength(5);
	});
});
