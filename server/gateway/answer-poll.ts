import { toButton, toLinkButton } from '~/domain/discord/announcement.ts';
import { toMenu } from '~/domain/discord/components.ts';
import type { CustomId } from '~/domain/discord/custom-id.ts';
import { ANSWER_MENUS, formatPollReply, NONE_LABEL } from '~/domain/discord/poll-messages.ts';
import { formatErasedReply } from '~/domain/discord/replies.ts';
import { ANSWER_LABELS, describeVotes, sortByDate } from '~/domain/polls/poll.ts';
import type { PollView } from '~/domain/polls/schema.ts';
import { formatDateTimeShort } from '~/domain/time/format.ts';
import { config } from '../config.ts';
import { asRefusal } from '../http/status.ts';
import { voteByMenu } from '../operations/botc/index.ts';
import { getPollUrl } from '../operations/kernel/poll-rows.ts';
import { getEventUrl } from '../operations/mirror/index.ts';
import { readPollView } from '../operations/polls/index.ts';
import type { MemberCall, Reply } from './reply.ts';

/** Returns the member's answers to a poll, with the menus that change them. Throws Refusal 'missing' when it is gone. */
export const showOwnVotes = async (pollId: string, call: MemberCall): Promise<Reply> =>
	toReply(await call.perform(readPollView, { params: { pollId } }));

/**
 * Saves the answers of a member who chose these times in a menu, and returns what is saved then. A refusal comes with what is
 * saved, so that a menu of an old state does not stay.
 */
export async function vote(
	{ eventId: pollId, answer }: Extract<CustomId, { kind: 'vote' }>,
	chosen: readonly string[],
	call: MemberCall,
): Promise<Reply> {
	const params = { pollId };
	// An answer to a poll that does not exist must not create a user.
	await call.perform(readPollView, { params });
	if (!(await call.findOrCreateActor()))
		return { content: formatErasedReply(config().APP_URL), components: [] };
	try {
		return toReply(await call.perform(voteByMenu, { params, read: () => ({ answer, chosen }) }));
	} catch (error) {
		const refusal = asRefusal(error);
		if (refusal?.kind !== 'conflict' && refusal?.kind !== 'invalid') throw error;
		const poll = await call.perform(readPollView, { params });
		return toReply(poll, poll.status === 'open' ? refusal.message : null);
	}
}

function toReply(poll: PollView, problem: string | null = null): Reply {
	const { id: pollId, times, timezone, own_votes: ownVotes, status } = poll;
	const address = poll.event_id === null ? getPollUrl(pollId) : getEventUrl(poll.event_id);
	const menus = ANSWER_MENUS.flatMap((answer) =>
		toMenu({ kind: 'vote', eventId: pollId, answer }, ANSWER_LABELS[answer], {
			min: 0,
			max: times.length,
			options: sortByDate(times).map((time) => ({
				value: time.id,
				label: formatDateTimeShort(time.date, timezone),
				description: describeVotes(time),
				default: ownVotes.some((vote) => vote.time_id === time.id && vote.answer === answer),
			})),
		}),
	);
	const none = toButton(NONE_LABEL, { kind: 'vote', eventId: pollId, answer: 'no' });
	return {
		content: formatPollReply(poll, problem),
		components: [
			...(status === 'open' ? menus : []),
			{ type: 1, components: [...(status === 'open' ? [none] : []), toLinkButton(address)] },
		],
	};
}
