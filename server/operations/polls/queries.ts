import { one } from '~/database/sql.ts';
import type { AnnouncementView } from '~/domain/events/schema.ts';
import { canAttempt } from '~/domain/policy.ts';
import type { PollView } from '~/domain/polls/schema.ts';
import { POSITION, REVISION, toEventPosition } from '../../live/event-changes.ts';
import { type AnnouncementRow, toAnnouncementView } from '../../wire/events.ts';
import { buildMessageSql } from '../events/index.ts';
import { defineOperation, isId } from '../kernel/operation.ts';
import { type PollDetail, selectPoll, selectPolls, toPollView } from '../kernel/poll-rows.ts';

/** How many polls a list has at most. */
const POLLS_PER_LIST = 100;

/** Returns the newest polls, those without a date first by the end of their answers (GET /api/polls). */
export const listPolls = defineOperation({
	allow: 'polls.list',
	async handle({ actor, now }): Promise<PollView[]> {
		const found = await selectPolls(
			`ORDER BY (p.chosen_time_id IS NULL AND p.withdrawn_at IS NULL) DESC,
				CASE WHEN p.chosen_time_id IS NULL AND p.withdrawn_at IS NULL THEN p.answer_by END, p.id DESC LIMIT ${POLLS_PER_LIST}`,
			{ viewer: actor.id, now },
		);
		return found.map(toPollView);
	},
});

/** Returns a poll with the names of its voters. Throws Refusal 'missing' when no such poll exists. */
export const readPoll = defineOperation({
	allow: 'polls.read',
	params: ['pollId'],
	handle: ({ actor, params: { pollId }, now }) => selectPoll(pollId, { viewer: actor.id, now }),
});

/** Returns a poll without the names of its voters (GET /api/polls/{id}). Throws as `readPoll` does. */
export const readPollView = defineOperation({
	allow: 'polls.read',
	params: ['pollId'],
	handle: async (call) => toPollView(await readPoll.handle(call)),
});

type PageRow = { position: string; revision: string | null; announcement: AnnouncementRow | null };

/**
 * Returns a poll for its page, with its message on Discord for those who may post it. `position` is the `since` of a
 * stream that reports what has changed since (GET /live). Throws as `readPoll` does.
 */
export const readPollPage = defineOperation({
	allow: 'polls.read',
	params: ['pollId'],
	async handle(call): Promise<{
		poll: PollDetail;
		announcement: AnnouncementView | null;
		position: string;
	}> {
		const { pollId } = call.params;
		const row = isId(pollId)
			? await one<PageRow>(
					`SELECT ${POSITION} AS position, ${REVISION} AS revision, ${buildMessageSql('poll')} AS announcement
					FROM (SELECT :pollId::bigint AS id) AS e`,
					{ pollId },
				)
			: null;
		// Read after its position: a change between the two is reported again, and none is missed.
		const poll = await readPoll.handle(call);
		const { position = '', revision = null, announcement = null } = row ?? {};
		const message =
			announcement && canAttempt(call.actor, 'events.postAnnouncement')
				? toAnnouncementView(announcement)
				: null;
		return {
			poll,
			// Once the poll has ended, none is posted any more, so that there is none is no news.
			announcement: poll.status === 'open' || message?.url ? message : null,
			position: toEventPosition(position, pollId, revision),
		};
	},
});
