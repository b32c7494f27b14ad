import { createHash } from 'node:crypto';
import type { Transaction } from 'sequelize';
import { z } from 'zod';
import { Event, EventSeries, SeriesStoryteller } from '~/database/models/index.ts';
import { execute, one, rows } from '~/database/sql.ts';
import { type OverCapacity, renameMinimum, updateEventInput } from '~/domain/events/input.ts';
import type { EventDetail } from '~/domain/events/schema.ts';
import {
	getStart,
	hasMoreDates,
	listDueDates,
	listFieldNames,
	type PlannedChange,
	planFollowing,
	SERIES_TEXTS,
	type SeriesTemplate,
	type SeriesValues,
} from '~/domain/events/series.ts';
import {
	endSeriesInput,
	type SeriesInput,
	type SeriesView,
	seriesInput,
} from '~/domain/events/series-schema.ts';
import { conflict, invalid, missing } from '~/domain/refusal.ts';
import { addDays } from '~/domain/time/day.ts';
import { getToday, instantToWallTime } from '~/domain/time/wall-time.ts';
import { listRolesFrom } from '~/domain/users/roles.ts';
import { logFailure } from '../../log.ts';
import { inJobTransaction } from '../../queue.ts';
import { recordAudits } from '../kernel/audit.ts';
import { defineOperation, isId } from '../kernel/operation.ts';
import { keepForUndo } from '../kernel/undo.ts';
import { endMirrors } from '../mirror/index.ts';
import { selectEventDetail } from './queries.ts';
import { signUpRegulars } from './regulars.ts';
import {
	type ActorContext,
	insertEvent,
	lockEvent,
	recordEventAudit,
	saveEdit,
	setChange,
} from './saving.ts';

type Occurrence = SeriesValues & { id: string; seriesDate: string; date: Date; timezone: string };

const OCCURRENCE = `SELECT e.id::text, e.series_date::text AS "seriesDate", e.date, e.timezone, e.title, e.description,
		e.duration, e.location, e.capacity, e.minimum_players AS "minimumPlayers", e.decide_minutes AS "decideMinutes",
		e.on_too_few AS "onTooFew", e.image_id::text AS "imageId",
		coalesce((SELECT json_agg(es.user_id::text ORDER BY es.position, es.user_id) FROM event_storytellers es
			WHERE es.event_id = e.id), '[]') AS "storytellerIds" FROM events e`;

/** Returns the values of an event of a series. Throws Refusal 'missing' when no such event exists. */
export async function selectOccurrence(eventId: string, transaction?: Transaction): Promise<Occurrence> {
	const found = await one<Occurrence>(`${OCCURRENCE} WHERE e.id = :eventId`, { eventId }, transaction);
	if (!found) throw missing('Event');
	return found;
}

/** The events of a series after a date that are not over, by date. */
const selectLater = (seriesId: string, date: string, transaction?: Transaction): Promise<Occurrence[]> =>
	rows<Occurrence>(
		`${OCCURRENCE} WHERE e.series_id = :seriesId AND e.series_date > :date::date AND e.status <> 'completed'
		ORDER BY e.series_date`,
		{ seriesId, date },
		transaction,
	);

async function readTemplate(series: EventSeries, transaction?: Transaction): Promise<SeriesTemplate> {
	const storytellers = await rows<{ id: string }>(
		'SELECT user_id::text AS id FROM series_storytellers WHERE series_id = :seriesId ORDER BY position, user_id',
		{ seriesId: series.id },
		transaction,
	);
	return { ...series.get({ plain: true }), storytellerIds: storytellers.map(({ id }) => id) };
}

async function replaceSeriesStorytellers(seriesId: string, ids: readonly string[], transaction: Transaction) {
	await SeriesStoryteller.destroy({ where: { seriesId }, transaction });
	await SeriesStoryteller.bulkCreate(
		ids.map((userId, position) => ({ seriesId, userId, position })),
		{ transaction },
	);
}

