import { execute, rows } from '~/database/sql.ts';
import { POLL_FIELD_COLUMNS } from '~/domain/events/field-uses.ts';
import { isUndecided, type PollStatus } from '~/domain/polls/poll.ts';
import { type OfferedTime, POLL_TEXTS, type PollView, updatePollInput } from '~/domain/polls/schema.ts';
import { conflict } from '~/domain/refusal.ts';
import { recordAudit } from '../kernel/audit.ts';
import { defineChange } from '../kernel/operation.ts';
import { lockPoll, selectPoll, toPollView } from '../kernel/poll-rows.ts';
import { keepForUndo } from '../kernel/undo.ts';
import { replaceTimes, requireDates } from './create-poll.ts';

/**
 * Changes a poll (PUT /api/polls/{id}); a later `answer_by` opens a closed one again. Can be undone. Throws Refusal
 * 'missing' when no such poll exists, 'conflict' when its date was chosen, it was withdrawn, or `version` is an older one
 * (with the saved poll as `current`), 'invalid' as `createPoll` does.
 */
export const updatePoll = defineChange({
	allow: 'polls.update',
	params: ['pollId'],
	input: updatePollInput,
	async work({ actor, params: { pollId }, input, now, transaction, context }): Promise<PollView> {
		const poll = await lockPoll(pollId, 'UPDATE', context);
		requireUndecided(poll.status);
		const read = async () => toPollView(await selectPoll(pollId, { viewer: actor.id, now }, transaction));
		if (input.version !== undefined && input.version !== poll.version)
			throw conflict('Someone else changed this poll while you were editing.', { current: await read() });
		const { answer_by: answerBy, times, version: _, ...fields } = input;
		const offered =
			times ??
			(await rows<OfferedTime>(
				'SELECT date, duration FROM poll_times WHERE poll_id = :pollId',
				{ pollId },
				transaction,
			));
		if (times || answerBy) requireDates({ times: offered, answer_by: answerBy ?? poll.answerBy }, now);
		await keepForUndo('polls.update', context, async () => {
			await execute(
				`UPDATE polls SET ${POLL_FIELD_COLUMNS.map(([field, column]) => `${column} = :${field}`).join(', ')},
					answer_by = coalesce(:answerBy, answer_by), version = version + 1,
					closed_at = CASE WHEN :answerBy::timestamptz > :now THEN NULL ELSE closed_at END
				WHERE id = :pollId`,
				{ ...poll, ...fields, pollId, answerBy: answerBy ?? null, now },
				transaction,
			);
			if (times) await replaceTimes(pollId, times, transaction);
			await recordAudit('polls.update', { type: 'poll', id: pollId }, context);
		});
		return read();
	},
});

/**
 * Withdraws a poll (DELETE /api/polls/{id}): nobody can answer any more. A repeat changes nothing. Can be undone. Throws
 * Refusal 'missing' when no such poll exists, 'conflict' when its date was chosen.
 */
export const withdrawPoll = defineChange({
	allow: 'polls.withdraw',
	params: ['pollId'],
	async work({ actor, params: { pollId }, now, transaction, context }): Promise<PollView> {
		const { status } = await lockPoll(pollId, 'UPDATE', context);
		if (status === 'chosen') throw conflict(POLL_TEXTS.chosen);
		if (status !== 'withdrawn')
			await keepForUndo('polls.withdraw', context, async () => {
				await execute(
					'UPDATE polls SET withdrawn_at = :now WHERE id = :pollId',
					{ pollId, now },
					transaction,
				);
				await recordAudit('polls.withdraw', { type: 'poll', id: pollId }, context);
			});
		return toPollView(await selectPoll(pollId, { viewer: actor.id, now }, transaction));
	},
});

/** Throws Refusal 'conflict' when the date of a poll was chosen or it was withdrawn. */
export function requireUndecided(status: PollStatus): void {
	if (isUndecided(status)) return;
	throw conflict(status === 'chosen' ? POLL_TEXTS.chosen : POLL_TEXTS.withdrawn);
}
