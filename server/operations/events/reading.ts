import { z } from 'zod';
import { one } from '~/database/sql.ts';
import type { Page } from '~/domain/admin/schema.ts';
import type { EventTimes } from '~/domain/events/clash.ts';
import type { EventOnList } from '~/domain/events/page.ts';
import {
	type EventDetail,
	type EventListItem,
	eventListQuery,
	pastEventsQuery,
} from '~/domain/events/schema.ts';
import { EASTERN, LISTED_EVENTS_PER_PAGE } from '~/domain/limits.ts';
import { invalid } from '~/domain/refusal.ts';
import { startOfDay } from '~/domain/time/day.ts';
import { type EventRow, toEventListItem, toEventOnList } from '../../wire/events.ts';
import { buildPageQuery, toPage } from '../kernel/cursors.ts';
import { defineOperation, isId } from '../kernel/operation.ts';
import {
	EVENTS_NEWEST_FIRST,
	selectEventDetail,
	selectEvents,
	selectEventTimes,
	selectPastEvents,
} from './queries.ts';

/** The number of events in one API response. */
const EVENTS_PER_PAGE = 100;

/**
 * Returns one page of the events of one status (or of all) by date, then id (GET /api/events). `next` is the
 * cursor of the next page, or null. Throws Refusal 'invalid' when the cursor is not valid.
 */
export const listEvents = defineOperation({
	allow: 'events.list',
	readsReplica: true,
	input: eventListQuery,
	async handle({ actor, input }): Promise<{ events: EventListItem[]; next: string | null }> {
		const rows = await selectEvents(actor.id, {
			status: input.status,
			afterPosition: input.cursor === undefined ? undefined : parseEventCursor(input.cursor),
			limit: EVENTS_PER_PAGE + 1,
		});
		const page = rows.slice(0, EVENTS_PER_PAGE);
		const last = page.at(-1);
		return {
			events: page.map(toEventListItem),
			next: rows.length > EVENTS_PER_PAGE && last ? formatEventCursor(last) : null,
		};
	},
});

/**
 * Returns one page of the past events: those that the events page no longer lists, of every status, newest first, whose
 * titles contain every word of `q`. Throws Refusal 'invalid' when the cursor is not valid.
 */
export const listPastEvents = defineOperation({
	allow: 'events.listPast',
	readsReplica: true,
	input: pastEventsQuery,
	async handle({ actor, input, now }): Promise<Omit<Page<EventOnList>, 'first' | 'total'>> {
		const query = buildPageQuery(EVENTS_NEWEST_FIRST, input.cursor);
		const rows = await selectPastEvents(actor.id, {
			startsUntil: startOfDay(now, EASTERN),
			q: input.q,
			page: query,
			limit: LISTED_EVENTS_PER_PAGE + 1,
		});
		const page = toPage(rows, query, LISTED_EVENTS_PER_PAGE);
		return { ...page, items: page.items.map(toEventOnList) };
	},
});

/**
 * Returns one event with its signups and storytellers (GET /api/events/{id}). Throws Refusal 'missing' when
 * no such event exists.
 */
export const readEvent = defineOperation({
	allow: 'events.read',
	readsReplica: true,
	params: ['eventId'],
	input: z.object({}),
	handle: ({ actor, params }): Promise<EventDetail> => selectEventDetail(actor, params.eventId),
});

/**
 * Returns whether an event is one date of a repeating event on Discord, so that changes here do not reach Discord. Returns
 * false when no such event exists.
 */
export const isSeriesOnDiscord = defineOperation({
	allow: 'events.read',
	params: ['eventId'],
	input: z.object({}),
	async handle({ params }): Promise<boolean> {
		if (!isId(params.eventId)) return false;
		const sql = 'SELECT 1 FROM discord_mirrors WHERE event_id = :eventId AND series_start IS NOT NULL';
		return (await one(sql, params)) !== null;
	},
});

/**
 * Returns the times of the active events that have not ended, by date, at most `CLASH_EVENTS`, so that the
 * event form can say what takes place at the same time.
 */
export const listEventTimes = defineOperation({
	allow: 'events.listTimes',
	readsReplica: true,
	input: z.object({}),
	handle: ({ now }): Promise<EventTimes[]> => selectEventTimes(now),
});

/** The last millisecond of the year 9999 (UTC). All events lie between 1970 and this time. */
const LATEST_MS = 253_402_300_799_999;

const formatEventCursor = (row: EventRow) => `${row.date.getTime()}_${row.id}`;

function parseEventCursor(cursor: string): { date: Date; id: string } {
	const [time = '', id] = cursor.split('_');
	if (!/^\d{1,15}$/.test(time) || Number(time) > LATEST_MS || !isId(id))
		throw invalid({ cursor: ['This page address is not valid.'] });
	return { date: new Date(Number(time)), id };
}
