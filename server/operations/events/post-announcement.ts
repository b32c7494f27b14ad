import { inTransaction } from '~/database/connection.ts';
import { one } from '~/database/sql.ts';
import { POST_REFUSALS } from '~/domain/discord/post-problems.ts';
import type { AnnouncementView } from '~/domain/events/schema.ts';
import { conflict } from '~/domain/refusal.ts';
import { restartAnnouncement } from '../announcements/index.ts';
import { recordAudit } from '../kernel/audit.ts';
import { defineEventCommand } from '../kernel/event-command.ts';
import { lockEvent } from '../kernel/lock-event.ts';

/**
 * Requests that the message of an event is posted on Discord, posted again after it was deleted there, or retried (POST
 * /api/events/{id}/announcement). A message that still exists is only written again. Throws Refusal 'missing' when no
 * such event exists, 'conflict' when no announcement channel is set, or the event is not active and has no message.
 */
export const postAnnouncement = defineEventCommand({
	allow: 'events.postAnnouncement',
	inTransaction,
	async work({ actor, eventId, now, transaction }): Promise<Pick<AnnouncementView, 'state'>> {
		const event = await lockEvent(eventId, transaction);
		const hasMessage = await one(
			`SELECT 1 FROM announcements WHERE event_id = :eventId AND kind = 'event' AND message_id IS NOT NULL`,
			{ eventId },
			transaction,
		);
		if (!hasMessage && event.status !== 'active') throw conflict(POST_REFUSALS.eventNotActive);
		if (!(await restartAnnouncement(event.id, transaction, now))) throw conflict(POST_REFUSALS.noChannel);
		await recordAudit(
			'events.postAnnouncement',
			{ type: 'event', id: event.id },
			{ actor, now, transaction },
		);
		return { state: 'pending' };
	},
});
