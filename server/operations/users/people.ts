import { z } from 'zod';
import { rows } from '~/database/sql.ts';
import { PREFERENCE_LIMITS } from '~/domain/limits.ts';
import { ROLES, type Role, rolesFrom } from '~/domain/people/roles.ts';
import type { PersonView } from '~/domain/people/schema.ts';
import { createNameFilter, searchText } from '~/domain/signups/search.ts';
import { PERSON_COLUMNS, type PersonRow, toPersonView } from '../../wire/users.ts';
import { isId, operation } from '../kernel/operation.ts';

/** Returns all users by name (GET /api/users/all). */
export const listPeople = operation({
	allow: 'people.list',
	input: z.object({}),
	handle: (): Promise<PersonView[]> => selectPeople([...ROLES]),
});

/**
 * Returns the users whose names contain every word of `query`, those whose name begins with `query` first;
 * without the actor and the users in `without`. At most 3 storytellers or 8 players (spec, section 9). An
 * empty query returns no users.
 */
export const searchPeople = operation({
	allow: 'people.search',
	input: z.object({
		query: searchText,
		among: z.enum(['players', 'storytellers']),
		without: z.array(z.string()).default([]),
	}),
	async handle({ actor, input: { query, among, without } }): Promise<PersonView[]> {
		if (query === '') return [];
		const people = await selectPeople(among === 'storytellers' ? rolesFrom('storyteller') : [...ROLES]);
		const absent = new Set([actor.id, ...without]);
		const matches = createNameFilter(query);
		const found = people.filter(
			(person) => !absent.has(person.id) && matches(`${nameOf(person)} ${person.username}`),
		);
		const begins = (person: PersonView) => nameOf(person).toLowerCase().startsWith(query.toLowerCase());
		const limit =
			among === 'storytellers' ? PREFERENCE_LIMITS.storytellerMatches : PREFERENCE_LIMITS.playerMatches;
		return [...found.filter(begins), ...found.filter((person) => !begins(person))].slice(0, limit);
	},
});

/** Returns the users with these ids, in the order of the ids. Unknown ids are left out. */
export const findPeople = operation({
	allow: 'people.list',
	input: z.object({ ids: z.array(z.string()) }),
	async handle({ input }): Promise<PersonView[]> {
		const ids = input.ids.filter(isId);
		if (ids.length === 0) return [];
		const found = await rows<PersonRow>(
			`SELECT ${PERSON_COLUMNS} FROM users u WHERE u.id = ANY(:ids::bigint[])`,
			{ ids },
		);
		const people = new Map(found.map((row) => [row.id, toPersonView(row)]));
		return ids.flatMap((id) => people.get(id) ?? []);
	},
});

async function selectPeople(roles: Role[]): Promise<PersonView[]> {
	const found = await rows<PersonRow>(
		`SELECT ${PERSON_COLUMNS} FROM users u WHERE u.role = ANY(:roles::text[])
		ORDER BY lower(coalesce(u.preferred_username, u.username)), u.id`,
		{ roles },
	);
	return found.map(toPersonView);
}

const nameOf = (person: PersonView) => person.preferred_username || person.username;
