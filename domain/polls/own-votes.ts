import type { PollAnswer } from './poll.ts';
import type { PollView, VotesInput } from './schema.ts';

type OwnPoll = { times: readonly { id: string }[]; own_votes: PollView['own_votes'] };

/**
 * Returns the member's answers to all times after they chose in the menu of `answer` exactly these: the others keep what
 * the other menu gave them, and are 'no' without that. A chosen time that the poll does not offer is included.
 */
export function toVotes(
	{ times, own_votes: ownVotes }: OwnPoll,
	answer: PollAnswer,
	chosenIds: readonly string[],
): VotesInput['votes'] {
	const before = new Map(ownVotes.map((vote) => [vote.time_id, vote.answer]));
	const keep = (id: string): PollAnswer => {
		const kept = before.get(id) ?? 'no';
		return kept === answer || answer === 'no' ? 'no' : kept;
	};
	const ids = new Set([...times.map(({ id }) => id), ...chosenIds]);
	return [...ids].map((id) => ({ time_id: id, answer: chosenIds.includes(id) ? answer : keep(id) }));
}
