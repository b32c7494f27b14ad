import { selectValue } from '~/database/sql.ts';
import { toPollAnnouncement } from '~/domain/discord/poll-messages.ts';
import { POLL_TEXTS } from '~/domain/polls/schema.ts';
import { findPoll, getPollUrl, toPollView } from '../kernel/poll-rows.ts';
import { getEventUrl } from '../mirror/index.ts';
import { type DesiredMessage, hashContent } from './lease-announcement.ts';
import { readAnnouncementSettings } from './queries.ts';

/** Returns the message that announces a poll; null when the poll does not exist. */
export async function findPollMessage(
	{
		event_id: pollId,
		is_quiet: isQuiet = false,
	}: {
		event_id: string;
		is_quiet?: boolean;
	},
	now: Date,
): Promise<DesiredMessage | null> {
	const poll = await findPoll(pollId, { viewer: null, now });
	if (!poll) return null;
	const { channelId, roleId, isRoleDeleted } = await readAnnouncementSettings();
	const date = await selectValue<Date>('SELECT date FROM events WHERE id = :pollId', { pollId });
	const content = toPollAnnouncement(toPollView(poll), {
		address: getPollUrl(pollId),
		event: date && { date, address: getEventUrl(pollId) },
	});
	return {
		content,
		contentHash: hashContent(content),
		picture: null,
		roleId: isRoleDeleted || isQuiet ? null : roleId || null,
		userIds: [],
		channelIds: channelId ? [channelId] : [],
		refusal: poll.status === 'open' ? null : POLL_TEXTS[poll.status],
		threadName: null,
		opensThread: false,
		groups: null,
	};
}
