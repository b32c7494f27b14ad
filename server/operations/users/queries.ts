import type { Transaction } from 'sequelize';
import { z } from 'zod';
import { markUnnamed, rows, selectValue } from '~/database/sql.ts';
import type { AdminUserView } from '~/domain/admin/schema.ts';
import type { StorytellerChoice } from '~/domain/groups/panel.ts';
import { PREFERENCE_LIMITS } from '~/domain/limits.ts';
import { ANY_EVENT } from '~/domain/live.ts';
import { searchText } from '~/domain/text.ts';
import { formatDisplayName } from '~/domain/users/display.ts';
import { listRolesFrom, ROLES, type Role } from '~/domain/users/roles.ts';
import type { PublicUserView } from '~/domain/users/schema.ts';
import { COMMON_REVISION, toCommonRevision } from '../../live/event-changes.ts';
import { buildStatusSql } from '../../wire/signups.ts';
import {
	ADMIN_USER_COLUMNS,
	ADMIN_USER_SOURCES,
	type AdminUserRow,
	PUBLIC_USER_COLUMNS,
	toAdminUserView,
} from '../../wire/users.ts';
import { defineOperation, getRow, isId } from '../kernel/operation.ts';
import { RevisionCache } from '../kernel/revision-cache.ts';
import { buildTextFilter, USER_SEARCH } from '../kernel/search.ts';

/** "Players you played with" looks at this many of a user's latest events. */
const COMPANION_EVENTS = 30;
/** At most this many signups of each of them are read. */
const COMPANION_SIGNUPS = 500;

/** Returns all users by name (GET /api/users/all). */
export const listUsers = defineOperation({
	allow: 'users.list',
	readsReplica: true,
	handle: (): Promise<PublicUserView[]> => selectUsers([...ROLES]),
});

const pickerInput = {
	among: z.enum(['players', 'storytellers', 'members']),
	without: z.array(z.string()).default([]),
};

/** Returns the values that limit the users of the picker: never the actor. */
const toPickerBinds = (actorId: string, { among, without }: z.output<z.ZodObject<typeof pickerInput>>) => ({
	roles: among === 'storytellers' ? listRolesFrom('storyteller') : [...ROLES],
	withLeft: among !== 'members',
	without: [actorId, ...without.filter(isId)],
	limit: among === 'storytellers' ? PREFERENCE_LIMITS.storytellerMatches : PREFERENCE_LIMITS.playerMatches,
});

/**
 * Returns the users whose names contain every word of `query`, those whose name begins with `query` first;
 * without the actor and the users in `without`; `members` are players who have not left. At most 3 storytellers or 8 others (spec, section 9). An
 * empty query returns no users.
 */
export const searchUsers = defineOperation({
	allow: 'users.search',
	readsReplica: true,
	input: z.object({ query: searchText, ...pickerInput }),
	async handle({ actor, input: { query, among, without } }): Promise<PublicUserView[]> {
		if (query === '') return [];
		const { where, binds } = await buildTextFilter(USER_SEARCH, query);
		return rows<PublicUserView>(
			// The plan depends on how common the searched words are.
			markUnnamed(`SELECT ${PUBLIC_USER_COLUMNS} FROM users u
			WHERE u.role = ANY(:roles::text[]) AND (:withLeft::boolean OR u.membership_lost_at IS NULL)
				AND u.id <> ALL(:without::bigint[]) AND (${where})
			ORDER BY strpos(fold_text(coalesce(u.preferred_username, u.username)), fold_text(:query)) = 1 DESC,
				lower(coalesce(u.preferred_username, u.username)), u.id LIMIT :limit`),
			{ ...binds, query, ...toPickerBinds(actor.id, { among, without }) },
		);
	},
});

/**
 * Returns the users who were most often at events with the actor, of those that `searchUsers` would find: events that
 * both attended count once, and a group that both sat in counts once more. Only the latest events are counted.
 */
export const listCompanions = defineOperation({
	allow: 'users.search',
	readsReplica: true,
	input: z.object(pickerInput),
	async handle({ actor, input, now }): Promise<PublicUserView[]> {
		return rows<PublicUserView>(
			`WITH attended AS (SELECT s.event_id FROM signups s JOIN events e ON e.id = s.event_id
				WHERE s.user_id = :userId AND ${buildStatusSql('comes')} AND e.date < :now AND e.status <> 'cancelled'
				ORDER BY e.date DESC, e.id DESC LIMIT :events),
			meetings AS (SELECT others.user_id FROM attended a CROSS JOIN LATERAL (SELECT s.user_id FROM signups s
					WHERE s.event_id = a.event_id AND ${buildStatusSql('comes')} LIMIT :signups) others
				UNION ALL
				SELECT gp.user_id FROM group_players own
				JOIN group_players gp ON gp.group_id = own.group_id
				JOIN signups s ON s.event_id = gp.event_id AND s.user_id = gp.user_id AND ${buildStatusSql('comes')}
				WHERE own.user_id = :userId AND own.event_id IN (SELECT event_id FROM attended)
				UNION ALL
				SELECT g.storyteller_id FROM group_players own JOIN groups g ON g.id = own.group_id
				WHERE own.user_id = :userId AND own.event_id IN (SELECT event_id FROM attended)
				UNION ALL
				SELECT ps.user_id FROM played_seats own JOIN played_groups g ON g.id = own.group_id
				JOIN played_seats ps ON ps.group_id = g.id
				WHERE own.user_id = :userId AND own.position IS NOT NULL AND g.event_id IN (SELECT event_id FROM attended))
			SELECT ${PUBLIC_USER_COLUMNS} FROM (SELECT user_id, count(*) AS meetings FROM meetings GROUP BY user_id) m
			JOIN users u ON u.id = m.user_id
			WHERE u.role = ANY(:roles::text[]) AND (:withLeft::boolean OR u.membership_lost_at IS NULL)
				AND u.id <> ALL(:without::bigint[])
			ORDER BY m.meetings DESC, lower(coalesce(u.preferred_username, u.username)), u.id LIMIT :limit`,
			{
				userId: actor.id,
				now,
				events: COMPANION_EVENTS,
				signups: COMPANION_SIGNUPS,
				...toPickerBinds(actor.id, input),
			},
		);
	},
});

