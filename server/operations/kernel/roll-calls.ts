import type { Transaction } from 'sequelize';
import { execute, rows } from '~/database/sql.ts';
import { AWAITS_ROLL_CALL } from '../../wire/seat-sql.ts';
import { planMessage } from './recipients.ts';

/**
 * Plans a message that asks for the roll call, to the storyteller of each group with unmarked players, in the
 * transaction that completes these events. An event that was completed before its start has no roll call. (decision 0025)
 */
export async function askForRollCalls(
	eventIds: readonly string[],
	transaction: Transaction,
	now: Date,
): Promise<void> {
	const events = await rows<{ eventId: string; userIds: string[] }>(
		`SELECT e.id::text AS "eventId", array_agg(u.id::text ORDER BY u.id) AS "userIds"
		FROM events e JOIN groups told ON told.event_id = e.id JOIN users u ON u.id = told.storyteller_id
		WHERE e.id = ANY(:eventIds::bigint[]) AND e.date <= :now AND ${AWAITS_ROLL_CALL}
		GROUP BY e.id ORDER BY e.id`,
		{ eventIds, now },
		transaction,
	);
	for (const event of events) await planMessage({ kind: 'roll_call', ...event, now }, transaction);
}

/** Deletes the marks of an event that was cancelled or has not started (decision 0025). Returns how many. */
export const deleteMarks = (eventId: string, transaction: Transaction): Promise<number> =>
	execute('DELETE FROM attendance WHERE event_id = :eventId', { eventId }, transaction);
