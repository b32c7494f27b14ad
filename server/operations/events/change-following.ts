import { createHash } from 'node:crypto';
import type { Transaction } from 'sequelize';
import { Event, EventSeries } from '~/database/models/index.ts';
import { execute, rows } from '~/database/sql.ts';
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
import { stepDate } from '~/domain/events/series-rule.ts';
import { conflict, invalid, missing } from '~/domain/refusal.ts';
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
	return planFollowing({ rule: series.rule, template, before, after, later });
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
		const { events, ...moved } = await planLater(series, before, after);
		const until = moveEnd(series, moved);
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
	const { template, events, ...moved } = await planLater(series, before, after, transaction);
	const nextDate = await moveDates(series, before.seriesDate, moved, transaction);
	const { storytellerIds, ...values } = template;
	const until = moveEnd(series, moved);
	await series.update({ ...values, rule: moved.rule, nextDate, until }, { transaction });
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

/**
 * Moves the dates of a series from `date` on, and returns its next date without an event. Throws Refusal 'invalid' (field
 * `date`) when a date would meet another one, or lie before those that stay.
 */
async function moveDates(
	{ id, rule, nextDate }: EventSeries,
	date: string,
	{ rule: newRule, move }: Pick<ReturnType<typeof planFollowing>, 'rule' | 'move'>,
	transaction: Transaction,
): Promise<string> {
	const events = await rows<{ id: string; date: string }>(
		'SELECT id::text, series_date::text AS date FROM events WHERE series_id = :id ORDER BY series_date',
		{ id },
		transaction,
	);
	const earlier = events.filter((event) => event.date < date);
	const later = events.slice(earlier.length).map((event) => ({ ...event, newDate: move(event.date) }));
	const newDates = later.map(({ newDate }) => newDate);
	const last = earlier.at(-1)?.date ?? '';
	if (new Set(newDates).size < newDates.length || newDates.some((newDate) => newDate <= last))
		throw invalid({ date: [SERIES_TEXTS.overlaps] });
	const moved = later.filter((event) => event.newDate !== event.date);
	await execute(
		`UPDATE events e SET series_date = moved.date FROM unnest(:ids::bigint[], :dates::date[]) AS moved (id, date)
		WHERE e.id = moved.id`,
		{ ids: moved.map((event) => event.id), dates: moved.map(({ newDate }) => newDate) },
		transaction,
	);
	// The last one that was created may be deleted.
	const newLast = [move(stepDate(rule, nextDate, -1)), ...newDates].sort().at(-1) ?? nextDate;
	return stepDate(newRule, newLast);
}