/**
 * Returns the series of an event, locked until the transaction ends. It must be locked before its events. Throws Refusal
 * 'missing' when no such event exists, 'conflict' when the event does not repeat.
 */
export async function lockSeries(eventId: string, transaction: Transaction): Promise<EventSeries> {
	const event = isId(eventId) ? await Event.findByPk(eventId, { transaction }) : null;
	if (!event) throw missing('Event');
	const series =
		event.seriesId &&
		(await EventSeries.findByPk(event.seriesId, { transaction, lock: transaction.LOCK.UPDATE }));
	if (!series) throw conflict(SERIES_TEXTS.isNoPart);
	return series;
}

/**
 * Makes an event the first one of a new series, and creates its next events, within `transaction`. Throws Refusal
 * 'invalid' (field `until`) when the series would end before its second event.
 */
export async function insertSeries(
	eventId: string,
	{ interval_weeks: intervalWeeks, until }: SeriesInput,
	now: Date,
	transaction: Transaction,
): Promise<void> {
	const {
		date,
		timezone,
		storytellerIds,
		id: _,
		seriesDate: __,
		...values
	} = await selectOccurrence(eventId, transaction);
	const start = instantToWallTime(date, timezone);
	if (until !== null && until <= start.date) throw invalid({ until: [SERIES_TEXTS.endsBefore] });
	const event = await one<{ creatorId: string | null; createsDiscordEvent: boolean; announces: boolean }>(
		`SELECT creator_id::text AS "creatorId",
			EXISTS (SELECT FROM discord_mirrors WHERE event_id = e.id AND series_start IS NULL) AS "createsDiscordEvent",
			EXISTS (SELECT FROM announcements WHERE event_id = e.id AND kind = 'event' AND wanted = 'present') AS announces
		FROM events e WHERE e.id = :eventId`,
		{ eventId },
		transaction,
	);
	if (!event) throw missing('Event');
	const series = await EventSeries.create(
		{
			...values,
			...event,
			timezone,
			intervalWeeks,
			until,
			startTime: start.time,
			nextDate: addDays(start.date, 7 * intervalWeeks),
		},
		{ transaction },
	);
	await replaceSeriesStorytellers(series.id, storytellerIds, transaction);
	await Event.update(
		{ seriesId: series.id, seriesDate: start.date },
		{ where: { id: eventId }, transaction },
	);
	// A series that begins later also has its first four events at once.
	const dayBefore = addDays(start.date, -7 * intervalWeeks);
	const today = getToday(timezone, now);
	await createDueEvents(series, dayBefore > today ? dayBefore : today, now, transaction);
}

/** Creates the events of a locked series that are due on the day `today` and begin after `now`; returns how many. */
async function createDueEvents(
	series: EventSeries,
	today: string,
	now: Date,
	transaction: Transaction,
): Promise<number> {
	const { due, nextDate } = listDueDates(series, today);
	const { intervalWeeks, until, startTime, creatorId, createsDiscordEvent, announces, ...values } =
		series.get({ plain: true });
	// Storytellers who have lost the role are left out: a job can ask nobody to choose others.
	const storytellers = await rows<{ id: string }>(
		`SELECT u.id::text FROM series_storytellers ss JOIN users u ON u.id = ss.user_id
		WHERE ss.series_id = :seriesId AND u.role = ANY(:roles::text[]) ORDER BY ss.position, u.id FOR KEY SHARE OF u`,
		{ seriesId: series.id, roles: listRolesFrom('storyteller') },
		transaction,
	);
	const dates = due.filter((date) => getStart(date, series) > now);
	for (const seriesDate of dates) {
		const { id: seriesId, nextDate: _, ...fields } = values;
		const { eventId } = await insertEvent(
			{
				...fields,
				seriesId,
				seriesDate,
				date: getStart(seriesDate, series),
				storytellerIds: storytellers.map(({ id }) => id),
				creatorId,
				createDiscordEvent: createsDiscordEvent,
				announce: announces,
			},
			null,
			now,
			transaction,
		);
		await signUpRegulars({ eventId, seriesId, now }, transaction);
	}
	await series.update({ nextDate }, { transaction });
	return dates.length;
}

