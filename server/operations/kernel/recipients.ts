import type { Transaction } from 'sequelize';
import { execute } from '~/database/sql.ts';
import type { DirectMessageKind } from '~/domain/discord/delivery.ts';
import { NUDGE } from '~/domain/limits.ts';
import type { ReminderWay } from '~/domain/users/reminders.ts';

/** SQL for whether the user `u` gets direct messages: has an account on Discord, is a member, wants them, is no test user. */
export const GETS_MESSAGES = `(u.notifications AND u.discord_id IS NOT NULL AND u.membership_lost_at IS NULL
	AND NOT u.is_test_data)`;

/** SQL for whether the user `u` has a signup of any status for one of the last events before `:now`. */
export const TOOK_PART_LATELY = `u.id IN (SELECT s.user_id FROM signups s WHERE s.event_id IN (
		SELECT id FROM events WHERE date < :now::timestamptz AND status <> 'cancelled' AND NOT is_test_data
		ORDER BY date DESC, id DESC LIMIT ${NUDGE.events}))`;

/** The end of a SELECT from users `u` for an INSERT, which would fail for users who are being deleted. */
export const WITHOUT_DELETED_USERS = 'FOR KEY SHARE OF u';

type MessagePlan = {
	kind: DirectMessageKind;
	eventId: string;
	/** The ids of the users, in the order in which they are told. */
	userIds: readonly string[];
	now: Date;
	/** The text of a user, and the way by which it is sent. */
	messageId?: string;
	way?: ReminderWay;
};

/**
 * Plans a direct message about an event, to be sent at once, to those of the users who get messages. Returns how many.
 * Nothing is planned about an event that does not exist. Reminders and changes of an event are planned with more
 * (direct-messages/).
 */
export async function planMessage(message: MessagePlan, transaction: Transaction): Promise<number> {
	if (message.userIds.length === 0) return 0;
	return execute(
		`INSERT INTO direct_messages (user_id, event_id, kind, event_date, message_id, way, due_at, created_at)
		SELECT u.id, e.id, :kind, e.date, :messageId, :way, :now::timestamptz, :now
		FROM unnest(:userIds::bigint[]) WITH ORDINALITY AS told (user_id, rank)
		JOIN users u ON u.id = told.user_id JOIN events e ON e.id = :eventId
		WHERE ${GETS_MESSAGES} ORDER BY told.rank ${WITHOUT_DELETED_USERS}`,
		{ messageId: null, way: 'direct', ...message },
		transaction,
	);
}
