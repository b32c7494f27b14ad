import type { Transaction } from 'sequelize';
import { inTransaction } from '~/database/connection.ts';
import { execute, one } from '~/database/sql.ts';
import type { EventStatus } from '~/domain/events/status.ts';
import { findResultProblem, type Winner } from '~/domain/groups/result.ts';
import { type ResultView, resultInput } from '~/domain/groups/result-schema.ts';
import { type Actor, can } from '~/domain/policy.ts';
import { conflict, denied, missing } from '~/domain/refusal.ts';
import { recordAudit } from '../kernel/audit.ts';
import { defineOperation, isId } from '../kernel/operation.ts';

/**
 * Saves who won a group's game, or with null that it has no result (PUT /api/events/{id}/groups/{groupId}/result). Throws
 * Refusal 'missing' when no such event or group exists, 'denied' when the actor neither runs the group nor is a creator
 * or an admin, 'conflict' before the event has started and when it was cancelled.
 */
export const setWinner = defineOperation({
	allow: 'groups.setWinner',
	params: ['eventId', 'groupId'],
	input: resultInput,
	handle: ({ actor, params: { eventId, groupId }, input: { winner }, now }): Promise<ResultView> =>
		inTransaction(async (transaction) => {
			if (!(await saveWinner({ actor, eventId, now, transaction }, groupId, winner))) throw missing('Group');
			return { winner };
		}),
});

type Change = { actor: Actor; eventId: string; now: Date; transaction: Transaction };

/** Saves a group's result, and returns whether there is such a group. Throws the other Refusals of `setWinner`. */
export async function saveWinner(
	{ actor, eventId, now, transaction }: Change,
	groupId: string,
	winner: Winner | null,
): Promise<boolean> {
	const event = isId(eventId)
		? await one<{ date: Date; status: EventStatus }>(
				'SELECT date, status FROM events WHERE id = :eventId FOR SHARE',
				{ eventId },
				transaction,
			)
		: null;
	if (!event) throw missing('Event');
	const group = await one<{ id: string; storyteller_id: string | null; winner: Winner | null }>(
		`SELECT id::text, storyteller_id::text, winner FROM groups
		WHERE event_id = :eventId AND client_id = :groupId FOR UPDATE`,
		{ eventId, groupId },
		transaction,
	);
	if (!group) return false;
	if (!can(actor, 'groups.setWinner', { isStoryteller: group.storyteller_id === actor.id })) throw denied();
	const problem = findResultProblem(event, now);
	if (problem) throw conflict(problem);
	if (group.winner === winner) return true;
	await execute('UPDATE groups SET winner = :winner WHERE id = :id', { winner, id: group.id }, transaction);
	// An undo brings an earlier version of the group back, and its result is this one then too.
	await execute(
		`UPDATE undo_rows SET before = before || jsonb_build_object('winner', :winner::text)
		WHERE table_name = 'groups' AND before ->> 'event_id' = :eventId::text
			AND before ->> 'client_id' = :groupId::text`,
		{ winner, eventId, groupId },
		transaction,
	);
	const subject = { type: 'event' as const, id: eventId };
	await recordAudit({ actor, action: 'groups.setWinner', subject, detail: { winner }, now }, transaction);
	return true;
}
