import type { Transaction } from 'sequelize';
import { inTransaction } from '~/database/connection.ts';
import { selectColumn } from '~/database/sql.ts';
import { buildEndSql } from '../../wire/event-sql.ts';
import { askForRollCalls } from '../kernel/roll-calls.ts';
import { renewMirrors } from '../mirror/index.ts';

/** How many events one transaction completes, so that a long backlog does not exceed the statement's time limit. */
const BATCH_SIZE = 500;

/**
 * Completes every active event that has ended (start + duration) by `now`, updates its mirror, asks the storytellers of
 * its groups for the roll call, and returns how many. The version does not change, so open forms do not become stale
 * (decision 0012). Events that are locked by another replica's run or by an edit are left to the next run.
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
	const completed = await selectColumn(
		`WITH ended AS MATERIALIZED (
			SELECT e.id FROM events e
			WHERE e.status = 'active' AND e.date <= :now AND ${buildEndSql()} <= :now
			ORDER BY e.date, e.id LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED
		)
		UPDATE events SET status = 'completed', updated_at = :now FROM ended WHERE events.id = ended.id
		RETURNING events.id`,
		{ now },
		transaction,
	);
	await askForRollCalls(completed, transaction, now);
	await renewMirrors(completed, transaction, now);
	return completed.length;
}
