import { one } from '~/database/sql.ts';
import { POST_REFUSALS } from '~/domain/discord/post-problems.ts';
import type { AnnouncementView } from '~/domain/events/schema.ts';
import { POLL_TEXTS } from '~/domain/polls/schema.ts';
import { conflict, missing } from '~/domain/refusal.ts';
import { restartAnnouncement } from '../announcements/index.ts';
import { recordAudit } from '../kernel/audit.ts';
import { defineEventCommand } from '../kernel/event-command.ts';
import { lockEventIfExists } from '../kernel/lock-event.ts';
import { findPoll } from '../kernel/poll-rows.ts';

/**
 * Requests that the message of an event, or of the poll about its date, is posted on Discord, posted again after it was
 * deleted there, or retried (POST /api/events/{id}/announcement). A message that still exists is only written again.
 * Throws Refusal 'missing' when no such event or poll exists, 'conflict' when no announcement channel is set, or it is not
 * active or open and has no message.
 */
export const postAnnouncement = defineEventCommand({
	allow: 'events.postAnnouncement',
	async work(eventId, context): Promise<Pick<AnnouncementView, 'state'>> {
		const { now, transaction } = context;
		const event = await lockEventIfExists(eventId, transaction);
		const poll = event ? null : await findPoll(eventId, { viewer: null, now }, transaction);
		if (!event && !poll) throw missing('Event');
		const kind = poll ? 'poll' : 'event';
		const hasMessage = await one(
			`SELECT 1 FROM announcements WHERE event_id = :eventId AND kind = :kind AND message_id IS NOT NULL`,
			{ eventId, kind },
			transaction,
		);
		if (!hasMessage && poll && poll.status !== 'open') throw conflict(POLL_TEXTS[poll.status]);
		if (!hasMessage && event && event.status !== 'active') throw conflict(POST_REFUSALS.eventNotActive);
		if (!(await restartAnnouncement(eventId, transaction, now, kind)))
			throw conflict(POST_REFUSALS.noChannel);
		await recordAudit('events.postAnnouncement', { type: kind, id: eventId }, context);
		return { state: 'pending' };
	},
});
