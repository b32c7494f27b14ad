import type { EventOnPage } from '~/domain/events/page.ts';
import type { Attendance } from '~/domain/groups/attendance.ts';
import type { AnnouncementRow, EventWithStorytellers } from '../../wire/events.ts';
import { IS_OWN_GROUP, ROUND, TABLE_URL } from '../../wire/seat-sql.ts';
import { buildOtherNightSql, type ListedSignupRow, STANDBY } from '../../wire/signups.ts';
import {
	buildEventSources,
	buildMessageSql,
	EVENT_ANNOUNCEMENT,
	EVENT_COLUMNS,
	EVENT_MINIMUM,
	EVENT_STORYTELLERS,
} from '../events/index.ts';
import { getRow } from '../kernel/operation.ts';
import { GETS_MESSAGES } from '../kernel/recipients.ts';
import {
	FIRST_SIGNUPS_UNLESS_CACHED,
	type FirstSignupsRow,
	findCachedSignups,
	HAS_CHANGED,
	takeSignups,
	WITH_LOG,
} from './list-signups.ts';

const neighbour = (operator: '<' | '>', direction: 'ASC' | 'DESC'): string =>
	`(SELECT json_build_object('id', n.id::text, 'date', n.date) FROM events n WHERE n.series_id = e.series_id
		AND (n.date, n.id) ${operator} (e.date, e.id) ORDER BY n.date ${direction}, n.id ${direction} LIMIT 1)`;

/** The events before and after the event `e` in its series, null for none. */
const EVENT_NEIGHBOURS = `CASE WHEN e.series_id IS NOT NULL THEN json_build_object(
	'previous', ${neighbour('<', 'DESC')}, 'next', ${neighbour('>', 'ASC')}) END`;

/** Whether the series `se` has dates whose events do not exist yet (`hasMoreDates`). */
const SERIES_CONTINUES = '(se.until IS NULL OR se.next_date <= se.until)';

/** How the series of the event `e` goes on after it, as a `SeriesProgress`; null for an event that does not repeat. */
const SERIES_PROGRESS = `(SELECT CASE WHEN ${SERIES_CONTINUES} THEN 'running'
	WHEN EXISTS (SELECT FROM events l WHERE l.series_id = se.id AND l.status = 'active' AND (l.date, l.id) > (e.date, e.id))
		THEN 'complete' ELSE 'ended' END FROM event_series se WHERE se.id = e.series_id)`;

export type EventPageRow = EventWithStorytellers & {
	/** Those of the first page, in the order of the card. */
	signups: readonly ListedSignupRow[];
	own_notes: string | null;
	own_arrives_at: string | null;
	own_awaits_reply: boolean | null;
	own_place_reason: string | null;
	own_other_night: string | null;
	own_regular: EventOnPage['ownRegular'];
	/** How many standbys can still be asked; 0 when they are not counted. */
	standbys: number;
	cancel_reason: string | null;
	neighbours: EventOnPage['neighbours'];
	series_progress: EventOnPage['seriesProgress'];
	announce_later: boolean;
	mirror_changed_at: Date | null;
	is_series: boolean;
	moved_start: Date | null;
	moved_end: Date | null;
	has_groups: boolean;
	/** The current round, from 1. */
	round: number;
	own_group_id: string | null;
	/** Whether the viewer ran a group of an earlier round. */
	ran_earlier: boolean;
	own_attendance: Attendance | null;
	/** Whether the viewer has answered the question about scripts; null without one. */
	script_question: EventOnPage['scriptQuestion'];
	table_url: string;
	has_channel: boolean;
	group_post: AnnouncementRow | null;
};

/**
 * Returns what most viewers of an event's page need, in one statement: the event with its storytellers, its first
 * signups, the viewer's own notes, when its mirror changed, and whether it has groups. Throws Refusal 'missing' when no
 * such event exists.
 */
export async function selectEventPage(
	viewerId: string,
	eventId: string,
	{ countsStandbys }: { countsStandbys: boolean },
): Promise<EventPageRow> {
	const { cachedSignups, binds } = findCachedSignups(eventId);
	const row = await getRow<Omit<EventPageRow, 'signups'> & FirstSignupsRow>(
		['Event', eventId],
		`${WITH_LOG} SELECT ${EVENT_COLUMNS}, ${EVENT_MINIMUM}, ${EVENT_STORYTELLERS} AS storytellers, ${FIRST_SIGNUPS_UNLESS_CACHED},
			mine.notes AS own_notes, mine.arrives_at AS own_arrives_at, mine.awaits_reply AS own_awaits_reply, mine.place_reason AS own_place_reason,
			CASE WHEN mine.place IN ('placed', 'offered') THEN ${buildOtherNightSql('mine.user_id')} END AS own_other_night,
			(SELECT r.status FROM series_regulars r
				WHERE r.series_id = e.series_id AND r.user_id = :viewer) AS own_regular, CASE WHEN :countsStandbys::boolean THEN (SELECT count(*)::int FROM signups s JOIN users u ON u.id = s.user_id
				WHERE s.event_id = e.id AND ${STANDBY} AND s.passed_at IS NULL AND s.offered_at IS NULL AND ${GETS_MESSAGES}) ELSE 0 END AS standbys,
			e.cancel_reason, e.announce_later, ${EVENT_NEIGHBOURS} AS neighbours, ${SERIES_PROGRESS} AS series_progress, m.updated_at AS mirror_changed_at,
			m.series_start IS NOT NULL AS is_series, m.moved_start, m.moved_end,
			${EVENT_ANNOUNCEMENT} AS announcement, ${buildMessageSql('groups')} AS group_post,
			EXISTS (SELECT FROM groups g WHERE g.event_id = e.id) AS has_groups, ${ROUND} AS round,
			(SELECT g.client_id FROM groups g WHERE g.event_id = e.id AND ${IS_OWN_GROUP} LIMIT 1) AS own_group_id,
			EXISTS (SELECT FROM played_groups g JOIN played_seats ps ON ps.group_id = g.id
				WHERE g.event_id = e.id AND ps.user_id = :viewer AND ps.position IS NULL) AS ran_earlier,
			${TABLE_URL} AS table_url,
			(SELECT a.state FROM attendance a WHERE a.event_id = e.id AND a.user_id = :viewer) AS own_attendance,
			CASE WHEN EXISTS (SELECT FROM script_votes v WHERE v.event_id = e.id AND v.user_id = :viewer) THEN 'answered'
				WHEN EXISTS (SELECT FROM event_scripts es WHERE es.event_id = e.id) THEN 'open' END AS script_question,
			read_setting('announcement_channel_id', '', '') <> '' AS has_channel
		FROM ${buildEventSources(HAS_CHANGED)} WHERE e.id = :eventId`,
		{ viewer: viewerId, eventId, countsStandbys, ...binds },
	);
	return { ...row, ...takeSignups(row, cachedSignups) };
}