/** Returns the users with these ids, in the order of the ids. Unknown ids are left out. */
export const findUsers = defineOperation({
	allow: 'users.list',
	readsReplica: true,
	input: z.object({ ids: z.array(z.string()) }),
	async handle({ input }): Promise<PublicUserView[]> {
		const ids = input.ids.filter(isId);
		if (ids.length === 0) return [];
		const found = await rows<PublicUserView>(
			`SELECT ${PUBLIC_USER_COLUMNS} FROM users u WHERE u.id = ANY(:ids::bigint[])`,
			{ ids },
		);
		const users = new Map(found.map((user) => [user.id, user]));
		return ids.flatMap((id) => users.get(id) ?? []);
	},
});

async function selectUsers(roles: Role[]): Promise<PublicUserView[]> {
	return rows<PublicUserView>(
		`SELECT ${PUBLIC_USER_COLUMNS} FROM users u WHERE u.role = ANY(:roles::text[])
		ORDER BY lower(coalesce(u.preferred_username, u.username)), u.id`,
		{ roles },
	);
}

/** Returns whether any user is an admin. */
export const hasAdmin = async (): Promise<boolean> =>
	(await selectValue<boolean>(`SELECT EXISTS (SELECT FROM users WHERE role = 'admin')`)) ?? false;

/** Returns all users who may run a game (role storyteller or higher), by name (GET /api/users/storytellers/list). */
export const listStorytellers = defineOperation({
	allow: 'storytellers.list',
	readsReplica: true,
	handle: (): Promise<PublicUserView[]> => selectStorytellerList(),
});

/** Returns all users who may run a game (role storyteller or higher), by name. */
export async function selectStorytellerList(): Promise<PublicUserView[]> {
	return rows<PublicUserView>(STORYTELLER_LIST, { roles: listRolesFrom('storyteller') });
}

// Without its second condition, a plan for any roles could not use the index of such users.
const STORYTELLER_LIST = `SELECT ${PUBLIC_USER_COLUMNS} FROM users u WHERE u.role = ANY(:roles::text[]) AND u.role <> 'player'
	ORDER BY lower(coalesce(u.preferred_username, u.username)), u.id`;

/** How many storytellers the groups of an event offer; the event form has all. */
const STORYTELLERS_OFFERED = 25;

const offered = new RevisionCache<StorytellerChoice[]>(1);

/** Returns the first users who may run a game, by name, for an event that had this revision a moment ago. */
export async function readOfferedStorytellers(eventRevision: string | null): Promise<StorytellerChoice[]> {
	const cached = offered.get(ANY_EVENT, toCommonRevision(eventRevision));
	if (cached) return cached;
	const found = await rows<PublicUserView & { revision: string | null }>(
		`SELECT ${COMMON_REVISION} AS revision, list.* FROM (${STORYTELLER_LIST} LIMIT :limit) list`,
		{ roles: listRolesFrom('storyteller'), limit: STORYTELLERS_OFFERED },
	);
	const choices = found.map((user) => ({ id: user.id, name: formatDisplayName(user, 'storyteller') }));
	offered.put(ANY_EVENT, found[0]?.revision ?? null, choices);
	return choices;
}

/** Returns one user as admins see them. Throws Refusal 'missing' when no such user exists. */
export const readUser = defineOperation({
	allow: 'users.listAll',
	params: ['userId'],
	handle: ({ params }): Promise<AdminUserView> => selectAdminUser(params.userId),
});

/** Returns one user as admins see them. Throws Refusal 'missing' when no such user exists. */
export async function selectAdminUser(userId: string, transaction?: Transaction): Promise<AdminUserView> {
	const row = await getRow<AdminUserRow>(
		['User', userId],
		`SELECT ${ADMIN_USER_COLUMNS} FROM ${ADMIN_USER_SOURCES} WHERE u.id = :userId`,
		{ userId },
		transaction,
	);
	return toAdminUserView(row);
}
