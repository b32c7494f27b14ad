import { execute, one } from '~/database/sql.ts';
import { resultInput } from '~/domain/groups/attendance-schema.ts';
import { findResultProblem, type Winner } from '~/domain/groups/result.ts';
import { can } from '~/domain/policy.ts';
import { conflict, denied, missing } from '~/domain/refusal.ts';
import { PLAYED_ID, PLAYED_STORYTELLER_IDS, STORYTELLER_IDS } from '../../wire/seat-sql.ts';
import { recordAudit } from '../kernel/audit.ts';
import { lockEvent } from '../kernel/lock-event.ts';
import { type ChangeContext, defineChange } from '../kernel/operation.ts';

/**
 * Saves who won the game of a group of any round, or with null that it has no result (PUT /api/events/{id}/groups/{groupId}/result). Returns
 * the result with the group's name. Throws Refusal 'missing' when no such event or group exists, 'denied' when the actor neither runs the group nor is a creator
 * or an admin, 'conflict' before the event has started and when it was cancelled.
 */
export const setWinner = defineChange({
	allow: 'groups.setWinner',
	params: ['eventId', 'groupId'],
	input: resultInput,
	async work({ params, input: { winner }, context }) {
		const name = await saveWinner({ ...params, winner }, context);
		if (name === null) throw missing('Group');
		return { winner, name };
	},
});

type GroupRow = {
	table: 'groups' | 'played_groups';
	id: string;
	client_id: string;
	name: string;
	storyteller_ids: string[];
	winner: Winner | null;
	created_at: string;
};

const SELECT_GROUP = `SELECT 'groups' AS table, g.id::text, g.client_id, g.name, ${STORYTELLER_IDS} AS storyteller_ids, g.winner, g.created_at::text
	FROM groups g WHERE g.event_id = :eventId AND g.client_id = :groupId`;
const SELECT_PLAYED_GROUP = `SELECT 'played_groups' AS table, g.id::text, g.client_id, g.name,
		${PLAYED_STORYTELLER_IDS} AS storyteller_ids, g.winner, g.created_at::text
	FROM played_groups g WHERE g.event_id = :eventId AND ${PLAYED_ID} = :groupId`;

/**
 * Saves a group's result, and returns the group's name; null when there is no such group. Throws Refusal 'missing' (404) when
 * no such event exists, 'denied' (403) when the actor may not, 'conflict' (409) when the event has no results.
 */
export async function saveWinner(
	{ eventId, groupId, winner }: { eventId: string; groupId: string; winner: Winner | null },
	context: ChangeContext,
): Promise<string | null> {
	const { actor, now, transaction } = context;
	const event = await lockEvent(eventId, transaction, 'SHARE');
	const find = (sql: string) => one<GroupRow>(`${sql} FOR UPDATE OF g`, { eventId, groupId }, transaction);
	const group = (await find(SELECT_GROUP)) ?? (await find(SELECT_PLAYED_GROUP));
	if (!group) return null;
	if (!can(actor, 'groups.setWinner', { isStoryteller: group.storyteller_ids.includes(actor.id) }))
		throw denied();
	const problem = findResultProblem(event, now);
	if (problem) throw conflict(problem);
	if (group.winner === winner) return group.name;
	await execute(
		`UPDATE ${group.table} SET winner = :winner WHERE id = :id`,
		{ winner, id: group.id },
		transaction,
	);
	// An undo brings an earlier version of the group back, and its result is this one then too. A group of another round is
	// another game.
	await execute(
		`UPDATE undo_rows SET before = before || jsonb_build_object('winner', :winner::text)
		WHERE id IN (SELECT id FROM undo_rows WHERE table_name = 'groups' AND before ->> 'event_id' = :eventId::text
			AND before ->> 'client_id' = :clientId::text
			AND date_trunc('milliseconds', (before ->> 'created_at')::timestamptz) = date_trunc('milliseconds', :createdAt::timestamptz)
			ORDER BY id FOR UPDATE)`,
		{ winner, eventId, clientId: group.client_id, createdAt: group.created_at },
		transaction,
	);
	await recordAudit('groups.setWinner', { type: 'event', id: eventId }, context, { winner });
	return group.name;
}
