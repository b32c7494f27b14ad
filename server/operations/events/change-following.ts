import { createHash } from 'node:crypto';
import type { Transaction } from 'sequelize';
import { z } from 'zod';
import { Event, EventSeries } from '~/database/models/index.ts';
import { execute, one, rows } from '~/database/sql.ts';
import type { SeriesField } from '~/domain/events/field-uses.ts';
import {
	listFieldNames,
	moveEnd,
	type Occurrence,
	type PlannedChange,
	planFollowing,
} from '~/domain/events/following.ts';
import { type OverCapacity, renameMinimum, updateEventInput } from '~/domain/events/input.ts';
import { hasMoreDates, SERIES_TEXTS } from '~/domain/events/series.ts';
import { endSeriesInput, type SeriesView } from '~/domain/events/series-schema.ts';
import { conflict, invalid, missing } from '~/domain/refusal.ts';
import { addDays } from '~/domain/time/day.ts';
import { inJobTransaction } from '../../queue.ts';
import { recordAudits } from '../kernel/audit.ts';
import { defineOperation, isId } from '../kernel/operation.ts';
import { keepForUndo } from '../kernel/undo.ts';
import { endMirrors } from '../mirror/index.ts';
import { selectEventDetail } from './queries.ts';
import { type ActorContext, lockEvent, recordEventAudit, saveEdit, setChange } from './save-event.ts';
import {
	lockFromEvent,
	lockSeries,
	readTemplate,
	replaceSeriesStorytellers,
	selectLater,
	selectOccurrence,
} from './start-series.ts';

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
			// Locked first, so that a signup of this moment is seen.
			await lockFromEvent(params.eventId, transaction);
			const event = await lockEvent(params.eventId, transaction);
			const last = addDays(series.nextDate, -7 * series.intervalWeeks);
			const deleted = await keepForUndo({ actor, action: 'events.endSeries', now, transaction }, async () => {
				if (hasMoreDates(series)) await series.update({ until: last }, { transaction });
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
	const empty = await rows<{ id: string }>(
		`SELECT e.id::text FROM events e WHERE ${IS_LATER} AND ${IS_EMPTY}`,
		binds,
		transaction,
	);
	const ids = empty.map(({ id }) => id);
	const discordDeletedIds = new Set(await endMirrors(ids, true, transaction, now));
	await execute('DELETE FROM events WHERE id = ANY(:ids::bigint[])', { ids }, transaction);
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
	/** Its events from now on, by date. */
	coming: { id: string; date: string; isCancelled: boolean }[];
};

/** Returns what the dialog of a series shows. Throws Refusal 'missing' when no such event exists. */
export const readSeries = defineOperation({
	allow: 'events.startSeries',
	params: ['eventId'],
	input: z.object({}),
	async handle({ params: { eventId }, now }): Promise<SeriesState> {
		if (!isId(eventId)) throw missing('Event');
		const row = await one<SeriesState & { nextDate: string }>(
			`SELECT json_build_object('id', of.id::text, 'title', of.title, 'date', of.date, 'isActive', of.status = 'active')
					AS event, se.next_date::text AS "nextDate",
				CASE WHEN se.id IS NOT NULL THEN json_build_object('id', se.id::text, 'interval_weeks', se.interval_weeks,
					'until', se.until) END AS series, l.later, l.empty,
				coalesce((SELECT json_agg(json_build_object('id', c.id::text, 'date', c.date, 'isCancelled', c.status = 'cancelled')
					ORDER BY c.date, c.id) FROM events c WHERE c.series_id = of.series_id AND c.date > :now), '[]') AS coming
			FROM events of LEFT JOIN event_series se ON se.id = of.series_id
			CROSS JOIN LATERAL (SELECT count(*)::int AS later, count(*) FILTER (WHERE ${IS_EMPTY})::int AS empty
				FROM events e WHERE e.series_id = of.series_id AND e.series_date > of.series_date
					AND e.status <> 'completed') l
			WHERE of.id = :eventId`,
			{ eventId, now },
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

/** What an edit changes in all later events; `newUntil` is the new last date of the series, null when it stays. */
export type FollowingEdit = { events: FollowingPreview[]; newUntil: string | null; seen: string };

/**
 * Returns what `updateEvent` with the scope 'following' would change in the later events of a series; `seen` differs when
 * anything of that does. Throws Refusal
 * 'missing' when no such event exists, 'conflict' when it does not repeat.
 */
export const previewFollowing = defineOperation({
	allow: 'events.update',
	params: ['eventId'],
	input: updateEventInput,
	async handle({ params: { eventId }, input }): Promise<FollowingEdit> {
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
		const { events, shiftDays } = await planLater(series, before, after);
		const until = moveEnd(series, shiftDays);
		return {
			events: events.map(toPreview),
			newUntil: until === series.until ? null : until,
			seen: createHash('sha256').update(JSON.stringify({ events, until })).digest('base64url'),
		};
	},
});

function toPreview({ event, changes, own }: PlannedChange): FollowingPreview {
	const { date, timezone, ...others } = changes;
	const fields = Object.keys(others) as SeriesField[];
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
		questions,
		...context
	}: ActorContext & {
		transaction: Transaction;
		overCapacity?: OverCapacity | undefined;
		questions: string[];
	},
): Promise<void> {
	const { actor, transaction } = context;
	const after = await selectOccurrence(before.id, transaction);
	const { template, shiftDays, events } = await planLater(series, before, after, transaction);
	await moveDates(series, before.seriesDate, shiftDays, transaction);
	const { storytellerIds, ...values } = template;
	const dates = { nextDate: addDays(series.nextDate, shiftDays), until: moveEnd(series, shiftDays) };
	await series.update({ ...values, ...dates }, { transaction });
	await replaceSeriesStorytellers(series.id, storytellerIds, transaction);
	for (const { event: planned, changes } of events) {
		const event = await lockEvent(planned.id, transaction);
		const saved = await selectEventDetail(actor, event.id, transaction);
		const { storytellerIds: newIds, ...fields } = changes;
		const changed = setChange(event, saved, { fields, storytellerIds: newIds });
		const edit = { changed, storytellerIds: newIds, overCapacity, questions, detail: { following: true } };
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
