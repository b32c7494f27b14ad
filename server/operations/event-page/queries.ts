import type { OwnOnPage } from '~/domain/events/page.ts';
import type { Pause } from '~/domain/events/series-rule.ts';
import { type Actor, canAttempt } from '~/domain/policy.ts';
import { POSITION, REVISION } from '../../live/event-changes.ts';
import { buildProgressSql } from '../../wire/event-sql.ts';
import type { AnnouncementRow, EventWithStorytellers } from '../../wire/events.ts';
import type { BoardState } from '../../wire/groups.ts';
import { OWN_COLUMNS, OWN_SIGNUP, type OwnEventRow } from '../../wire/own-event.ts';
import { buildObjectSql, IS_OWN_GROUP, ROUND, TABLE_URL } from '../../wire/seat-sql.ts';
import { buildOtherNightSql, type ListedSignupRow, STANDBY } from '../../wire/signups.ts';
import {
	buildMessageSql,
	EVENT_ANNOUNCEMENT,
	EVENT_MINIMUM,
	EVENT_SOURCES,
	EVENT_STORYTELLERS,
	SHARED_COLUMNS,
} from '../events/index.ts';
import { EXPERIENCE } from '../groups/index.ts';
import { getRow } from '../kernel/operation.ts';
import { buildReached } from '../kernel/recipients.ts';
import { CACHED_EVENTS, RevisionCache } from '../kernel/revision-cache.ts';
import { SIGNUPS_OF_ONE_PAGE } from './list-signups.ts';

const neighbour = (operator: '<' | '>', direction: 'ASC' | 'DESC'): string =>
	`(SELECT json_build_object('id', n.id::text, 'date', n.date) FROM events n WHERE n.series_id = e.series_id
		AND (n.date, n.id) ${operator} (e.date, e.id) ORDER BY n.date ${direction}, n.id ${direction} LIMIT 1)`;

/** The events before and after the event `e` in its series, null for none. */
const EVENT_NEIGHBOURS = `CASE WHEN e.series_id IS NOT NULL THEN json_build_object(
	'previous', ${neighbour('<', 'DESC')}, 'next', ${neighbour('>', 'ASC')}) END`;

/** How the series of the event `e` goes on after it, as a `SeriesProgress`; null for an event that does not repeat. */
const SERIES_PROGRESS = `(SELECT ${buildProgressSql('(l.date, l.id) > (e.date, e.id)')}
	FROM event_series se WHERE se.id = e.series_id)`;

/** What all viewers of an event's page see. */
type SharedPageRow = Omit<EventWithStorytellers, keyof OwnEventRow> & {
	/** All signups, in the order of the card; null for more than one page. */
	signups: readonly ListedSignupRow[] | null;
	cancel_reason: string | null;
	announce_later: boolean;
	is_series: boolean;
	moved_start: Date | null;
	moved_end: Date | null;
	has_groups: boolean;
	/** The current round, from 1. */
	round: number;
	has_script_question: boolean;
	table_url: string;
	has_channel: boolean;
	group_post: AnnouncementRow | null;
};

/** What is read for each viewer. */
type OwnPageRow = OwnEventRow & {
	revision: string | null;
	position: string;
	own: OwnOnPage;
	own_group_id: string | null;
	/** Whether the viewer ran a group of an earlier round. */
	ran_earlier: boolean;
	/** Whether the viewer has answered the question about scripts. */
	has_voted: boolean;
	series_pause: Pause | null;
	mirror_changed_at: Date | null;
	/** Empty for those who may not read the preferences. */
	experience: BoardState['experience'];
};

export type EventPageRow = SharedPageRow & OwnPageRow;

/** How many standbys of the event `e` can still be asked. */
const STANDBYS = `(SELECT count(*)::int FROM signups s JOIN users u ON u.id = s.user_id
	WHERE s.event_id = e.id AND ${STANDBY} AND s.passed_at IS NULL AND s.offered_at IS NULL AND ${buildReached('e.id')})`;

