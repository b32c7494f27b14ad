import type { Transaction } from 'sequelize';
import { Event, EventSeries } from '~/database/models/index.ts';
import { one, rows, selectColumn } from '~/database/sql.ts';
import { SERIES_COLUMNS } from '~/domain/events/field-uses.ts';
import type { Occurrence, SeriesTemplate } from '~/domain/events/following.ts';
import { hasMoreDates, listStarts, SERIES_TEXTS, type SeriesClock } from '~/domain/events/series.ts';
import { type Pause, stepDate } from '~/domain/events/series-rule.ts';
import type { SeriesDates, SeriesView } from '~/domain/events/series-schema.ts';
import { conflict, missing } from '~/domain/refusal.ts';
import { lockEvents } from '../kernel/lock-event.ts';
import { defineOperation, getRow, isId } from '../kernel/operation.ts';

/** A condition that the event `e` has neither signups nor comments. */
export const IS_EMPTY = `NOT EXISTS (SELECT FROM signups s WHERE s.event_id = e.id)
	AND NOT EXISTS (SELECT FROM comments c WHERE c.event_id = e.id)`;

/** What the dialog of a series shows: `later` events that are not over, how many of them are `empty`. */
export type SeriesState = {
	event: { id: string; title: string; date: string; isActive: boolean; seriesDate: string };
	series: (SeriesView & { pause: Pause | null }) | null;
	clock: SeriesClock;
	later: number;
	empty: number;
	/** Whether more events will be created. */
	hasMore: boolean;
	/** Its events from now on, by date. */
	coming: { id: string; date: string; isCancelled: boolean }[];
};

/** Returns what the dialog of a series shows. Throws Refusal 'missing' when no such event exists. */
export const readSeries = defineOperation({
	allow: 'events.startSeries',
	params: ['eventId'],
	async handle({ params: { eventId }, now }): Promise<SeriesState> {
		const { nextDate, ...state } = await getRow<Omit<SeriesState, 'hasMore'> & { nextDate: string }>(
			['Event', eventId],
			`SELECT json_build_object('id', of.id::text, 'title', of.title, 'date', of.date, 'isActive', of.status = 'active',
					'seriesDate', coalesce(of.series_date, (of.date AT TIME ZONE of.timezone)::date))
					AS event,
				se.next_date::text AS "nextDate", json_build_object('lastDate', (of.date AT TIME ZONE of.timezone)::date,
					'startTime', coalesce(se.start_time, to_char(of.date AT TIME ZONE of.timezone, 'HH24:MI')),
					'timezone', coalesce(se.timezone, of.timezone)) AS clock,
				CASE WHEN se.id IS NOT NULL THEN json_build_object('id', se.id::text, 'interval_weeks', se.rule -> 'interval_weeks',
					'rule', se.rule, 'until', se.until, 'pause', se.pause) END AS series, l.later, l.empty,
				coalesce((SELECT json_agg(json_build_object('id', c.id::text, 'date', c.date, 'isCancelled', c.status = 'cancelled')
					ORDER BY c.date, c.id) FROM events c WHERE c.series_id = of.series_id AND c.date > :now), '[]') AS coming
			FROM events of LEFT JOIN event_series se ON se.id = of.series_id
			CROSS JOIN LATERAL (SELECT count(*)::int AS later, count(*) FILTER (WHERE ${IS_EMPTY})::int AS empty
				FROM events e WHERE e.series_id = of.series_id AND e.series_date > of.series_date
					AND e.status <> 'completed') l
			WHERE of.id = :eventId`,
			{ eventId, now },
		);
		const hasMore = state.series !== null && hasMoreDates({ nextDate, until: state.series.until });
		const lastDate = state.series ? stepDate(state.series.rule, nextDate, -1) : state.clock.lastDate;
		const date = new Date(state.event.date).toISOString();
		return { ...state, event: { ...state.event, date }, clock: { ...state.clock, lastDate }, hasMore };
	},
});

/**
 * Returns how an event repeats, with its coming dates (GET /api/events/{id}/series); the last ones have no event yet. Throws
 * Refusal 'missing' when no such event exists, 'conflict' when it does not repeat.
 */
export const readSeriesDates = defineOperation({
	allow: 'events.startSeries',
	params: ['eventId'],
	async handle(args): Promise<SeriesDates> {
		const { series, clock, coming } = await readSeries.handle(args);
		if (!series) throw conflict(SERIES_TEXTS.isNoPart);
		const { rule, until, pause } = series;
		const later = listStarts({ rule, until, pause }, clock);
		return {
			rule,
			until,
			pause,
			dates: [
				...coming.map(({ id, date }) => ({ date: new Date(date).toISOString(), event_id: id })),
				...later.map((date) => ({ date, event_id: null })),
			],
		};
	},
});

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
	const storytellers = await selectColumn(
		'SELECT user_id::text AS id FROM series_storytellers WHERE series_id = :seriesId ORDER BY position, user_id',
		{ seriesId: series.id },
		transaction,
	);
	return { ...series.get({ plain: true }), storytellerIds: storytellers };
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
export const lockFromEvent = (eventId: string, transaction: Transaction): Promise<string[]> =>
	lockEvents(
		`EXISTS (SELECT FROM events first WHERE first.id = :eventId AND e.series_id = first.series_id
			AND e.series_date >= first.series_date)`,
		{ eventId },
		transaction,
	);
