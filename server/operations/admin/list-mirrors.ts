import { DiscordMirror } from '~/database/models/index.ts';
import { rows } from '~/database/sql.ts';
import type { ListedMirror } from '~/domain/admin/schema.ts';
import type { AnnouncementKind } from '~/domain/discord/announcement.ts';
import { canRetryMirror } from '~/domain/discord/mirror-plan.ts';
import type { EventStatus } from '~/domain/events/status.ts';
import { missing } from '~/domain/refusal.ts';
import { inJobTransaction } from '../../queue.ts';
import { requireRetryable } from '../events/index.ts';
import { recordAudit } from '../kernel/audit.ts';
import { defineEventCommand } from '../kernel/event-command.ts';
import { lockEventIfExists } from '../kernel/lock-event.ts';
import { defineOperation, isId } from '../kernel/operation.ts';
import { restartMirror } from '../mirror/index.ts';

/** The length of the admin panel's list, in which mirrors with errors come first. */
const MIRRORS_SHOWN = 100;

type MirrorRow = Omit<ListedMirror, 'date' | 'can_retry'> & { date: Date | null; status: EventStatus | null };

/**
 * Returns at most 100 mirrors: those that failed, are pending or were deleted on Discord come first, and
 * within each state the one that changed last (GET /api/admin/discord-mirrors).
 */
export const listMirrors = defineOperation({
	allow: 'discord.listMirrors',
	async handle(): Promise<ListedMirror[]> {
		const found = await rows<MirrorRow>(
			`SELECT m.event_id, e.title, e.date, e.status, m.state, m.error, m.discord_event_id
			FROM discord_mirrors m LEFT JOIN events e ON e.id = m.event_id
			ORDER BY array_position(ARRAY['failed', 'pending', 'deleted', 'synced'], m.state), m.updated_at DESC
			LIMIT :limit`,
			{ limit: MIRRORS_SHOWN },
		);
		return found.map(({ date, status, ...mirror }) => ({
			...mirror,
			date: date?.toISOString() ?? null,
			can_retry: canRetryMirror(mirror.state, status),
		}));
	},
});

/** `title` is null when the event was deleted and its message could not be. */
export type FailedAnnouncement = {
	event_id: string;
	kind: AnnouncementKind;
	title: string | null;
	error: string | null;
};

/**
 * Returns at most 100 messages about events and groups that could not be posted, changed or deleted, are
 * retried, or were deleted on Discord, the latest first. A message that can no longer be posted is left out.
 */
export const listFailedAnnouncements = defineOperation({
	allow: 'discord.listMirrors',
	handle: (): Promise<FailedAnnouncement[]> =>
		rows<FailedAnnouncement>(
			`SELECT a.event_id, a.kind, e.title, a.error FROM announcements a LEFT JOIN events e ON e.id = a.event_id
			WHERE (a.state IN ('failed', 'deleted') OR a.error IS NOT NULL)
				AND (e.status = 'active' OR a.message_id IS NOT NULL OR a.sent_at IS NOT NULL)
			ORDER BY a.updated_at DESC, a.event_id, a.kind LIMIT :limit`,
			{ limit: MIRRORS_SHOWN },
		),
});

/**
 * Retries a mirror of the list, also that of a deleted event whose Discord event must be deleted
 * (POST /api/admin/discord-mirrors/{id}/retry). Throws Refusal 'missing' when no such mirror exists,
 * 'conflict' when it was deleted on Discord and its event is not active.
 */
export const retryListedMirror = defineEventCommand({
	allow: 'discord.retryMirror',
	inTransaction: inJobTransaction,
	async work(eventId, context): Promise<{ message: string }> {
		const { now, transaction } = context;
		if (!isId(eventId)) throw missing('Mirror');
		const done = { message: 'Trying Discord again.' };
		// The event is locked first, as in every other operation, to avoid deadlocks.
		const event = await lockEventIfExists(eventId, transaction);
		const mirror = await DiscordMirror.findByPk(eventId, { transaction, lock: transaction.LOCK.UPDATE });
		if (!mirror) throw missing('Mirror');
		requireRetryable(mirror, event);
		if (mirror.state === 'synced') return done;
		await restartMirror(mirror, transaction, now);
		await recordAudit('discord.retryMirror', { type: 'event', id: mirror.eventId }, context);
		return done;
	},
});
