import type { Transaction } from 'sequelize';
import { execute, rows } from '~/database/sql.ts';
import { parseReminderMinutes } from '~/domain/users/reminders.ts';

/**
 * Requests an announcement of an event in the transaction that creates or changes it, and returns whether there was
 * none. Does nothing while no announcement channel is set.
 */
export async function startAnnouncement(
	eventId: string,
	transaction: Transaction,
	now: Date,
): Promise<boolean> {
	const requested = await execute(
		`INSERT INTO announcements AS a (event_id, due_at, updated_at)
		SELECT :eventId, :now::timestamptz, :now FROM settings
		WHERE key = 'announcement_channel_id' AND value <> ''
		ON CONFLICT (event_id, kind) DO UPDATE SET wanted = 'present', state = 'pending', error = NULL, is_dirty = true,
			revision = a.revision + 1, due_at = excluded.due_at
		WHERE a.wanted = 'absent'`,
		{ eventId, now },
		transaction,
	);
	return requested > 0;
}

/**
 * Requests that the event's message is posted again, or written once more when it still exists, in a transaction that
 * has locked the event. Returns false when the event has no announcement and no announcement channel is set.
 */
export async function restartAnnouncement(
	eventId: string,
	transaction: Transaction,
	now: Date,
): Promise<boolean> {
	await startAnnouncement(eventId, transaction, now);
	const restarted = await execute(
		`UPDATE announcements SET wanted = 'present', state = 'pending', error = NULL, attempts = 0, is_dirty = true,
			revision = revision + 1, updated_at = :now,
			due_at = CASE WHEN state = 'posted' THEN greatest(due_at, :now) ELSE :now END
		WHERE event_id = :eventId AND kind = 'event'`,
		{ eventId, now },
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
 * Requests that the event's message is deleted, in the transaction that changes the event, and returns whether there
 * was an announcement.
 */
export async function endAnnouncement(
	eventId: string,
	transaction: Transaction,
	now: Date,
): Promise<boolean> {
	const ended = await execute(
		`UPDATE announcements SET wanted = 'absent', is_dirty = true, revision = revision + 1, attempts = 0,
			due_at = :now, updated_at = :now
		WHERE event_id = :eventId AND kind = 'event' AND wanted = 'present'`,
		{ eventId, now },
		transaction,
	);
	return ended > 0;
}

/** The key of the role that Discord has deleted; it counts while it is the one that is set. */
export const DELETED_ROLE = 'announcement_deleted_role';

/** Returns the settings of announcements, '' for one that is not set, and the community's reminder times. */
export async function readAnnouncementSettings(): Promise<{
	channelId: string;
	roleId: string;
	isRoleDeleted: boolean;
	hasThreads: boolean;
	reminderMinutes: readonly number[];
}> {
	const found = await rows<{ key: string; value: string }>(
		`SELECT key, value FROM settings
		WHERE key IN ('announcement_channel_id', 'announcement_threads', 'announcement_role_id', 'reminder_minutes', :deletedRole)`,
		{ deletedRole: DELETED_ROLE },
	);
	const values = new Map(found.map(({ key, value }) => [key, value]));
	const roleId = values.get('announcement_role_id') ?? '';
	return {
		channelId: values.get('announcement_channel_id') ?? '',
		roleId,
		isRoleDeleted: roleId !== '' && values.get(DELETED_ROLE) === roleId,
		hasThreads: values.get('announcement_threads') === 'true',
		reminderMinutes: parseReminderMinutes(values.get('reminder_minutes') ?? null),
	};
}
