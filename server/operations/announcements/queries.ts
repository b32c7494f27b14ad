import type { Transaction } from 'sequelize';
import { one, rows } from '~/database/sql.ts';
import { LOST_POSTS, type LostPosts, THREAD_PROBLEMS } from '~/domain/discord/post-problems.ts';
import { ANNOUNCE_DAYS } from '~/domain/limits.ts';
import { parseReminderMinutes, parseReminderWay, type ReminderWay } from '~/domain/users/reminders.ts';
import { JOIN_SUBJECT } from './lease-announcement.ts';

/** The keys of the role and the channel that were deleted on Discord; each counts while it is the one that is set. */
export const DELETED = {
	announcement_role_id: 'announcement_deleted_role',
	announcement_channel_id: 'announcement_deleted_channel',
} as const;

/** Returns the settings of announcements, '' for one that is not set, and the community's reminders. */
export async function readAnnouncementSettings(transaction?: Transaction): Promise<{
	channelId: string;
	isChannelDeleted: boolean;
	roleId: string;
	isRoleDeleted: boolean;
	hasThreads: boolean;
	/** How many days before its start an event of a series is posted. */
	daysBefore: string;
	reminderMinutes: readonly number[];
	reminderWay: ReminderWay;
}> {
	const found = await rows<{ key: string; value: string }>(
		`SELECT key, value FROM settings
		WHERE key IN ('announcement_channel_id', 'announcement_threads', 'announcement_role_id', 'announce_days_before',
			'reminder_minutes', 'reminder_way') OR key = ANY(:deleted::text[])`,
		{ deleted: Object.values(DELETED) },
		transaction,
	);
	const values = new Map(found.map(({ key, value }) => [key, value]));
	const channelId = values.get('announcement_channel_id') ?? '';
	const roleId = values.get('announcement_role_id') ?? '';
	return {
		channelId,
		isChannelDeleted: channelId !== '' && values.get(DELETED.announcement_channel_id) === channelId,
		roleId,
		isRoleDeleted: roleId !== '' && values.get(DELETED.announcement_role_id) === roleId,
		hasThreads: values.get('announcement_threads') === 'true',
		daysBefore: values.get('announce_days_before') || String(ANNOUNCE_DAYS.default),
		reminderMinutes: parseReminderMinutes(values.get('reminder_minutes') ?? null),
		reminderWay: parseReminderWay(values.get('reminder_way') ?? null),
	};
}

/** SQL for the messages `a` of coming events and open polls `e` that were lost with `:lost`. */
export const LOST = `a.wanted = 'present' AND e.status = 'active' AND e.date > :now AND a.error = ANY(:lost::text[])`;

/** The errors of what was lost with a channel or thread. */
export const LOST_ERRORS = [...Object.values(LOST_POSTS), THREAD_PROBLEMS.deleted];

/** Returns what coming events have lost with a channel or thread that was deleted on Discord. */
export async function readLostPosts(now: Date): Promise<LostPosts> {
	const { isChannelDeleted } = await readAnnouncementSettings();
	const found = await one<{ messages: number; threads: number }>(
		`SELECT count(*) FILTER (WHERE a.error <> :thread)::int AS messages,
			count(*) FILTER (WHERE a.error = :thread)::int AS threads
		FROM announcements a ${JOIN_SUBJECT} WHERE ${LOST}`,
		{ now, thread: THREAD_PROBLEMS.deleted, lost: LOST_ERRORS },
	);
	return { messages: found?.messages ?? 0, threads: found?.threads ?? 0, isChannelDeleted };
}
