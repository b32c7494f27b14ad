import type { Transaction } from 'sequelize';
import { Event, EventSeries } from '~/database/models/index.ts';
import { execute, insertMany, one, rows } from '~/database/sql.ts';
import { SERIES_COLUMNS } from '~/domain/events/field-uses.ts';
import type { Occurrence, SeriesTemplate } from '~/domain/events/following.ts';
import type { EventDetail } from '~/domain/events/schema.ts';
import { getStart, listDueDates, SERIES_TEXTS } from '~/domain/events/series.ts';
import { type SeriesInput, seriesInput } from '~/domain/events/series-schema.ts';
import { conflict, invalid, missing } from '~/domain/refusal.ts';
import { addDays } from '~/domain/time/day.ts';
import { getToday, instantToWallTime } from '~/domain/time/wall-time.ts';
import { listRolesFrom } from '~/domain/users/roles.ts';
import { logFailure } from '../../log.ts';
import { inJobTransaction } from '../../queue.ts';
import { announceNearEvents } from '../announcements/index.ts';
import { defineOperation, isId } from '../kernel/operation.ts';
import { signUpRegulars } from '../signups/index.ts';
import { selectEventDetail } from './queries.ts';
import { insertEvent, lockEvent, recordEventAudit } from './save-event.ts';

const OCCURRENCE = `SELECT e.id, e.series_date::text AS "seriesDate", e.date, e.timezone, ${SERIES_COLUMNS.map(
	([field, column]) => `e.${column} AS "${field}"`,
).join(', ')},
		coalesce((SELECT json_agg(es.user_id::text ORDER BY es.position, es.user_id) FROM event_storytellers es
			WHERE es.event_id = e.id), '[]') AS "storytellerIds" FROM events e`;

/** Returns the values of an event of a series. Throws Refusal 'missing' when no such event exists. */
export async function selectOccurrence(eventId: string, transaction?: Transaction): Promise<Occurrence> {
	const found = await one<Occurrence>(`${OCCURRENCE} WHERE e.id = :eventId`, { eventId }, transaction);
	if (!found) throw missing('Event');
	return found;
}

/** Returns the values of these events, in no order. */
export const selectOccurrences = (ids: readonly string[]): Promise<Occurrence[]> =>
	rows<Occurrence>(`${OCCURRENCE} WHERE e.id = ANY(:ids::bigint[])`, { ids });

/** Returns the events of a series after a date ('2026-10-16') that are not over, by date. */
export const selectLater = (
	seriesId: string,
	date: string,
	transaction?: Transaction,
): Promise<Occurrence[]> =>
	rows<Occurrence>(
		`${OCCURRENCE} WHERE e.series_id = :seriesId AND e.series_date > :date::date AND e.status <> 'completed'
		ORDER BY e.series_date`,
		{ seriesId, date },
		transaction,
	);

/** Returns the values that the next events of a series get. */
export async function readTemplate(series: EventSeries, transaction?: Transaction): Promise<SeriesTemplate> {
	const storytellers = await rows<{ id: string }>(
		'SELECT user_id::text AS id FROM series_storytellers WHERE series_id = :seriesId ORDER BY position, user_id',
		{ seriesId: series.id },
		transaction,
	);
	return { ...series.get({ plain: true }), storytellerIds: storytellers.map(({ id }) => id) };
}

/** Replaces the storytellers that the next events of a series get, in their order. */
export async function replaceSeriesStorytellers(
	seriesId: string,
	ids: readonly string[],
	transaction: Transaction,
) {
	await execute('DELETE FROM series_storytellers WHERE series_id = :seriesId', { seriesId }, transaction);
	const chosen = ids.map((userId, position) => ({ series_id: seriesId, user_id: userId, position }));
	await insertMany('series_storytellers', chosen, transaction);
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

/** Locks an event and all later ones of its locked series by id until the transaction ends. */
export const lockFromEvent = (eventId: string, transaction: Transaction): Promise<number> =>
	execute(
		`SELECT FROM events e JOIN events first ON e.series_id = first.series_id AND e.series_date >= first.series_date
		WHERE first.id = :eventId ORDER BY e.id FOR UPDATE OF e`,
		{ eventId },
		transaction,
	);

/**
 * Makes an event the first one of a new series, and creates its next events, within `transaction`. Returns how many events
 * the series has. Throws Refusal 'invalid' (field `until`) when the series would end before its second event.
 */
export async function insertSeries(
	eventId: string,
	{ interval_weeks: intervalWeeks, until }: SeriesInput,
	now: Date,
	transaction: Transaction,
): Promise<number> {
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
			e.announce_later OR EXISTS (SELECT FROM announcements WHERE event_id = e.id AND kind = 'event'
				AND wanted = 'present') AS announces
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
	return 1 + (await createFirstEvents(series, now, transaction));
}

/**
 * Creates the events of a locked series that are due; returns how many. A series that begins later also has its first four
 * at once.
 */
async function createFirstEvents(series: EventSeries, now: Date, transaction: Transaction): Promise<number> {
	const begin = await one<{ date: string }>(
		'SELECT min(series_date)::text AS date FROM events WHERE series_id = :seriesId',
		{ seriesId: series.id },
		transaction,
	);
	const today = getToday(series.timezone, now);
	const dayBefore = addDays(begin?.date ?? today, -7 * series.intervalWeeks);
	return createDueEvents(series, dayBefore > today ? dayBefore : today, now, transaction);
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
				isOfSeries: true,
			},
			null,
			now,
			transaction,
		);
		await signUpRegulars({ eventId, seriesId, now }, transaction);
	}
	await series.update({ nextDate }, { transaction });
	await announceNearEvents(now, transaction, series.id);
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

/**
 * Changes how often a series repeats, and its last possible date (PUT /api/events/{id}/series). Its events stay as they
 * are; the next one follows the last of them. Throws Refusal 'missing' when no such event exists, 'conflict' when it does
 * not repeat, 'invalid' when the series would end before this event.
 */
export const updateSeries = defineOperation({
	allow: 'events.updateSeries',
	params: ['eventId'],
	input: seriesInput,
	handle: ({ actor, params, input, now }): Promise<EventDetail> =>
		inJobTransaction(async (transaction) => {
			const series = await lockSeries(params.eventId, transaction);
			const event = await lockEvent(params.eventId, transaction);
			const { interval_weeks: intervalWeeks, until } = input;
			if (until !== null && until < String(event.seriesDate))
				throw invalid({ until: [SERIES_TEXTS.endsBefore] });
			if (series.intervalWeeks !== intervalWeeks || series.until !== until) {
				const nextDate = addDays(series.nextDate, 7 * (intervalWeeks - series.intervalWeeks));
				await series.update({ intervalWeeks, until, nextDate }, { transaction });
				await createFirstEvents(series, now, transaction);
				const detail = { interval_weeks: intervalWeeks, until };
				await recordEventAudit('events.updateSeries', event.id, { actor, now, transaction }, detail);
			}
			return selectEventDetail(actor, event.id, transaction);
		}),
});
