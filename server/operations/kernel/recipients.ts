import type { Transaction } from 'sequelize';
import { execute } from '~/database/sql.ts';
import type { DirectMessageKind } from '~/domain/discord/message-kinds.ts';
import { NUDGE } from '~/domain/limits.ts';
import type { ReminderWay } from '~/domain/users/reminders.ts';

/**
 * Returns SQL for whether the user `u` gets direct messages about the event or poll `eventId` (SQL): has an account on
 * Discord, is a member and wants them, and neither is test data. All who count, decide, plan and send ask it, so that a fact
 * about a user and an event is added here alone.
 */
export const buildReached = (eventId: string): string => `(u.notifications AND u.discord_id IS NOT NULL
	AND u.membership_lost_at IS NULL AND NOT u.is_test_data
	AND NOT EXISTS (SELECT FROM events t WHERE t.id = ${eventId} AND t.is_test_data))`;

/** SQL for whether the user `u` has a signup of any status for one of the last events before `:now`. */
export const TOOK_PART_LATELY = `u.id IN (SELECT s.user_id FROM signups s WHERE s.event_id IN (
		SELECT id FROM events WHERE date < :now::timestamptz AND status <> 'cancelled' AND NOT is_test_data
		ORDER BY date DESC, id DESC LIMIT ${NUDGE.events}))`;

/** The end of a SELECT from users `u` for an INSERT, which would fail for users who are being deleted. */
export const WITHOUT_DELETED_USERS = 'FOR KEY SHARE OF u';

/** A message about an event to these users, in the order in which they are told. */
type MessagePlan = {
	kind: DirectMessageKind;
	eventId: string;
	userIds: readonly string[];
	now: Date;
	/** The event's start by default. */
	eventDate?: Date;
	previousDate?: Date | null;
	minutes?: number;
	/** The text of a user, and the way by which it is sent. */
	messageId?: string;
	way?: ReminderWay;
	/** `now` by default. */
	dueAt?: Date;
};

/**
 * Plans direct messages in this order, to those of the users who get them, and returns how many. Nothing is planned about
 * an event that does not exist, and no reminder twice.
 */
export async function planMessages(
	plans: readonly MessagePlan[],
	transaction?: Transaction,
): Promise<number> {
	if (plans.every(({ userIds }) => userIds.length === 0)) return 0;
	return execute(
		`INSERT INTO direct_messages (user_id, event_id, kind, event_date, previous_date, minutes, message_id, way, due_at, created_at)
		SELECT u.id, e.id, m.kind, coalesce(m."eventDate", e.date), m."previousDate", m.minutes, m."messageId",
			coalesce(m.way, 'direct'), coalesce(m."dueAt", m.now), m.now
		FROM ROWS FROM (jsonb_to_recordset(:plans::jsonb) AS (kind text, "eventId" bigint, "userIds" bigint[], now timestamptz,
			"eventDate" timestamptz, "previousDate" timestamptz, minutes integer, "messageId" bigint, way text, "dueAt" timestamptz)) WITH ORDINALITY m
		CROSS JOIN unnest(m."userIds") WITH ORDINALITY AS told (user_id, rank)
		JOIN users u ON u.id = told.user_id JOIN events e ON e.id = m."eventId"
		WHERE ${buildReached('e.id')} ORDER BY m.ordinality, told.rank ${WITHOUT_DELETED_USERS}, e ON CONFLICT DO NOTHING`,
		{ plans: JSON.stringify(plans) },
		transaction,
	);
}

/** Plans a direct message, as `planMessages` does. */
export const planMessage = (plan: MessagePlan, transaction: Transaction): Promise<number> =>
	planMessages([plan], transaction);
