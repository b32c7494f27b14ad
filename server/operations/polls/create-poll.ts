import type { Transaction } from 'sequelize';
import { execute, selectColumn } from '~/database/sql.ts';
import { POLL_FIELD_COLUMNS, POLL_FIELDS } from '~/domain/events/field-uses.ts';
import { createPollInput, findDateErrors, type OfferedTime, type PollView } from '~/domain/polls/schema.ts';
import { invalid } from '~/domain/refusal.ts';
import { startAnnouncement } from '../announcements/index.ts';
import { recordAudit } from '../kernel/audit.ts';
import { doOnce } from '../kernel/idempotency.ts';
import { defineChange } from '../kernel/operation.ts';
import { selectPoll, toPollView } from '../kernel/poll-rows.ts';

/**
 * Asks for the date of an event (POST /api/polls), and announces it on Discord when a channel is set. With a key, a repeat
 * returns the poll of the first request. Throws Refusal 'invalid' when a time has passed, or the answers are not due before
 * the first of them; 'conflict' when the key was used for another poll.
 */
export const createPoll = defineChange({
	allow: 'polls.create',
	input: createPollInput,
	async work({ actor, input, now, transaction, context }): Promise<PollView> {
		const { idempotencyKey: key, ...request } = input;
		const { pollId } = await doOnce('polls.create', { key, request }, context, async () => {
			requireDates(request, now);
			const { times, answer_by: answerBy, ...fields } = request;
			const [pollId = ''] = await selectColumn(
				`INSERT INTO polls (${POLL_FIELD_COLUMNS.map(([, column]) => column).join(', ')}, answer_by, creator_id, created_at)
				VALUES (${POLL_FIELDS.map((field) => `:${field}`).join(', ')}, :answerBy, :creatorId, :now) RETURNING id::text`,
				{ ...fields, answerBy, creatorId: actor.id, now },
				transaction,
			);
			await replaceTimes(pollId, times, transaction);
			await startAnnouncement(pollId, transaction, now, 'poll');
			await recordAudit('polls.create', { type: 'poll', id: pollId }, context);
			return { pollId };
		});
		return toPollView(await selectPoll(pollId, { viewer: actor.id, now }, transaction));
	},
});

/** Throws Refusal 'invalid' when `findDateErrors` finds an error. */
export function requireDates(dates: Parameters<typeof findDateErrors>[0], now: Date): void {
	const errors = findDateErrors(dates, now);
	if (Object.keys(errors).length > 0) throw invalid(errors);
}

/** Offers these times and no others. A time that stays keeps its answers, also when its duration changes. */
export async function replaceTimes(
	pollId: string,
	times: readonly OfferedTime[],
	transaction: Transaction,
): Promise<void> {
	const binds = {
		pollId,
		dates: times.map(({ date }) => date),
		durations: times.map(({ duration }) => duration),
	};
	await execute(
		'DELETE FROM poll_times WHERE poll_id = :pollId AND date <> ALL(:dates::timestamptz[])',
		{ pollId, dates: binds.dates },
		transaction,
	);
	await execute(
		`INSERT INTO poll_times AS t (poll_id, date, duration)
		SELECT :pollId::bigint, o.date, o.duration FROM unnest(:dates::timestamptz[], :durations::int[]) AS o (date, duration)
		ON CONFLICT (poll_id, date) DO UPDATE SET duration = excluded.duration WHERE t.duration <> excluded.duration`,
		binds,
		transaction,
	);
}