/**
 * Creates the events of all series that are due at `now`, each series in its own transaction, and returns how many. The
 * row of a series is locked and has its next date, so that two replicas create no event twice. Throws after the last
 * series when one of them failed.
 */
export async function continueSeries(now: Date): Promise<number> {
	// A series without events cannot be ended by anyone.
	await execute(
		'DELETE FROM event_series s WHERE NOT EXISTS (SELECT FROM events e WHERE e.series_id = s.id)',
		{},
	);
	const due = await rows<{ id: string }>(
		`SELECT id::text FROM event_series WHERE next_date <= coalesce(until, next_date)
			AND next_date <= (:now AT TIME ZONE 'UTC')::date + 1 + 28 * interval_weeks ORDER BY id`,
		{ now },
	);
	let created = 0;
	let failed = 0;
	for (const { id } of due) {
		try {
			created += await inJobTransaction(async (transaction) => {
				const series = await EventSeries.findByPk(id, { transaction, lock: transaction.LOCK.UPDATE });
				return series ? createDueEvents(series, getToday(series.timezone, now), now, transaction) : 0;
			});
		} catch (error) {
			// The other series go on.
			logFailure(error, 'series not continued', { seriesId: id });
			failed += 1;
		}
	}
	// So the health page counts the job as failed.
	if (failed > 0) throw new Error(`${failed} series could not be continued`);
	return created;
}

/**
 * Lets an event repeat (POST /api/events/{id}/series) and creates its next events. The same request for an event that
 * repeats already changes nothing. Throws Refusal 'missing' when no such event exists, 'conflict' when it repeats otherwise
 * or does not take place, 'invalid' when the series would end before its second event.
 */
export const startSeries = defineOperation({
	allow: 'events.startSeries',
	params: ['eventId'],
	input: seriesInput,
	handle: ({ actor, params, input, now }): Promise<EventDetail> =>
		inJobTransaction(async (transaction) => {
			const event = await lockEvent(params.eventId, transaction);
			if (event.status !== 'active') throw conflict(SERIES_TEXTS.isClosed);
			const { series } = await selectEventDetail(actor, event.id, transaction);
			if (series?.interval_weeks === input.interval_weeks && series.until === input.until)
				return selectEventDetail(actor, event.id, transaction);
			if (series) throw conflict(SERIES_TEXTS.isPart);
			await insertSeries(event.id, input, now, transaction);
			const detail = { interval_weeks: input.interval_weeks };
			await recordEventAudit('events.startSeries', event.id, { actor, now, transaction }, detail);
			return selectEventDetail(actor, event.id, transaction);
		}),
});

const IS_EMPTY = `NOT EXISTS (SELECT FROM signups s WHERE s.event_id = e.id)
	AND NOT EXISTS (SELECT FROM comments c WHERE c.event_id = e.id)`;
const IS_LATER = "e.series_id = :seriesId AND e.series_date > :date::date AND e.status <> 'completed'";

/**
 * Ends the series of an event (DELETE /api/events/{id}/series): no more events are created. On request, the later events
 * without signups and comments are deleted with their Discord events. Throws Refusal 'missing' when no such event exists,
 * 'conflict' when it does not repeat.
 */
export const endSeries = defineOperation({
	allow: 'events.endSeries',
	params: ['eventId'],
	input: endSeriesInput,
	handle: ({ actor, params, input, now }): Promise<{ message: string; deleted: number }> =>
		inJobTransaction(async (transaction) => {
			const context = { actor, now, transaction };
			const series = await lockSeries(params.eventId, transaction);
			const event = await lockEvent(params.eventId, transaction);
			const last = addDays(series.nextDate, -7 * series.intervalWeeks);
			if (hasMoreDates(series)) await series.update({ until: last }, { transaction });
			const deleted = await keepForUndo({ action: 'events.endSeries', now, transaction }, async () => {
				const count = input.deleteEmpty ? await deleteEmptyLater(event, context) : 0;
				await recordEventAudit('events.endSeries', event.id, context, { deleted: count });
				return count;
			});
			const texts = ['The series has ended.', deleted > 0 && `Later events deleted: ${deleted}.`];
			return { message: texts.filter(Boolean).join(' '), deleted };
		}),
});

