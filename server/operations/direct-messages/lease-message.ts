import { execute, one, rows } from '~/database/sql.ts';
import { type DirectMessageKind, listKindsSql } from '~/domain/discord/message-kinds.ts';
import type { ReminderWay } from '~/domain/users/reminders.ts';
import type { RateLimitBudget } from '../../discord/rate-limits.ts';

/** A message to one user: by a direct message, or by a mention in the thread of its event. */
export type MessageRow = {
	id: string;
	/** The id of a poll for messages about one. */
	event_id: string;
	user_id: string;
	kind: DirectMessageKind;
	event_date: Date;
	previous_date: Date | null;
	minutes: number | null;
	/** The text of a user (`player_messages`). */
	message_id: string | null;
	way: ReminderWay;
	/** The first message of the post that mentions the user, while it is uncertain; null before it is part of one. */
	post_id: string | null;
	/** The thread of the post, or the channel of an earlier direct message to this user, if there was one. */
	channel_id: string | null;
	/** When the message was sent with an unknown result. */
	sent_at: Date | null;
	attempts: number;
	/** `outdated`: it was sent, and its offer has ended since. */
	state: 'pending' | 'outdated';
	/** Only the run that set this time may change the row. */
	leased_until: Date;
};
export type Run = { now: () => Date; budget: RateLimitBudget };

const COLUMNS = `d.id, coalesce(d.event_id, d.poll_id) AS event_id, d.user_id, d.state, d.kind, d.event_date, d.previous_date, d.minutes, d.message_id, d.way, d.post_id,
	d.sent_at, d.attempts, d.leased_until`;
const IS_FREE = 'd.due_at <= :now AND (d.leased_until IS NULL OR d.leased_until <= :now)';

/**
 * Leases the messages that are sent next: the one that is due first, and with it all that can be part of the same post
 * in a thread. Returns null when none is due, and none when another run has just leased them. News of an event that has changed again waits: it may be replaced, and what the user knew then still
 * counts. A message that tells of a place waits until the places are settled.
 */
export async function leaseNextMessages(now: Date, leaseMs: number): Promise<MessageRow[] | null> {
	const times = { now, leasedUntil: new Date(now.getTime() + leaseMs) };
	const next = await one<MessageRow>(
		`WITH next AS (
			SELECT id FROM direct_messages d
			WHERE state IN ('pending', 'outdated') AND ${IS_FREE}
				AND (kind NOT IN ${listKindsSql('isChange')} OR NOT EXISTS (SELECT FROM event_notices n WHERE n.event_id = d.event_id AND n.is_dirty))
				AND (kind NOT IN ${listKindsSql('awaitsPlaces')}
					OR NOT EXISTS (SELECT FROM places_due p WHERE p.event_id = d.event_id AND p.due_at = '-infinity'))
			ORDER BY (kind = 'nudge'), due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED
		)
		UPDATE direct_messages d SET leased_until = CASE d.way WHEN 'direct' THEN :leasedUntil ELSE d.leased_until END::timestamptz
		FROM next WHERE d.id = next.id
		RETURNING ${COLUMNS},
			coalesce(d.channel_id, (SELECT o.channel_id FROM direct_messages o
				WHERE o.user_id = d.user_id AND o.way = 'direct' AND o.channel_id IS NOT NULL ORDER BY o.id DESC LIMIT 1)) AS channel_id`,
		times,
	);
	if (!next) return null;
	return next.way === 'direct' ? [next] : leaseForThread(next.id, times);
}

/**
 * Leases all messages of a thread that say the same as the one with this id, in their order. Without SKIP LOCKED: a run
 * that has waited for another finds none, so that two runs do not share the users of one post.
 */
const leaseForThread = (id: string, times: { now: Date; leasedUntil: Date }): Promise<MessageRow[]> =>
	rows<MessageRow>(
		`WITH same AS (
			SELECT d.id FROM direct_messages d JOIN direct_messages f ON f.id = :id
				AND (d.event_id, d.kind, d.event_date) = (f.event_id, f.kind, f.event_date)
				AND d.minutes IS NOT DISTINCT FROM f.minutes AND d.message_id IS NOT DISTINCT FROM f.message_id
			WHERE d.way = 'thread' AND d.state = 'pending' AND ${IS_FREE} ORDER BY d.id FOR UPDATE OF d
		), leased AS (
			UPDATE direct_messages d SET leased_until = :leasedUntil FROM same WHERE d.id = same.id
			RETURNING ${COLUMNS}, d.channel_id, d.poll_id
		) SELECT ${COLUMNS}, d.channel_id FROM leased d ORDER BY d.id`,
		{ id, ...times },
	);

/** SQL for the times from which `leaseNextMessages` may find a message. */
export const MESSAGE_TIMES =
	"SELECT greatest(due_at, leased_until) FROM direct_messages WHERE state IN ('pending', 'outdated')";

/** A message whose lease has expired, or that was dropped because of a newer one, is left as it is. */
export const IS_OWN = 'id = ANY(:ids::bigint[]) AND state = :leasedState AND leased_until = :leasedUntil';

/** Returns the parameters of `IS_OWN` for messages that were leased together. */
export const toKey = (leased: readonly MessageRow[]) => ({
	ids: leased.map(({ id }) => id),
	leasedState: leased[0]?.state ?? null,
	leasedUntil: leased[0]?.leased_until ?? null,
});

/** Saves the end of messages. A user whose direct message was accepted accepts them again. */
export async function finish(
	leased: readonly MessageRow[],
	state: 'sent' | 'dropped' | 'failed' | 'ended',
): Promise<void> {
	await execute(
		`WITH finished AS (
			UPDATE direct_messages SET state = :state, leased_until = NULL WHERE ${IS_OWN} RETURNING user_id, way)
		UPDATE users SET messages_refused_at = NULL FROM finished
		WHERE id = user_id AND way = 'direct' AND :state::text = 'sent' AND messages_refused_at IS NOT NULL`,
		{ ...toKey(leased), state },
	);
}

/** Keeps a message until it may be sent. */
export async function postpone(row: MessageRow, until: Date): Promise<void> {
	await execute(`UPDATE direct_messages SET due_at = :until, leased_until = NULL WHERE ${IS_OWN}`, {
		...toKey([row]),
		until,
	});
}

/** Keeps messages for a later run, after a failure. */
export async function retryAt(leased: readonly MessageRow[], time: Date): Promise<void> {
	await execute(`UPDATE direct_messages SET leased_until = :time, attempts = attempts + 1 WHERE ${IS_OWN}`, {
		...toKey(leased),
		time,
	});
}
