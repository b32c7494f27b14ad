import { createHash } from 'node:crypto';
import type { Transaction } from 'sequelize';
import { Event, EventSeries } from '~/database/models/index.ts';
import { execute, one } from '~/database/sql.ts';
import type { SeriesField } from '~/domain/events/field-uses.ts';
import {
	listFieldNames,
	moveEnd,
	type Occurrence,
	type PlannedChange,
	planFollowing,
} from '~/domain/events/following.ts';
import { type OverCapacity, renameMinimum, updateEventInput } from '~/domain/events/input.ts';
import { SERIES_TEXTS } from '~/domain/events/series.ts';
import { conflict, invalid, missing } from '~/domain/refusal.ts';
import { addDays } from '~/domain/time/day.ts';
import { lockEvent } from '../kernel/lock-event.ts';
import { defineOperation, isId } from '../kernel/operation.ts';
import { selectEventDetail } from './queries.ts';
import { readTemplate, selectLater, selectOccurrence } from './read-series.ts';
import { type ActorContext, saveEdit, setChange } from './save-event.ts';
import { replaceSeriesStorytellers } from './start-series.ts';

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
 * Returns what `updateEvent` with the scope 'following' would change in the later events of a series; `seen` differs
 * when anything of that does. Throws Refusal 'missing' when no such event exists, 'conflict' when it does not repeat.
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
