import { z } from 'zod';
import { rows } from '~/database/sql.ts';
import { PREFERENCE_LIMITS } from '~/domain/limits.ts';
import { createNameFilter, searchText } from '~/domain/signups/search.ts';
import { ROLES, type Role, rolesFrom } from '~/domain/users/roles.ts';
import type { PublicUserView } from '~/domain/users/schema.ts';
import { PUBLIC_USER_COLUMNS, type PublicUserRow, toPublicUserView } from '../../wire/users.ts';
import { defineOperation, isId } from '../kernel/operation.ts';

/** Returns all users by name (GET /api/users/all). */
export const listUsers = defineOperation({
	allow: 'people.list',
	input: z.object({}),
	handle: (): Promise<PublicUserView[]> => selectUsers([...ROLES]),
});

/**
 * Returns the users whose names contain every word of `query`, those whose name begins with `query` first;
 * without the actor and the users in `without`. At most 3 storytellers or 8 players (spec, section 9). An
 * empty query returns no users.
 */
export const searchUsers = defineOperation({
	allow: 'people.search',
	input: z.object({
		query: searchText,
		among: z.enum(['players', 'storytellers']),
		without: z.array(z.string()).default([]),
	}),
	async handle({ actor, input: { query, among, without } }): Promise<PublicUserView[]> {
		if (query === '') return [];
		const users = await selectUsers(among === 'storytellers' ? rolesFrom('storyteller') : [...ROLES]);
		const excludedIds = new Set([actor.id, ...without]);
		const matches = createNameFilter(query);
		const found = users.filter(
			(user) => !excludedIds.has(user.id) && matches(`${getName(user)} ${user.username}`),
		);
		const startsWithQuery = (user: PublicUserView) =>
			getName(user).toLowerCase().startsWith(query.toLowerCase());
		const limit =
			among === 'storytellers' ? PREFERENCE_LIMITS.storytellerMatches : PREFERENCE_LIMITS.playerMatches;
		return [...found.filter(startsWithQuery), ...found.filter((user) => !startsWithQuery(user))].slice(
			0,
			limit,
		);
	},
});

/** Returns the users with these ids, in the order of the ids. Unknown ids are left out. */
export const findUsers = defineOperation({
	allow: 'people.list',
	input: z.object({ ids: z.array(z.string()) }),
	async handle({ input }): Promise<PublicUserView[]> {
		const ids = input.ids.filter(isId);
		if (ids.length === 0) return [];
		const found = await rows<PublicUserRow>(
			`SELECT ${PUBLIC_USER_COLUMNS} FROM users u WHERE u.id = ANY(:ids::bigint[])`,
			{ ids },
		);
		const users = new Map(found.map((row) => [row.id, toPublicUserView(row)]));
		return ids.flatMap((id) => users.get(id) ?? []);
	},
});

async function selectUsers(roles: Role[]): Promise<PublicUserView[]> {
	const found = await rows<PublicUserRow>(
		`SELECT ${PUBLIC_USER_COLUMNS} FROM users u WHERE u.role = ANY(:roles::text[])
		ORDER BY lower(coalesce(u.preferred_username, u.username)), u.id`,
		{ roles },
	);
	return found.map(toPublicUserView);
}

const getName = (user: PublicUserView) => user.preferred_username || user.username;
