import type { Transaction } from 'sequelize';
import { execute, one } from '~/database/sql.ts';
import { AWAITS_ROLL_CALL } from '../../wire/seat-sql.ts';
import { GETS_MESSAGES, WITHOUT_DELETED_USERS } from './recipients.ts';

/**
 * Plans a message that asks for the roll call, to the storyteller of each group with unmarked players, in the
 * transaction that completes these events. An event that was completed before its start has no roll call. (decision 0025)
 */
export async function askForRollCalls(
	eventIds: readonly string[],
	transaction: Transaction,
	now: Date,
): Promise<void> {
	await execute(
		`INSERT INTO direct_messages (user_id, event_id, kind, event_date, due_at, created_at)
		SELECT u.id, e.id, 'roll_call', e.date, :now::timestamptz, :now FROM events e
			JOIN groups told ON told.event_id = e.id JOIN users u ON u.id = told.storyteller_id
		WHERE e.id = ANY(:eventIds::bigint[]) AND e.date <= :now AND NOT e.is_test_data
			AND ${AWAITS_ROLL_CALL} AND ${GETS_MESSAGES}
		ORDER BY e.id, u.id ${WITHOUT_DELETED_USERS}`,
		{ eventIds, now },
		transaction,
	);
}

/** Returns whether players were marked in the roll call of an event. */
export async function hasMarks(eventId: string, transaction: Transaction): Promise<boolean> {
	return (
		(await one('SELECT 1 FROM attendance WHERE event_id = :eventId LIMIT 1', { eventId }, transaction)) !==
		null
	);
}

/**
 * Deletes the marks of an event that was cancelled or has not started: they belong to another night (decision 0025).
 * Returns how many.
 */
export const deleteMarks = (eventId: string, transaction: Transaction): Promise<number> =>
	execute('DELETE FROM attendance WHERE event_id = :eventId', { eventId }, transaction);