async function deleteEmptyLater(
	{ seriesId, seriesDate: date }: Event,
	{ actor, now, transaction }: ActorContext & { transaction: Transaction },
): Promise<number> {
	const binds = { seriesId, date };
	// Locked first, so that a signup of this moment is seen.
	await execute(`SELECT e.id FROM events e WHERE ${IS_LATER} ORDER BY e.id FOR UPDATE`, binds, transaction);
	const empty = await rows<{ id: string }>(
		`SELECT e.id::text FROM events e WHERE ${IS_LATER} AND ${IS_EMPTY}`,
		binds,
		transaction,
	);
	const ids = empty.map(({ id }) => id);
	const discordDeletedIds = new Set(await endMirrors(ids, true, transaction, now));
	await Event.destroy({ where: { id: ids }, transaction });
	const subjects = ids.map((id) => ({ id, detail: { discordEventDeleted: discordDeletedIds.has(id) } }));
	if (ids.length > 0)
		await recordAudits({ actor, action: 'events.delete', type: 'event', subjects, now }, transaction);
	return ids.length;
}

/** What the dialog of a series shows: `later` events that are not over, how many of them are `empty`. */
export type SeriesState = {
	event: { id: string; title: string; date: string; isActive: boolean };
	series: SeriesView | null;
	later: number;
	empty: number;
	/** Whether more events will be created. */
	hasMore: boolean;
};

/** Returns what the dialog of a series shows. Throws Refusal 'missing' when no such event exists. */
export const readSeries = defineOperation({
	allow: 'events.startSeries',
	params: ['eventId'],
	input: z.object({}),
	async handle({ params: { eventId } }): Promise<SeriesState> {
		if (!isId(eventId)) throw missing('Event');
		const row = await one<SeriesState & { nextDate: string }>(
			`SELECT json_build_object('id', of.id::text, 'title', of.title, 'date', of.date, 'isActive', of.status = 'active')
					AS event, se.next_date::text AS "nextDate",
				CASE WHEN se.id IS NOT NULL THEN json_build_object('id', se.id::text, 'interval_weeks', se.interval_weeks,
					'until', se.until) END AS series, l.later, l.empty
			FROM events of LEFT JOIN event_series se ON se.id = of.series_id
			CROSS JOIN LATERAL (SELECT count(*)::int AS later, count(*) FILTER (WHERE ${IS_EMPTY})::int AS empty
				FROM events e WHERE e.series_id = of.series_id AND e.series_date > of.series_date
					AND e.status <> 'completed') l
			WHERE of.id = :eventId`,
			{ eventId },
		);
		if (!row) throw missing('Event');
		const { nextDate, ...state } = row;
		const hasMore = state.series !== null && hasMoreDates({ nextDate, until: state.series.until });
		return { ...state, event: { ...state.event, date: new Date(state.event.date).toISOString() }, hasMore };
	},
});

async function planLater(
	series: EventSeries,
	before: Occurrence,
	after: Omit<Occurrence, 'id' | 'seriesDate'>,
	transaction?: Transaction,
) {
	const template = await readTemplate(series, transaction);
	const later = await selectLater(series.id, before.seriesDate, transaction);
	return planFollowing({ template, before, after, later });
}

/** What an edit changes in one later event; the texts name the fields. */
export type FollowingPreview = {
	id: string;
	title: string;
	/** ISO 8601, before and after the edit. */
	date: string;
	newDate: string | null;
	timezone: string;
	changed: string;
	own: string;
};

