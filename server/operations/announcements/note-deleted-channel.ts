import { z } from 'zod';
import { inTransaction } from '~/database/connection.ts';
import { execute, one, rows } from '~/database/sql.ts';
import { LOST_POSTS, type LostPosts, THREAD_PROBLEMS } from '~/domain/discord/post-problems.ts';
import { conflict } from '~/domain/refusal.ts';
import { listChannelIds } from '../../discord/channels.ts';
import { recordAudits } from '../kernel/audit.ts';
import { defineOperation } from '../kernel/operation.ts';
import { noteDeletedChoice, readAnnouncementSettings } from './request-announcement.ts';

/** SQL for the messages `a` of coming events `e` that were lost with `:lost`. */
const LOST = `a.wanted = 'present' AND e.status = 'active' AND e.date > :now AND a.error = ANY(:lost::text[])`;

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
			error = CASE a.kind WHEN 'event' THEN :event ELSE :groups END
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
 * returns how many these are. Throws `DiscordUnavailable` or Discord's own error.
 */
export async function checkChannels(now: Date): Promise<number> {
	const { channelId, isChannelDeleted } = await readAnnouncementSettings();
	const posted = await rows<{ channel_id: string }>(
		`SELECT DISTINCT a.channel_id FROM announcements a JOIN events e ON e.id = a.event_id
		WHERE a.kind = 'event' AND a.wanted = 'present' AND a.message_id IS NOT NULL AND e.status = 'active' AND e.date > :now`,
		{ now },
	);
	const used = new Set(posted.map(({ channel_id }) => channel_id));
	if (channelId !== '' && !isChannelDeleted) used.add(channelId);
	if (used.size === 0) return 0;
	const existing = new Set(await listChannelIds());
	const deleted = [...used].filter((id) => !existing.has(id));
	for (const id of deleted) await noteDeletedChannel(id, now);
	return deleted.length;
}

/** Returns what coming events have lost with a channel or thread that was deleted on Discord. */
export async function readLostPosts(now: Date): Promise<LostPosts> {
	const { isChannelDeleted } = await readAnnouncementSettings();
	const found = await one<{ messages: number; threads: number }>(
		`SELECT count(*) FILTER (WHERE a.error <> :thread)::int AS messages,
			count(*) FILTER (WHERE a.error = :thread)::int AS threads
		FROM announcements a JOIN events e ON e.id = a.event_id WHERE ${LOST}`,
		{ now, thread: THREAD_PROBLEMS.deleted, lost: LOST_ERRORS },
	);
	return { messages: found?.messages ?? 0, threads: found?.threads ?? 0, isChannelDeleted };
}

const LOST_ERRORS = [...Object.values(LOST_POSTS), THREAD_PROBLEMS.deleted];

/**
 * Requests that everything is posted again that coming events have lost with a channel or thread, and returns of how many
 * events. The role is not mentioned, because many messages would mention it at once. Throws Refusal 'conflict' when nothing
 * was lost, or while the channel that is set does not exist.
 */
export const postLostAnnouncements = defineOperation({
	allow: 'announcements.postLost',
	input: z.object({}),
	handle: ({ actor, now }): Promise<{ events: number }> =>
		inTransaction(async (transaction) => {
			const { channelId, isChannelDeleted } = await readAnnouncementSettings(transaction);
			if (channelId === '' || isChannelDeleted)
				throw conflict('Please choose another announcement channel first.');
			const events = await rows<{ id: string }>(
				`SELECT e.id::text FROM events e WHERE EXISTS (SELECT FROM announcements a WHERE a.event_id = e.id AND ${LOST})
				ORDER BY e.id FOR NO KEY UPDATE OF e`,
				{ now, lost: LOST_ERRORS },
				transaction,
			);
			if (events.length === 0) throw conflict('Nothing is missing on Discord any more.');
			await execute(
				`UPDATE announcements a SET state = 'pending', error = NULL, attempts = 0, is_dirty = true, is_quiet = true,
					revision = revision + 1, updated_at = :now,
					due_at = CASE WHEN state = 'posted' THEN greatest(due_at, :now) ELSE :now END
				WHERE event_id = ANY(:ids::bigint[]) AND wanted = 'present' AND error = ANY(:lost::text[])`,
				{ now, lost: LOST_ERRORS, ids: events.map(({ id }) => id) },
				transaction,
			);
			await recordAudits(
				{ actor, action: 'events.postAnnouncement', type: 'event', subjects: events, now },
				transaction,
			);
			return { events: events.length };
		}),
});
