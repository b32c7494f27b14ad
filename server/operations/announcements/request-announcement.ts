import type { Transaction } from 'sequelize';
import { inTransaction } from '~/database/connection.ts';
import { execute, selectColumn } from '~/database/sql.ts';
import { THREAD_PROBLEMS } from '~/domain/discord/post-problems.ts';
import { readAnnouncementSettings } from './queries.ts';

/**
 * Requests an announcement of an event, or of the poll about its date, in the transaction that creates or changes it, and returns whether there was
 * none. Does nothing while no announcement channel is set.
 */
export async function startAnnouncement(
	eventId: string,
	transaction: Transaction,
	now: Date,
	kind: 'event' | 'poll' = 'event',
): Promise<boolean> {
	const requested = await execute(
		`WITH requested AS (
			INSERT INTO announcements AS a (event_id, kind, due_at, updated_at)
			SELECT :eventId, :kind, :now::timestamptz, :now FROM settings
			WHERE key = 'announcement_channel_id' AND value <> ''
			ON CONFLICT (event_id, kind) DO UPDATE SET wanted = 'present', state = 'pending', error = NULL, is_dirty = true,
				revision = a.revision + 1, due_at = excluded.due_at
			WHERE a.wanted = 'absent' RETURNING event_id
		), planned AS (UPDATE events SET announce_later = false FROM requested WHERE id = event_id AND announce_later)
		SELECT event_id FROM requested`,
		{ eventId, kind, now },
		transaction,
	);
	return requested > 0;
}

/**
 * Requests that the message of an event, or of the poll about its date, is posted again, or written once more when it
 * still exists, in a transaction that has locked the event. Returns false when there is none and no announcement channel
 * is set.
 */
export async function restartAnnouncement(
	eventId: string,
	transaction: Transaction,
	now: Date,
	kind: 'event' | 'poll' = 'event',
): Promise<boolean> {
	await startAnnouncement(eventId, transaction, now, kind);
	const restarted = await execute(
		`UPDATE announcements SET wanted = 'present', state = 'pending', error = NULL, attempts = 0, is_dirty = true,
			is_quiet = false, revision = revision + 1, updated_at = :now, thread_name = CASE WHEN error = :notRenamed THEN NULL ELSE thread_name END,
			due_at = CASE WHEN state = 'posted' THEN greatest(due_at, :now) ELSE :now END
		WHERE event_id = :eventId AND kind = :kind`,
		{ eventId, kind, now, notRenamed: THREAD_PROBLEMS.notRenamed },
		transaction,
	);
	return restarted > 0;
}

/**
 * Requests that the event's groups are posted, or that the message with them is written again, in a transaction that
 * has locked the event. Returns false when there is no channel: neither a message about the event nor a channel for
 * announcements.
 */
export async function requestGroupPost(
	eventId: string,
	transaction: Transaction,
	now: Date,
): Promise<boolean> {
	const requested = await execute(
		`INSERT INTO announcements AS a (event_id, kind, due_at, updated_at)
		SELECT :eventId, 'groups', :now::timestamptz, :now
		WHERE EXISTS (SELECT FROM settings WHERE key = 'announcement_channel_id' AND value <> '')
			OR EXISTS (SELECT FROM announcements
				WHERE event_id = :eventId AND wanted = 'present' AND message_id IS NOT NULL)
		ON CONFLICT (event_id, kind) DO UPDATE SET state = 'pending', error = NULL, attempts = 0, is_dirty = true,
			revision = a.revision + 1, requests = a.requests + 1, updated_at = excluded.updated_at,
			due_at = CASE WHEN a.state = 'posted' THEN greatest(a.due_at, excluded.due_at) ELSE excluded.due_at END`,
		{ eventId, now },
		transaction,
	);
	return requested > 0;
}

/**
 * Requests that the event's message is deleted, in the transaction that changes the event, and that none is posted
 * later. Returns whether there was an announcement, or one was planned.
 */
export async function endAnnouncement(
	eventId: string,
	transaction: Transaction,
	now: Date,
): Promise<boolean> {
	const ended = await execute(
		`WITH ended AS (
			UPDATE announcements SET wanted = 'absent', is_dirty = true, revision = revision + 1, attempts = 0,
				due_at = :now, updated_at = :now
			WHERE event_id = :eventId AND kind = 'event' AND wanted = 'present' RETURNING event_id
		), planned AS (
			UPDATE events SET announce_later = false WHERE id = :eventId AND announce_later RETURNING id AS event_id
		) SELECT event_id FROM ended UNION SELECT event_id FROM planned`,
		{ eventId, now },
		transaction,
	);
	return ended > 0;
}

/**
 * Requests the announcements of events of series (of one series, if it is given) that are near enough at `now`. The
 * event before must have begun, so that a series mentions the role once at a time. Returns how many. Does nothing
 * while no announcement channel is set.
 */
export async function announceNearEvents(
	now: Date,
	transaction: Transaction,
	seriesId: string | null = null,
): Promise<number> {
	const { channelId, daysBefore } = await readAnnouncementSettings(transaction);
	if (channelId === '') return 0;
	const near = await selectColumn(
		`UPDATE events SET announce_later = false WHERE id IN (
			SELECT e.id FROM events e WHERE e.announce_later AND e.status = 'active'
				AND e.date > :now AND e.date <= :now::timestamptz + :daysBefore::int * interval '1 day'
				AND (:seriesId::bigint IS NULL OR e.series_id = :seriesId)
				AND NOT EXISTS (SELECT FROM events b WHERE b.series_id = e.series_id AND b.status = 'active'
					AND b.date > :now AND (b.date, b.id) < (e.date, e.id))
			ORDER BY e.id FOR UPDATE SKIP LOCKED)
		RETURNING id::text`,
		{ now, daysBefore, seriesId },
		transaction,
	);
	for (const id of near) await startAnnouncement(id, transaction, now);
	return near.length;
}

/** Requests the announcements of all events of series that are due at `now`, and returns how many. */
export const announceSeries = (now: Date): Promise<number> =>
	inTransaction((transaction) => announceNearEvents(now, transaction));
