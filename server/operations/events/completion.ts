import type { Transaction } from 'sequelize';
import { inTransaction } from '~/database/connection.ts';
import { execute, rows } from '~/database/sql.ts';
import { AWAITS_ROLL_CALL } from '../../wire/seat-sql.ts';
import { GETS_MESSAGES, WITHOUT_DELETED_USERS } from '../kernel/recipients.ts';
import { renewMirrors } from '../mirror/index.ts';

/**
 * How many events one transaction completes, so that a long backlog does not exceed the statement's time
 * limit.
 */
const BATCH_SIZE = 500;

/**
 * Completes every active event that has ended (start + duration) by `now`, updates its mirror, asks the
 * storytellers of its groups for the roll call, and returns how many. The version does not change, so open forms do not become stale (decision 0021). Events that are locked by another
 * replica's run or by an edit are left to the next run.
 */
export async function completeEndedEvents(now: Date): Promise<number> {
	let total = 0;
	for (;;) {
		const completed = await inTransaction((transaction) => completeBatch(now, transaction));
		total += completed;
		if (completed < BATCH_SIZE) return total;
	}
}

async function completeBatch(now: Date, transaction: Transaction): Promise<number> {
	// `date <= :now` follows from the next condition, but an index can use only this one.
	const completed = await rows<{ id: string }>(
		`WITH ended AS MATERIALIZED (
			SELECT id FROM events
			WHERE status = 'active' AND date <= :now AND date + make_interval(mins => duration) <= :now
			ORDER BY date, id LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED
		)
		UPDATE events SET status = 'completed', updated_at = :now FROM ended WHERE events.id = ended.id
		RETURNING events.id`,
		{ now },
		transaction,
	);
	await askForRollCalls(
		completed.map(({ id }) => id),
		transaction,
		now,
	);
	await renewMirrors(
		completed.map(({ id }) => id),
		transaction,
		now,
	);
	return completed.length;
}

/** Plans a message to the storytellers of the events' groups. */
async function askForRollCalls(eventIds: string[], transaction: Transaction, now: Date): Promise<void> {
	await execute(
		`INSERT INTO direct_messages (user_id, event_id, kind, event_date, due_at, created_at)
		SELECT u.id, e.id, 'roll_call', e.date, :now::timestamptz, :now FROM events e
			JOIN groups told ON told.event_id = e.id JOIN users u ON u.id = told.storyteller_id
		WHERE e.id = ANY(:eventIds::bigint[]) AND NOT e.is_test_data AND ${AWAITS_ROLL_CALL} AND ${GETS_MESSAGES}
		ORDER BY e.id, u.id ${WITHOUT_DELETED_USERS}`,
		{ eventIds, now },
		transaction,
	);
}
