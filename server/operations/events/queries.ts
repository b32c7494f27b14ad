import type { Transaction } from 'sequelize';
import { markUnnamed, one, rows } from '~/database/sql.ts';
import type { Page } from '~/domain/admin/schema.ts';
import type { AnnouncementKind } from '~/domain/discord/announcement.ts';
import type { EventOnList } from '~/domain/events/page.ts';
import { describeLinkPreview, type LinkPreview, type PreviewedEvent } from '~/domain/events/preview.ts';
import {
	type EventDetail,
	type EventListItem,
	eventListQuery,
	pastEventsQuery,
} from '~/domain/events/schema.ts';
import type { EventTimes } from '~/domain/events/start-questions.ts';
import { CLASH_EVENTS, EASTERN, LISTED_EVENTS_PER_PAGE, WEEK_MS } from '~/domain/limits.ts';
import type { Actor } from '~/domain/policy.ts';
import { invalid, missing } from '~/domain/refusal.ts';
import { startOfDay } from '~/domain/time/day.ts';
import { config } from '../../config.ts';
import { buildEndSql } from '../../wire/event-sql.ts';
import {
	type EventRow,
	type EventWithStorytellers,
	toEventDetail,
	toEventListItem,
	toEventOnList,
	WRITTEN_COLUMNS,
} from '../../wire/events.ts';
import { OWN_COLUMNS, OWN_SIGNUP } from '../../wire/own-event.ts';
import { EVENT_PLACES } from '../../wire/places.ts';
import { buildListedSql, countByStatus } from '../../wire/signups.ts';
import { buildShownNameSql } from '../../wire/user-sql.ts';
import { buildPageQuery, type Sort, toPage } from '../kernel/cursors.ts';
import { defineOperation, getRow, isId } from '../kernel/operation.ts';
import { buildTextFilter, EVENT_SEARCH } from '../kernel/search.ts';
import { readSetting } from '../kernel/settings.ts';
import { selectSignups } from '../kernel/signup-rows.ts';

/** The columns of `SharedEventRow`, for `EVENT_SOURCES`. */
export const SHARED_COLUMNS = `e.id, ${WRITTEN_COLUMNS}, e.status,
		e.discord_event_id, e.version, c.username AS creator_username,
		${buildShownNameSql('c')} AS creator_preferred_username,
		i.content_hash AS image_hash, m.state AS mirror_state, m.error AS mirror_error,
		t.*, e.capacity, e.decision, ${EVENT_PLACES} AS places,
		(SELECT json_build_object('id', se.id::text, 'interval_weeks', se.rule -> 'interval_weeks', 'rule', se.rule, 'until', se.until)
			FROM event_series se WHERE se.id = e.series_id) AS series`;

/** The columns of `EventRow`, for `EVENT_SOURCES`. */
export const EVENT_COLUMNS = `${SHARED_COLUMNS}, ${OWN_COLUMNS}`;

/** The FROM clause of an event with all that is shown of it; `:viewer` is whose own signup and group are included. */
export const EVENT_SOURCES = `events e
	LEFT JOIN users c ON c.id = e.creator_id
	LEFT JOIN images i ON i.id = e.image_id
	LEFT JOIN discord_mirrors m ON m.event_id = e.id
	${OWN_SIGNUP}
	CROSS JOIN LATERAL (SELECT ${countByStatus('_count')}, count(*)::int AS signup_count
		FROM signups s WHERE s.event_id = e.id) t`;

const EVENT_SELECT = `SELECT ${EVENT_COLUMNS} FROM ${EVENT_SOURCES}`;

export type EventFilter = {
	status?: string | undefined;
	/** Only events after this instant. */
	startsAfter?: Date | undefined;
	/** Only events after this position in the order (date, id). */
	afterPosition?: { date: Date; id: string } | undefined;
	limit?: number | undefined;
};

/**
 * Returns events by date, then id, with their signup counts and the viewer's own signup status and group; at most
 * `limit`, or all without it.
 */
export async function selectEvents(viewerId: string, filter: EventFilter): Promise<EventRow[]> {
	const conditions = [
		filter.status && 'e.status = :status',
		filter.startsAfter && 'e.date > :after',
		filter.afterPosition && '(e.date, e.id) > (:behindDate, :behindId)',
	].filter(Boolean);
	const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
	return rows<EventRow>(
		`${EVENT_SELECT} ${where} ORDER BY e.date, e.id ${filter.limit === undefined ? '' : 'LIMIT :limit'}`,
		{
			viewer: viewerId,
			status: filter.status,
			after: filter.startsAfter,
			behindDate: filter.afterPosition?.date,
			behindId: filter.afterPosition?.id,
			limit: filter.limit,
		},
	);
}

/** The order of the events page. */
export const EVENTS_BY_DATE: Sort = { by: 'e.date', kind: 'time', id: 'e.id', direction: 'ASC' };

/** The order of the past events. */
const EVENTS_NEWEST_FIRST: Sort = { ...EVENTS_BY_DATE, direction: 'DESC' };

/** Returns one event. Throws Refusal 'missing' when no such event exists. */
export const selectEvent = (viewerId: string, eventId: string): Promise<EventRow> =>
	getRow(['Event', eventId], `${EVENT_SELECT} WHERE e.id = :eventId`, { viewer: viewerId, eventId });

/** SQL for the user `u` as a JSON object of `UserRow`. */
export const USER_JSON = `json_build_object('user_id', u.id::text, 'username', u.username,
			'preferred_username', ${buildShownNameSql('u')}, 'role', u.role, 'avatar', u.avatar, 'discord_id', u.discord_id)`;

