import { one } from '~/database/sql.ts';
import { POST_REFUSALS } from '~/domain/discord/post-problems.ts';
import type { AnnouncementView } from '~/domain/events/schema.ts';
import { conflict } from '~/domain/refusal.ts';
import { requestGroupPost } from '../announcements/index.ts';
import { recordAudit } from '../kernel/audit.ts';
import { defineEventCommand } from '../kernel/event-command.ts';
import { lockEvent } from '../kernel/lock-event.ts';

/**
 * Requests that the saved groups of an event are posted on Discord: in the thread or the channel of its announcement,
 * or in the announcement channel (POST /api/events/{id}/groups/post). A message that exists is written again and says
 * what changed. Throws Refusal 'missing' when no such event exists, 'conflict' when the event is not active, no groups
 * are saved or there is no channel.
 */
export const postGroups = defineEventCommand({
	allow: 'groups.post',
	async work(eventId, context): Promise<Pick<AnnouncementView, 'state'>> {
		const { now, transaction } = context;
		const event = await lockEvent(eventId, transaction);
		if (event.status !== 'active') throw conflict(POST_REFUSALS.groupsNotActive);
		const sql = 'SELECT 1 FROM groups WHERE event_id = :eventId LIMIT 1';
		if (!(await one(sql, { eventId }, transaction))) throw conflict(POST_REFUSALS.noGroups);
		if (!(await requestGroupPost(event.id, transaction, now))) throw conflict(POST_REFUSALS.noChannel);
		await recordAudit('groups.post', { type: 'event', id: event.id }, context);
		return { state: 'pending' };
	},
});
