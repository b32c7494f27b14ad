import type { PollView } from '~/domain/polls/schema.ts';
import { defineOperation } from '../kernel/operation.ts';
import { selectPoll, selectPolls, toPollView } from '../kernel/poll-rows.ts';

/** How many polls a list has at most. */
const LISTED_POLLS = 100;

/** Returns the newest polls, those without a date first by the end of their answers (GET /api/polls). */
export const listPolls = defineOperation({
	allow: 'polls.list',
	async handle({ actor, now }): Promise<PollView[]> {
		const found = await selectPolls(
			`ORDER BY (p.chosen_time_id IS NULL AND p.withdrawn_at IS NULL) DESC,
				CASE WHEN p.chosen_time_id IS NULL AND p.withdrawn_at IS NULL THEN p.answer_by END, p.id DESC LIMIT ${LISTED_POLLS}`,
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
