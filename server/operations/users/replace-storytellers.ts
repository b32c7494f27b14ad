import type { Transaction } from 'sequelize';
import { z } from 'zod';
import { execute, insertMany, rows } from '~/database/sql.ts';
import { EVENT_TEXTS } from '~/domain/events/fields.ts';
import { invalid } from '~/domain/refusal.ts';
import { listRolesFrom } from '~/domain/users/roles.ts';
import type { PublicUserView } from '~/domain/users/schema.ts';
import { PUBLIC_USER_COLUMNS, type PublicUserRow, toPublicUserView } from '../../wire/users.ts';
import { defineOperation, isId } from '../kernel/operation.ts';

const STORYTELLER_ROLES = listRolesFrom('storyteller');

/**
 * Returns all users who may run a game (role storyteller or higher), by name
 * (GET /api/users/storytellers/list).
 */
export const listStorytellers = defineOperation({
	allow: 'storytellers.list',
	readsReplica: true,
	input: z.object({}),
	handle: (): Promise<PublicUserView[]> => selectStorytellerList(),
});

/** Returns all users who may run a game (role storyteller or higher), by name. */
export async function selectStorytellerList(): Promise<PublicUserView[]> {
	const found = await rows<PublicUserRow>(
		// Without its second condition, a plan for any roles could not use the index of such users.
		`SELECT ${PUBLIC_USER_COLUMNS} FROM users u WHERE u.role = ANY(:roles::text[]) AND u.role <> 'player'
		ORDER BY lower(coalesce(u.preferred_username, u.username)), u.id`,
		{ roles: STORYTELLER_ROLES },
	);
	return found.map(toPublicUserView);
}

/**
 * Replaces the storytellers of an event with these users, in this order. `seated` are its current
 * storytellers, who may stay after losing the role. Throws Refusal 'invalid' when an id belongs to no user,
 * or to a user without the role.
 */
export async function replaceStorytellers(
	eventId: string,
	{ ids, currentIds = [] }: { ids: readonly string[]; currentIds?: readonly string[] },
	transaction: Transaction,
): Promise<void> {
	await requireStorytellers(ids, currentIds, transaction);
	await execute('DELETE FROM event_storytellers WHERE event_id = :eventId', { eventId }, transaction);
	const chosen = ids.map((userId, position) => ({ event_id: eventId, user_id: userId, position }));
	await insertMany('event_storytellers', chosen, transaction);
}

async function requireStorytellers(
	ids: readonly string[],
	currentIds: readonly string[],
	transaction: Transaction,
): Promise<void> {
	if (ids.length === 0) return;
	const known = ids.filter(isId);
	// These users are locked, so that none is deleted between this check and the commit.
	const found = await execute(
		`SELECT id FROM users WHERE id = ANY(:known::bigint[]) AND (role = ANY(:roles::text[]) OR id = ANY(:seated::bigint[]))
		ORDER BY id FOR KEY SHARE`,
		{ known, roles: STORYTELLER_ROLES, seated: currentIds },
		transaction,
	);
	if (found !== ids.length) throw invalid({ storytellerIds: [EVENT_TEXTS.storytellers] });
}
