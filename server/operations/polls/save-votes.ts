import { inTransaction } from '~/database/connection.ts';
import { execute, selectColumn } from '~/database/sql.ts';
import type { Actor } from '~/domain/policy.ts';
import { POLL_TEXTS, type PollView, type VotesInput, votesInput } from '~/domain/polls/schema.ts';
import { conflict, invalid } from '~/domain/refusal.ts';
import { defineOperation, isId } from '../kernel/operation.ts';
import { lockPoll, selectPoll, toPollView } from '../kernel/poll-rows.ts';

/**
 * Saves the actor's answers to times of a poll (PUT /api/polls/{id}/votes); the others stay. Throws Refusal 'missing' when
 * no such poll exists, 'conflict' when it is not open, 'invalid' when it does not offer one of the times.
 */
export const saveVotes = defineOperation({
	allow: 'polls.vote',
	params: ['pollId'],
	input: votesInput,
	handle: ({ actor, params: { pollId }, input: { votes }, now }): Promise<PollView> =>
		saveOwnVotes({ actor, pollId, votes, source: 'webapp', now }),
});

/** Does what `saveVotes` does, for the web app and for the bot. */
export const saveOwnVotes = ({
	actor,
	pollId,
	votes,
	source,
	now,
}: {
	actor: Actor;
	pollId: string;
	votes: VotesInput['votes'];
	source: 'webapp' | 'botc_command';
	now: Date;
}): Promise<PollView> =>
	inTransaction(async (transaction) => {
		const { status } = await lockPoll(pollId, 'SHARE', { now, transaction });
		if (status !== 'open') throw conflict(POLL_TEXTS[status]);
		const timeIds = votes.map(({ time_id }) => time_id);
		const offered = await selectColumn(
			'SELECT id::text FROM poll_times WHERE poll_id = :pollId AND id = ANY(:timeIds::bigint[])',
			{ pollId, timeIds: timeIds.filter(isId) },
			transaction,
		);
		if (offered.length < timeIds.length) throw invalid({ votes: [POLL_TEXTS.otherTime] });
		// In the order of the times, so that two requests of one user do not wait for each other.
		await execute(
			`INSERT INTO poll_votes AS v (poll_id, time_id, user_id, answer, source, created_at)
			SELECT :pollId::bigint, o.time_id, u.id, o.answer, :source, :now
			FROM unnest(:timeIds::bigint[], :answers::text[]) AS o (time_id, answer)
			JOIN users u ON u.id = :userId ORDER BY o.time_id
			ON CONFLICT (time_id, user_id) DO UPDATE SET answer = excluded.answer, source = excluded.source
			WHERE (v.answer, v.source) <> (excluded.answer, excluded.source)`,
			{ pollId, userId: actor.id, source, now, timeIds, answers: votes.map(({ answer }) => answer) },
			transaction,
		);
		return toPollView(await selectPoll(pollId, { viewer: actor.id, now }, transaction));
	});