/** Returns SQL for the users `u` of `source` as a JSON array of `UserRow`, in the given order. */
export const buildUsersJsonSql = (source: string, order: string): string =>
	`coalesce((SELECT json_agg(${USER_JSON} ORDER BY ${order}) FROM ${source}), '[]')`;

/** The columns of the smallest number of players of the event `e`. */
export const EVENT_MINIMUM = 'e.minimum_players, e.decide_minutes, e.on_too_few';

/** The storytellers of the event `e`, in the order in which they were chosen. */
export const EVENT_STORYTELLERS = buildUsersJsonSql(
	'event_storytellers es JOIN users u ON u.id = es.user_id WHERE es.event_id = e.id',
	'es.position, u.id',
);

/** Returns SQL for the message of this kind of the event `e` as a JSON `AnnouncementRow`, null without one. */
export const buildMessageSql = (kind: AnnouncementKind): string =>
	`(SELECT json_build_object('state', a.state, 'error', a.error,
		'channel_id', a.channel_id, 'message_id', a.message_id, 'thread_id', a.thread_id)
	FROM announcements a WHERE a.event_id = e.id AND a.kind = '${kind}' AND a.wanted = 'present')`;

/** The announcement of the event `e` as a JSON `AnnouncementRow`, null without one. */
export const EVENT_ANNOUNCEMENT = buildMessageSql('event');

/** Returns one event as the viewer may see it. Throws Refusal 'missing' when no such event exists. */
export async function selectEventDetail(
	viewer: Actor,
	eventId: string,
	transaction?: Transaction,
): Promise<EventDetail> {
	if (!isId(eventId)) throw missing('Event');
	const selectEventRow = () =>
		getRow<EventWithStorytellers>(
			['Event', eventId],
			`SELECT ${EVENT_COLUMNS}, ${EVENT_MINIMUM}, ${EVENT_STORYTELLERS} AS storytellers, ${EVENT_ANNOUNCEMENT} AS announcement
			FROM ${EVENT_SOURCES} WHERE e.id = :eventId`,
			{ viewer: viewer.id, eventId },
			transaction,
		);
	// A transaction has only one connection, so its queries run one after the other.
	const [event, signups] = transaction
		? [await selectEventRow(), await selectSignups(eventId, transaction)]
		: await Promise.all([selectEventRow(), selectSignups(eventId)]);
	return toEventDetail(event, signups, viewer);
}

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
		const filter = await buildTextFilter(EVENT_SEARCH, input.q);
		const sql = `SELECT ${EVENT_COLUMNS}, ${query.column} FROM ${EVENT_SOURCES}
			WHERE e.date <= :until AND (${filter.where}) AND ${query.condition}
			ORDER BY ${query.order} LIMIT ${LISTED_EVENTS_PER_PAGE + 1}`;
		// The best plan of a search depends on how many events match.
		const found = await rows<EventRow & { sort_key: string }>(input.q === '' ? sql : markUnnamed(sql), {
			viewer: actor.id,
			until: startOfDay(now, EASTERN),
			...filter.binds,
			...query.binds,
		});
		const page = toPage(found, query, LISTED_EVENTS_PER_PAGE);
		return { ...page, items: page.items.map(toEventOnList) };
	},
});

/** Returns one event (GET /api/events/{id}). Throws Refusal 'missing' when no such event exists. */
export const readEvent = defineOperation({
	allow: 'events.read',
	readsReplica: true,
	params: ['eventId'],
	handle: ({ actor, params }): Promise<EventDetail> => selectEventDetail(actor, params.eventId),
});

/** Returns whether an event is one date of a repeating event on Discord, which changes here do not reach. */
export const isSeriesOnDiscord = defineOperation({
	allow: 'events.read',
	params: ['eventId'],
	async handle({ params }): Promise<boolean> {
		if (!isId(params.eventId)) return false;
		const sql = 'SELECT 1 FROM discord_mirrors WHERE event_id = :eventId AND series_start IS NOT NULL';
		return (await one(sql, params)) !== null;
	},
});

/** Returns the times of the active events that have not ended, by date, at most `CLASH_EVENTS`. */
export const listEventTimes = defineOperation({
	allow: 'events.listTimes',
	readsReplica: true,
	async handle({ now }): Promise<EventTimes[]> {
		const found = await rows<Omit<EventTimes, 'date'> & { date: Date }>(
			`SELECT e.id, e.title, e.date, e.duration FROM events e
			WHERE e.status = 'active' AND e.date > :earliest AND ${buildEndSql()} > :now
			ORDER BY e.date, e.id LIMIT ${CLASH_EVENTS}`,
			{ now, earliest: new Date(now.getTime() - WEEK_MS) },
		);
		return found.map((event) => ({ ...event, date: event.date.toISOString() }));
	},
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

/**
 * Returns the link preview of an event's page, or the one without an event for null. Visitors read it before they sign
 * in, so it is not an operation: the setting `link_previews` decides.
 */
export async function readLinkPreview(eventId: string | null): Promise<LinkPreview> {
	// Looks for the event only when previews are on: otherwise the response takes equally long for every id.
	const event =
		eventId !== null && (await readSetting('link_previews')) === 'true'
			? await one<PreviewedEvent>(
					`SELECT e.title, e.date, e.status, e.is_test_data AS "isTestData",
						(SELECT count(*)::int FROM signups s
							WHERE s.event_id = e.id AND ${buildListedSql('confirmed')}) AS "confirmedCount"
					FROM events e WHERE e.id = :eventId`,
					{ eventId },
				)
			: null;
	return describeLinkPreview(event, config().COMMUNITY_NAME);
}
