import { inTransaction } from '~/database/connection.ts';
import { execute, selectColumn } from '~/database/sql.ts';
import { POLL_REMINDER_HOURS } from '~/domain/polls/schema.ts';
import { buildReached, TOOK_PART_LATELY, WITHOUT_DELETED_USERS } from '../kernel/recipients.ts';

const IS_UNDECIDED = 'p.chosen_time_id IS NULL AND p.withdrawn_at IS NULL';

/**
 * Does what is due at `now` for polls, and returns for how many: a day before the answers are due (or halfway, for a
 * short poll) those who took part lately and have not answered are reminded once, and at the end the creator is told.
 * Safe to run in several processes at once.
 */
export async function continuePolls(now: Date): Promise<number> {
	const done = await inTransaction(async (transaction) => {
		const due = (column: string, condition: string) =>
			selectColumn(
				`UPDATE polls SET ${column} = :now WHERE id IN (
					SELECT p.id FROM polls p WHERE ${IS_UNDECIDED} AND p.${column} IS NULL AND ${condition}
					ORDER BY p.id FOR UPDATE SKIP LOCKED) RETURNING id::text`,
				{ now },
				transaction,
			);
		const reminded = await due(
			'reminded_at',
			`p.answer_by > :now AND :now >= greatest(p.answer_by - interval '${POLL_REMINDER_HOURS} hours',
				p.created_at + (p.answer_by - p.created_at) / 2)`,
		);
		const closed = await due('closed_at', 'p.answer_by <= :now');
		const plan = (kind: 'poll' | 'poll_closed', pollIds: string[], recipients: string) =>
			execute(
				`INSERT INTO direct_messages (user_id, poll_id, kind, event_date, due_at, created_at)
				SELECT u.id, p.id, :kind, p.answer_by, :now::timestamptz, :now FROM polls p JOIN users u ON ${recipients}
				WHERE p.id = ANY(:pollIds::bigint[]) AND ${buildReached('p.id')} ORDER BY p.id, u.id ${WITHOUT_DELETED_USERS}`,
				{ kind, pollIds, now },
				transaction,
			);
		if (reminded.length > 0)
			await plan(
				'poll',
				reminded,
				`${TOOK_PART_LATELY} AND NOT EXISTS (SELECT FROM poll_votes v WHERE v.poll_id = p.id AND v.user_id = u.id)`,
			);
		if (closed.length > 0) await plan('poll_closed', closed, 'u.id = p.creator_id');
		return reminded.length + closed.length;
	});
	return done;
}
