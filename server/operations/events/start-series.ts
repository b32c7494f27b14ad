import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'sequelize';
import { Event, EventSeries } from '~/database/models/index.ts';
import { execute, insertMany, one, selectColumn, selectValue } from '~/database/sql.ts';
import type { EventDetail } from '~/domain/events/schema.ts';
import { hasMoreDates, SERIES_TEXTS } from '~/domain/events/series.ts';
import { stepDate } from '~/domain/events/series-rule.ts';
import { endSeriesInput, type SeriesInput, seriesInput, toRule } from '~/domain/events/series-schema.ts';
import { conflict, invalid, missing } from '~/domain/refusal.ts';
import { addDays } from '~/domain/time/day.ts';
import { getToday, instantToWallTime } from '~/domain/time/wall-time.ts';
import { inJobTransaction } from '../../queue.ts';
import { recordAudit, recordAudits } from '../kernel/audit.ts';
import { lockEvent } from '../kernel/lock-event.ts';
import { type ChangeContext, defineChange } from '../kernel/operation.ts';
import { keepForUndo } from '../kernel/undo.ts';
import { endMirrors } from '../mirror/index.ts';
import { createDueEvents } from './continue-series.ts';
import { selectEventDetail } from './queries.ts';
import { IS_EMPTY, lockFromEvent, lockSeries, selectOccurrence } from './read-series.ts';

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
 * Makes an event the first one of a new series, and creates its next events, within `transaction`. Returns how many events
 * the series has. Throws Refusal 'invalid' (field `until`) when the series would end before its second event.
 */
export async function insertSeries(
	eventId: string,
	input: SeriesInput,
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
	const { until, pause } = input;
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
	const rule = toRule(input, start.date);
	const series = await EventSeries.create(
		{
			...values,
			...event,
			timezone,
			rule,
			until,
			pause,
			startTime: start.time,
			nextDate: stepDate(rule, start.date),
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

/** Creates the due events of a locked series, the first four of one that begins later, and returns how many. */
async function createFirstEvents(series: EventSeries, now: Date, transaction: Transaction): Promise<number> {
	const begin = await selectValue(
		'SELECT min(series_date)::text FROM events WHERE series_id = :seriesId',
		{ seriesId: series.id },
		transaction,
	);
	const today = getToday(series.timezone, now);
	const dayBefore = addDays(begin ?? today, -1);
	return createDueEvents(series, dayBefore > today ? dayBefore : today, now, transaction);
}

/**
 * Lets an event repeat (POST /api/events/{id}/series) and creates its next events. The same request for an event that
 * repeats already changes nothing. Throws Refusal 'missing' when no such event exists, 'conflict' when it repeats otherwise
 * or does not take place, 'invalid' when the series would end before its second event.
 */
export const startSeries = defineChange({
	allow: 'events.startSeries',
	params: ['eventId'],
	input: seriesInput,
	inTransaction: inJobTransaction,
	async work({ actor, params, input, now, transaction, context }): Promise<EventDetail> {
		const event = await lockEvent(params.eventId, transaction);
		if (event.status !== 'active') throw conflict(SERIES_TEXTS.isClosed);
		const { until, pause } = input;
		const rule = toRule(input, instantToWallTime(event.date, event.timezone).date);
		const series = event.seriesId && (await EventSeries.findByPk(event.seriesId, { transaction }));
		if (!series) {
			await insertSeries(event.id, input, now, transaction);
			const detail = { rule, until, pause };
			await recordAudit('events.startSeries', { type: 'event', id: event.id }, context, detail);
		} else if (!isDeepStrictEqual([series.rule, series.until, series.pause], [rule, until, pause]))
			throw conflict(SERIES_TEXTS.isPart);
		return selectEventDetail(actor, event.id, transaction);
	},
});

/**
 * Changes how often a series repeats, and its last possible date (PUT /api/events/{id}/series). Its events stay as they
 * are; the next one follows the last of them. Throws Refusal 'missing' when no such event exists, 'conflict' when it does
 * not repeat, 'invalid' when the series would end before this event.
 */
export const updateSeries = defineChange({
	allow: 'events.updateSeries',
	params: ['eventId'],
	input: seriesInput,
	inTransaction: inJobTransaction,
	async work({ actor, params, input, now, transaction, context }): Promise<EventDetail> {
		const series = await lockSeries(params.eventId, transaction);
		const event = await lockEvent(params.eventId, transaction);
		const { until, pause } = input;
		const rule = toRule(input, String(event.seriesDate));
		if (until !== null && until < String(event.seriesDate))
			throw invalid({ until: [SERIES_TEXTS.endsBefore] });
		if (!isDeepStrictEqual([series.rule, series.until, series.pause], [rule, until, pause])) {
			const nextDate = stepDate(rule, stepDate(series.rule, series.nextDate, -1));
			await series.update({ rule, until, pause, nextDate }, { transaction });
			await createFirstEvents(series, now, transaction);
			const detail = { rule, until, pause };
			await recordAudit('events.updateSeries', { type: 'event', id: event.id }, context, detail);
		}
		return selectEventDetail(actor, event.id, transaction);
	},
});

const IS_LATER = "e.series_id = :seriesId AND e.series_date > :date::date AND e.status <> 'completed'";

/**
 * Ends the series of an event (DELETE /api/events/{id}/series): no more events are created. On request, the later events
 * without signups and comments are deleted with their Discord events. Throws Refusal 'missing' when no such event exists,
 * 'conflict' when it does not repeat.
 */
export const endSeries = defineChange({
	allow: 'events.endSeries',
	params: ['eventId'],
	input: endSeriesInput,
	inTransaction: inJobTransaction,
	async work({ params, input, transaction, context }): Promise<{ message: string; deleted: number }> {
		const series = await lockSeries(params.eventId, transaction);
		// Locked first, so that a signup of this moment is seen.
		await lockFromEvent(params.eventId, transaction);
		const event = await lockEvent(params.eventId, transaction);
		const last = stepDate(series.rule, series.nextDate, -1);
		const deleted = await keepForUndo('events.endSeries', context, async () => {
			if (hasMoreDates(series)) await series.update({ until: last }, { transaction });
			const count = input.deleteEmpty ? await deleteEmptyLater(event, context) : 0;
			await recordAudit('events.endSeries', { type: 'event', id: event.id }, context, { deleted: count });
			return count;
		});
		const texts = ['The series has ended.', deleted > 0 && `Later events deleted: ${deleted}.`];
		return { message: texts.filter(Boolean).join(' '), deleted };
	},
});

async function deleteEmptyLater(
	{ seriesId, seriesDate: date }: Event,
	context: ChangeContext,
): Promise<number> {
	const { now, transaction } = context;
	const ids = await selectColumn(
		`SELECT e.id::text FROM events e WHERE ${IS_LATER} AND ${IS_EMPTY}`,
		{ seriesId, date },
		transaction,
	);
	const discordDeletedIds = new Set(await endMirrors(ids, true, transaction, now));
	await execute('DELETE FROM events WHERE id = ANY(:ids::bigint[])', { ids }, transaction);
	const subjects = ids.map((id) => ({ id, detail: { discordEventDeleted: discordDeletedIds.has(id) } }));
	if (ids.length > 0) await recordAudits('events.delete', 'event', subjects, context);
	return ids.length;
}