/** Returns SQL for each field of `OwnOnPage`, for the event `e` with `OWN_SIGNUP`. */
const listOwnFields = (viewer: Actor): Record<keyof OwnOnPage, string> => ({
	ownNotes: 'mine.notes',
	ownArrivesAt: 'mine.arrives_at',
	ownAwaitsReply: 'coalesce(mine.awaits_reply, false)',
	ownPlaceReason: 'mine.place_reason',
	otherEvent: `CASE WHEN mine.place IN ('placed', 'offered') THEN ${buildOtherNightSql('mine.user_id')} END`,
	ownRegular:
		'(SELECT r.status FROM series_regulars r WHERE r.series_id = e.series_id AND r.user_id = :viewer)',
	ownAttendance: '(SELECT a.state FROM attendance a WHERE a.event_id = e.id AND a.user_id = :viewer)',
	neighbours: EVENT_NEIGHBOURS,
	seriesProgress: SERIES_PROGRESS,
	standbys: canAttempt(viewer, 'places.callStandbys') ? STANDBYS : '0',
});

/**
 * Other columns of `OwnPageRow`, for the event `e` with `OWN_SIGNUP` and its mirror `m`. They are read for each viewer: they
 * depend on the viewer or on other events, or are no change of the event.
 */
const OWN_PAGE_COLUMNS = `${REVISION} AS revision, ${POSITION} AS position, ${OWN_COLUMNS},
	(SELECT g.client_id FROM groups g WHERE g.event_id = e.id AND ${IS_OWN_GROUP} LIMIT 1) AS own_group_id,
	EXISTS (SELECT FROM played_groups g JOIN played_seats ps ON ps.group_id = g.id
		WHERE g.event_id = e.id AND ps.user_id = :viewer AND ps.position IS NULL) AS ran_earlier,
	EXISTS (SELECT FROM script_votes v WHERE v.event_id = e.id AND v.user_id = :viewer) AS has_voted,
	(SELECT se.pause FROM event_series se WHERE se.id = e.series_id) AS series_pause, m.updated_at AS mirror_changed_at`;

const SHARED_PAGE_COLUMNS = `${SHARED_COLUMNS}, ${EVENT_MINIMUM}, ${EVENT_STORYTELLERS} AS storytellers, ${SIGNUPS_OF_ONE_PAGE} AS signups,
	e.cancel_reason, e.announce_later, m.series_start IS NOT NULL AS is_series, m.moved_start, m.moved_end,
	${EVENT_ANNOUNCEMENT} AS announcement, ${buildMessageSql('groups')} AS group_post,
	EXISTS (SELECT FROM groups g WHERE g.event_id = e.id) AS has_groups, ${ROUND} AS round, ${TABLE_URL} AS table_url,
	EXISTS (SELECT FROM event_scripts es WHERE es.event_id = e.id) AS has_script_question,
	read_setting('announcement_channel_id', '', '') <> '' AS has_channel`;

const cache = new RevisionCache<SharedPageRow>(CACHED_EVENTS);

/**
 * Returns what most viewers of an event's page need: the event with its storytellers and signups, what the viewer has of
 * it, and whether it has groups. What all viewers see is read only after a change. Throws Refusal 'missing' when no such
 * event exists.
 */
export async function selectEventPage(viewer: Actor, eventId: string): Promise<EventPageRow> {
	const select = <Row extends OwnPageRow>(columns: string, sources: string) =>
		getRow<Row>(
			['Event', eventId],
			`SELECT ${columns} ${OWN_PAGE_COLUMNS},
				${buildObjectSql(listOwnFields(viewer))} AS own,
				${canAttempt(viewer, 'groups.readPreferences') ? EXPERIENCE : "'[]'::json"} AS experience
			FROM ${sources} WHERE e.id = :eventId`,
			{ viewer: viewer.id, eventId },
		);
	if (cache.has(eventId)) {
		const own = await select('', `events e LEFT JOIN discord_mirrors m ON m.event_id = e.id ${OWN_SIGNUP}`);
		const shared = cache.get(eventId, own.revision);
		if (shared) return { ...shared, ...own };
	}
	const row = await select<EventPageRow>(`${SHARED_PAGE_COLUMNS},`, EVENT_SOURCES);
	cache.put(eventId, row.revision, row);
	return row;
}
