import { formatDisplayName, type UNKNOWN_NAMES } from '~/domain/users/display.ts';

/**
 * Returns SQL for the preferred name of the users `u` as other users see it. When the name equals that of another
 * creator or admin, it is followed by the Discord username, `Name (discordname)`, which users cannot choose here. This
 * is decided when the name is read, because names and roles change. Names are compared without case, accents, spaces
 * and invisible characters.
 */
export function buildShownNameSql(u: string): string {
	// The index users_organizer_name_idx has this expression and this condition.
	return `CASE WHEN ${u}.preferred_username IS NOT NULL AND EXISTS (SELECT 1 FROM users o
			WHERE o.role IN ('creator', 'admin') AND o.id <> ${u}.id
				AND fold_name(coalesce(o.preferred_username, o.username)) = fold_name(${u}.preferred_username))
		THEN ${u}.preferred_username || ' (' || ${u}.username || ')' ELSE ${u}.preferred_username END`;
}

/** The names of a user: the Discord username, and the preferred name as `buildShownNameSql` selects it. */
export type NameRow = { username: string; preferred_username: string | null };

/** Returns SQL for the names of the users `u` as JSON of `NameRow`. */
export const buildNameJsonSql = (u: string): string =>
	`json_build_object('username', ${u}.username, 'preferred_username', ${buildShownNameSql(u)})`;

/** Returns the display name of a user (`formatDisplayName`). */
export const toDisplayName = (
	{ username, preferred_username: preferredUsername }: NameRow,
	kind: keyof typeof UNKNOWN_NAMES = 'user',
): string => formatDisplayName({ username, preferredUsername }, kind);

/** Returns SQL for whether the user `user` has left the server or lost the required role (decision 0022). */
export const buildHasLeftSql = (user: string): string => `(${user}.left_at IS NOT NULL)`;

/** Returns SQL for whether the user of `row`, a signup or a seat, left before its event began. */
export const buildLeftBeforeStartSql = (row: string): string =>
	`EXISTS (SELECT FROM users gone WHERE gone.id = ${row}.user_id AND gone.left_at IS NOT NULL
		AND gone.left_at < (SELECT planned.date FROM events planned WHERE planned.id = ${row}.event_id))`;