/**
 * Returns what `updateEvent` with the scope 'following' would change in the later events of a series; `seen` differs when
 * anything of that does. Throws Refusal
 * 'missing' when no such event exists, 'conflict' when it does not repeat.
 */
export const previewFollowing = defineOperation({
	allow: 'events.update',
	params: ['eventId'],
	input: updateEventInput,
	async handle({ params: { eventId }, input }): Promise<{ events: FollowingPreview[]; seen: string }> {
		const event = isId(eventId) ? await Event.findByPk(eventId) : null;
		if (!event) throw missing('Event');
		const series = event.seriesId && (await EventSeries.findByPk(event.seriesId));
		if (!series) throw conflict(SERIES_TEXTS.isNoPart);
		const { image, imageHash, ...fields } = renameMinimum(input);
		const before = await selectOccurrence(eventId);
		const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
		const after = {
			...before,
			...given,
			...(image === null && { imageId: null }),
			...(imageHash && { imageId: imageHash }),
		};
		const { events } = await planLater(series, before, after);
		const previews = events.map(toPreview);
		return {
			events: previews,
			seen: createHash('sha256').update(JSON.stringify(events)).digest('base64url'),
		};
	},
});

function toPreview({ event, changes, own }: PlannedChange<Occurrence>): FollowingPreview {
	const { date, timezone, ...others } = changes;
	const fields = Object.keys(others) as (keyof SeriesValues)[];
	return {
		id: event.id,
		title: event.title,
		date: event.date.toISOString(),
		timezone: timezone ?? event.timezone,
		newDate: date?.toISOString() ?? null,
		changed: listFieldNames(fields),
		own: listFieldNames(own),
	};
}

/**
 * Changes the later events of a locked series as the edit that has just changed the event `before`, and what the next
 * events of the series get. Throws Refusal 'invalid' (field `date`) when the dates would overlap those before.
 */
export async function changeFollowing(
	series: EventSeries,
	before: Occurrence,
	{
		overCapacity,
		...context
	}: ActorContext & { transaction: Transaction; overCapacity?: OverCapacity | undefined },
): Promise<void> {
	const { actor, transaction } = context;
	const after = await selectOccurrence(before.id, transaction);
	const { template, shiftDays, events } = await planLater(series, before, after, transaction);
	await moveDates(series, before.seriesDate, shiftDays, transaction);
	const { storytellerIds, ...values } = template;
	await series.update({ ...values, nextDate: addDays(series.nextDate, shiftDays) }, { transaction });
	await replaceSeriesStorytellers(series.id, storytellerIds, transaction);
	for (const { event: planned, changes } of events) {
		const event = await lockEvent(planned.id, transaction);
		const saved = await selectEventDetail(actor, event.id, transaction);
		const { storytellerIds: newIds, ...fields } = changes;
		const changed = setChange(event, saved, { fields, storytellerIds: newIds });
		// The question about fewer places is asked for the edited event only; in later events users keep their places.
		const ofPlaces = overCapacity === 'ask' ? 'keep' : overCapacity;
		const edit = { changed, storytellerIds: newIds, overCapacity: ofPlaces, detail: { following: true } };
		if (changed.length > 0) await saveEdit(event, saved, edit, context);
	}
}

/** Moves the dates of a series from `date` on by some days. */
async function moveDates({ id }: EventSeries, date: string, days: number, transaction: Transaction) {
	if (days === 0) return;
	const binds = { seriesId: id, date, days };
	const overlap = await one(
		`SELECT 1 FROM events WHERE series_id = :seriesId AND series_date < :date::date
			AND series_date >= :date::date + :days::int`,
		binds,
		transaction,
	);
	if (overlap) throw invalid({ date: [SERIES_TEXTS.overlaps] });
	await execute(
		'UPDATE events SET series_date = series_date + :days::int WHERE series_id = :seriesId AND series_date >= :date::date',
		binds,
		transaction,
	);
}
