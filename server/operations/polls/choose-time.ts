import type { Transaction } from 'sequelize';
import { execute, one, rows } from '~/database/sql.ts';
import { POLL_FIELDS } from '~/domain/events/field-uses.ts';
import type { EventDetail } from '~/domain/events/schema.ts';
import { pick } from '~/domain/pick.ts';
import { type PollAnswer, SIGNUP_OF_ANSWER } from '~/domain/polls/poll.ts';
import { chooseTimeInput, type OfferedTime, POLL_TEXTS } from '~/domain/polls/schema.ts';
import { invalid } from '~/domain/refusal.ts';
import type { SignupSource } from '~/domain/signups/statuses.ts';
import { inJobTransaction } from '../../queue.ts';
import { insertEvent, selectEventDetail } from '../events/index.ts';
import { recordAudit } from '../kernel/audit.ts';
import { type ChangeContext, defineChange, isId } from '../kernel/operation.ts';
import { COUNTS_IN_POLLS, type LockedPoll, lockPoll } from '../kernel/poll-rows.ts';
import { planMessage } from '../kernel/recipients.ts';
import { insertSignups } from '../kernel/signup-rows.ts';
import { keepForUndo } from '../kernel/undo.ts';
import { requireUndecided } from './change-poll.ts';

/**
 * Chooses the date of a poll (POST /api/polls/{id}/choose), which becomes an event with the poll's id: whoever said yes is
 * signed up as confirmed, whoever said if need be as tentative, in the order of their first answers, and all are told.
 * A repeat with the same time returns the event. Can be undone. Throws Refusal 'missing' when no such poll exists,
 * 'conflict' when another time was chosen or the poll was withdrawn, 'invalid' when it does not offer this time, or the
 * time has passed.
 */
export const choosePollTime = defineChange({
	allow: 'polls.choose',
	params: ['pollId'],
	input: chooseTimeInput,
	inTransaction: inJobTransaction,
	async work({ actor, params: { pollId }, input, transaction, context }): Promise<EventDetail> {
		const poll = await lockPoll(pollId, 'UPDATE', context);
		if (poll.chosenTimeId === null || poll.chosenTimeId !== input.time_id) {
			requireUndecided(poll.status);
			await keepForUndo('polls.choose', context, () => choose(poll, input.time_id, context));
		}
		return selectEventDetail(actor, pollId, transaction);
	},
});

async function choose(poll: LockedPoll, timeId: string, context: ChangeContext): Promise<void> {
	const { actor, now, transaction } = context;
	const { id: pollId } = poll;
	const time = isId(timeId)
		? await one<OfferedTime>(
				'SELECT date, duration FROM poll_times WHERE id = :timeId AND poll_id = :pollId',
				{ timeId, pollId },
				transaction,
			)
		: null;
	if (!time) throw invalid({ time_id: [POLL_TEXTS.otherTime] });
	if (time.date <= now) throw invalid({ time_id: [POLL_TEXTS.hasPassed] });
	await execute(
		'UPDATE polls SET chosen_time_id = :timeId WHERE id = :pollId',
		{ timeId, pollId },
		transaction,
	);
	await insertEvent(
		{
			...pick(poll, POLL_FIELDS),
			...time,
			id: pollId,
			creatorId: actor.id,
			storytellerIds: [],
			createDiscordEvent: true,
			announce: true,
		},
		null,
		now,
		transaction,
	);
	const signups = await selectSignupsOfVoters(pollId, timeId, transaction);
	await insertSignups(pollId, signups, now, transaction);
	await planMessage(
		{ kind: 'date_chosen', eventId: pollId, userIds: signups.map(({ userId }) => userId), now },
		transaction,
	);
	await recordAudit('polls.choose', { type: 'poll', id: pollId }, context, { signups: signups.length });
}

/** Returns the signups that the answers to a time become, in the order of the first answers to the poll. */
async function selectSignupsOfVoters(pollId: string, timeId: string, transaction: Transaction) {
	const voters = await rows<{ userId: string; answer: PollAnswer; source: SignupSource }>(
		`SELECT v.user_id::text AS "userId", v.answer, v.source FROM poll_votes v JOIN users u ON u.id = v.user_id
		WHERE v.time_id = :timeId AND ${COUNTS_IN_POLLS}
		ORDER BY (SELECT min(f.created_at) FROM poll_votes f WHERE f.poll_id = :pollId AND f.user_id = u.id), u.id
		FOR KEY SHARE OF u`,
		{ pollId, timeId },
		transaction,
	);
	return voters.flatMap(({ userId, answer, source }) => {
		const status = SIGNUP_OF_ANSWER[answer];
		return status ? [{ userId, status, source }] : [];
	});
}
