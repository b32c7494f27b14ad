import { execute, selectColumn } from '~/database/sql.ts';
import { LOST_POSTS, THREAD_PROBLEMS } from '~/domain/discord/post-problems.ts';
import { conflict } from '~/domain/refusal.ts';
import { listChannelIds } from '../../discord/channels.ts';
import { hasRole } from '../../discord/guild.ts';
import { recordAudits } from '../kernel/audit.ts';
import { lockEvents } from '../kernel/lock-event.ts';
import { defineChange } from '../kernel/operation.ts';
import { JOIN_SUBJECT } from './lease-announcement.ts';
import { DELETED, LOST, LOST_ERRORS, readAnnouncementSettings } from './queries.ts';
import type { Run } from './send-announcement.ts';

/**
 * Notes that a channel or thread was deleted on Discord: the messages in it are gone, and so are the threads of messages.
 * The setting stays, so that the admin panel can say what to do. Nothing is posted again without a user's request.
 */
export async function noteDeletedChannel(channelId: string, now: Date): Promise<void> {
	await noteDeletedChoice('announcement_channel_id', channelId, now);
	// Discord deletes the threads of a channel with it, and the groups in them.
	await execute(
		`UPDATE announcements a SET state = 'deleted', message_id = NULL, thread_id = NULL, thread_name = NULL,
			thread_due_at = NULL, content_hash = NULL, image_hash = NULL, posted_groups = NULL, sent_at = NULL,
			error = CASE a.kind WHEN 'groups' THEN :groups WHEN 'poll' THEN :poll ELSE :event END
		WHERE a.wanted = 'present' AND a.message_id IS NOT NULL AND (a.channel_id = :channelId
			OR a.channel_id = (SELECT e.thread_id FROM announcements e
				WHERE e.event_id = a.event_id AND e.kind = 'event' AND e.channel_id = :channelId))`,
		{ channelId, ...LOST_POSTS },
	);
	await execute(
		`UPDATE announcements SET thread_id = NULL, thread_name = NULL, thread_due_at = NULL, error = :deleted
		WHERE thread_id = :channelId AND message_id IS NOT NULL AND wanted = 'present'`,
		{ channelId, deleted: THREAD_PROBLEMS.deleted },
	);
}

/**
 * Asks Discord whether the announcement channel and those of coming events still exist, notes those that do not, and
 * returns how many these are. Throws as `callDiscord` does.
 */
export async function checkChannels(now: Date): Promise<number> {
	const { channelId, isChannelDeleted } = await readAnnouncementSettings();
	const posted = await selectColumn(
		`SELECT DISTINCT a.channel_id FROM announcements a ${JOIN_SUBJECT}
		WHERE a.kind <> 'groups' AND a.wanted = 'present' AND a.message_id IS NOT NULL AND e.status = 'active' AND e.date > :now`,
		{ now },
	);
	const used = new Set(posted);
	if (channelId !== '' && !isChannelDeleted) used.add(channelId);
	if (used.size === 0) return 0;
	const existing = new Set(await listChannelIds());
	const deleted = [...used].filter((id) => !existing.has(id));
	for (const id of deleted) await noteDeletedChannel(id, now);
	return deleted.length;
}

/**
 * Requests that everything is posted again that coming events have lost with a channel or thread, and returns of how many
 * events. The role is not mentioned, because many messages would mention it at once. Throws Refusal 'conflict' when nothing
 * was lost, or while the channel that is set does not exist.
 */
export const postLostAnnouncements = defineChange({
	allow: 'announcements.postLost',
	async work({ now, transaction, context }): Promise<{ events: number }> {
		const { channelId, isChannelDeleted } = await readAnnouncementSettings(transaction);
		if (channelId === '' || isChannelDeleted)
			throw conflict('Please choose another announcement channel first.');
		const hasLost = `EXISTS (SELECT FROM announcements a WHERE a.event_id = e.id AND ${LOST})`;
		const binds = { now, lost: LOST_ERRORS };
		const events = await lockEvents(hasLost, binds, transaction, 'NO_KEY_UPDATE');
		const polls = await selectColumn(
			`SELECT a.event_id::text AS id FROM announcements a ${JOIN_SUBJECT} WHERE a.kind = 'poll' AND ${LOST}`,
			binds,
			transaction,
		);
		const ids = [...events, ...polls];
		if (ids.length === 0) throw conflict('Nothing is missing on Discord any more.');
		await execute(
			`UPDATE announcements a SET state = 'pending', error = NULL, attempts = 0, is_dirty = true, is_quiet = true,
				revision = revision + 1, updated_at = :now,
				due_at = CASE WHEN state = 'posted' THEN greatest(due_at, :now) ELSE :now END
			WHERE event_id = ANY(:ids::bigint[]) AND wanted = 'present' AND error = ANY(:lost::text[])`,
			{ now, lost: LOST_ERRORS, ids },
			transaction,
		);
		const toSubjects = (of: readonly string[]) => of.map((id) => ({ id }));
		await recordAudits('events.postAnnouncement', 'event', toSubjects(events), context);
		await recordAudits('events.postAnnouncement', 'poll', toSubjects(polls), context);
		return { events: ids.length };
	},
});

/** Notes that the role or channel that is set was deleted on Discord. The setting stays, so that admins see it. */
async function noteDeletedChoice(setting: keyof typeof DELETED, id: string, now: Date): Promise<void> {
	await execute(
		`INSERT INTO settings AS s (key, value, updated_at) SELECT :key, value, :now::timestamptz FROM settings
		WHERE key = :setting AND value = :id
		ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at
		WHERE s.value <> excluded.value`,
		{ key: DELETED[setting], setting, id, now },
	);
}

/** Notes that a role was deleted on Discord, when it is the one that new messages mention. */
export const noteDeletedRole = (roleId: string, now: Date): Promise<void> =>
	noteDeletedChoice('announcement_role_id', roleId, now);

/**
 * Returns the role that a new message mentions, or null when Discord no longer has it: the message would show its ID
 * instead of its name. Throws as `callDiscord` does.
 */
export async function findMentionedRole(roleId: string, { now, budget }: Run): Promise<string | null> {
	// The role may have been deleted while no connection was open.
	if (await budget.run(() => hasRole(roleId))) return roleId;
	await noteDeletedRole(roleId, now());
	return null;
}

/**
 * Asks Discord whether the role that new messages mention still exists, and notes when it does not. Returns how many
 * roles it has noted. Throws as `callDiscord` does.
 */
export async function checkMentionedRole(now: Date): Promise<number> {
	const { channelId, roleId, isRoleDeleted } = await readAnnouncementSettings();
	if (channelId === '' || roleId === '' || isRoleDeleted || (await hasRole(roleId))) return 0;
	await noteDeletedRole(roleId, now);
	return 1;
}
