import type { Transaction } from 'sequelize';
import { inTransaction, isDatabaseDown } from '~/database/connection.ts';
import { execute, one, rows, selectColumn } from '~/database/sql.ts';
import { listKindsSql } from '~/domain/discord/message-kinds.ts';
import { type KnownEvent, planNotice } from '~/domain/events/notices.ts';
import type { EventStatus } from '~/domain/events/status.ts';
import { NOTICES } from '~/domain/limits.ts';
import { log } from '../../log.ts';
import { buildStatusSql } from '../../wire/signups.ts';
import { planMessages } from '../kernel/recipients.ts';

/** SQL for whether messages can be planned about the event `e` with the notice `n`. */
const IS_CHANGED = '(n.is_dirty AND e.updated_at <= :unchangedSince AND NOT e.is_test_data)';

/** SQL for the times from which `planNotices` finds an event. */
export const NOTICE_TIMES = `SELECT e.updated_at + interval '${NOTICES.waitSeconds} seconds'
	FROM event_notices n JOIN events e ON e.id = n.event_id WHERE n.is_dirty AND NOT e.is_test_data`;

/**
 * Plans direct messages about events that were cancelled, reinstated or moved, to their confirmed, late and tentative
 * users, and returns how many. An event that was changed in the last seconds waits. After a move these signups await a
 * reply. An event that cannot be planned stops no other. Any number of replicas may run it at once.
 */
export async function planNotices(now: Date): Promise<number> {
	const unchangedSince = new Date(now.getTime() - NOTICES.waitSeconds * 1000);
	const changed = await selectColumn(
		`SELECT e.id FROM event_notices n JOIN events e ON e.id = n.event_id WHERE ${IS_CHANGED} ORDER BY e.id`,
		{ unchangedSince },
	);
	let total = 0;
	for (const eventId of changed) {
		try {
			total += await inTransaction((transaction) => planEvent({ eventId, unchangedSince, now }, transaction));
		} catch (error) {
			if (isDatabaseDown(error)) throw error;
			log().error({ eventId, err: error }, 'planning the notices of an event failed');
		}
	}
	return total;
}

type ToldEvent = KnownEvent & { told_date: Date; told_status: EventStatus };
type NoticeRequest = { eventId: string; unchangedSince: Date; now: Date };

/** Plans the messages of one changed event and returns how many. */
async function planEvent(planned: NoticeRequest, transaction: Transaction): Promise<number> {
	const { eventId, now } = planned;
	const changed = await lockChangedEvent(planned, transaction);
	if (!changed) return 0;
	const { told_date, told_status, ...event } = changed;
	const told = { date: told_date, status: told_status };
	const notice = planNotice(told, event, now);
	await execute(
		`UPDATE event_notices SET told_date = :date, told_status = :status, is_dirty = false
		WHERE event_id = :eventId`,
		{ eventId, ...(notice?.told ?? told) },
		transaction,
	);
	if (!notice) return 0;
	if (notice.hasMoved) {
		await execute(
			`UPDATE signups s SET awaits_reply = true FROM events e
			WHERE e.id = s.event_id AND s.event_id = :eventId AND ${buildStatusSql('mayCome')} AND NOT s.awaits_reply
				AND s.user_saved_at <= e.updated_at`,
			{ eventId },
			transaction,
		);
	}
	return replaceMessages({ eventId, event, told, now }, transaction);
}

/**
 * Returns an event whose start or status has changed, locked until the transaction ends; null when another run has it.
 * The event itself is locked too: otherwise a change that commits in between would be marked as told.
 */
function lockChangedEvent(
	{ eventId, unchangedSince }: NoticeRequest,
	transaction: Transaction,
): Promise<ToldEvent | null> {
	return one<ToldEvent>(
		`SELECT n.told_date, n.told_status, e.date, e.status
		FROM event_notices n JOIN events e ON e.id = n.event_id
		WHERE e.id = :eventId AND ${IS_CHANGED} FOR UPDATE OF n SKIP LOCKED FOR SHARE OF e SKIP LOCKED`,
		{ eventId, unchangedSince },
		transaction,
	);
}

type Recipient = {
	id: string;
	/** The message that was not sent and is replaced, with the start that the user knew; null without one. */
	unsent_kind: 'cancelled' | 'reinstated' | 'moved' | null;
	unsent_known_date: Date;
};

/**
 * Drops the messages that are not sent yet, and plans those that each user needs now. A user with a dropped message
 * still knows what they knew before it. A user who has changed their signup since knows the event as it is, except
 * that it was cancelled.
 */
async function replaceMessages(
	{ eventId, event, told, now }: { eventId: string; event: KnownEvent; told: KnownEvent; now: Date },
	transaction: Transaction,
): Promise<number> {
	const recipients = await rows<Recipient>(
		`WITH unsent AS (
			UPDATE direct_messages SET state = 'dropped'
			WHERE event_id = :eventId AND kind IN ${listKindsSql('isChange')} AND state = 'pending'
				AND sent_at IS NULL
			RETURNING user_id, kind, coalesce(previous_date, event_date) AS known_date, created_at
		)
		SELECT u.id, unsent.kind AS unsent_kind, unsent.known_date AS unsent_known_date
		FROM events e JOIN signups s ON s.event_id = e.id JOIN users u ON u.id = s.user_id
		LEFT JOIN unsent ON unsent.user_id = u.id AND s.user_saved_at <= unsent.created_at
		WHERE e.id = :eventId AND ${buildStatusSql('mayCome')} AND (e.status = 'cancelled' OR s.user_saved_at <= e.updated_at)
		ORDER BY u.id`,
		{ eventId },
		transaction,
	);
	const messages = recipients.flatMap(({ id: userId, unsent_kind: kind, unsent_known_date: date }) => {
		const known: KnownEvent = kind ? { date, status: kind === 'reinstated' ? 'cancelled' : 'active' } : told;
		const notice = planNotice(known, event, now);
		if (!notice) return [];
		// A cancellation does not show the start that the user knew, but a message that replaces it may.
		const isNeeded = notice.hasMoved || notice.kind === 'cancelled';
		const previousDate = isNeeded ? known.date : null;
		return [{ kind: notice.kind, eventId, userIds: [userId], now, previousDate }];
	});
	return planMessages(messages, transaction);
}
