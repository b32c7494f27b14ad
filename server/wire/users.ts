import type { User } from '~/database/models/index.ts';
import type { AdminUserView } from '~/domain/admin/schema.ts';
import type { Role } from '~/domain/people/roles.ts';
import type { PersonView, Theme, UserView } from '~/domain/people/schema.ts';
import { shownName } from './shown-name.ts';

/** The user as their owner sees it (wire.md, "user"). Takes a model, returns plain data with ISO dates. */
export function toUserView(user: User): UserView {
	return {
		id: user.id,
		discord_id: user.discordId,
		discordId: user.discordId,
		username: user.username,
		preferred_username: user.preferredUsername,
		preferredUsername: user.preferredUsername,
		avatar: user.avatar,
		role: user.role as Role,
		notifications: user.notifications,
		theme: user.theme as Theme,
		showCountdown: user.showCountdown,
		created_at: user.createdAt.toISOString(),
	};
}

export type PersonRow = PersonView;

/** The columns of `PersonRow`, for `FROM users u`. */
export const PERSON_COLUMNS = `u.id, u.username, ${shownName('u')} AS preferred_username, u.avatar, u.discord_id, u.role`;

/** A person as every member may see them. */
export function toPersonView(row: PersonRow): PersonView {
	return {
		id: row.id,
		username: row.username,
		preferred_username: row.preferred_username,
		avatar: row.avatar,
		discord_id: row.discord_id,
		role: row.role,
	};
}

/** A person with the counts of their signups, as the admins' queries select them. */
export type AdminUserRow = {
	id: string;
	discord_id: string | null;
	username: string;
	preferred_username: string | null;
	avatar: string | null;
	role: Role;
	notifications: boolean;
	theme: Theme;
	show_countdown: boolean;
	created_at: Date;
	total_signups: number;
	confirmed_signups: number;
	late_signups: number;
	tentative_signups: number;
	declined_signups: number;
};

/** The columns of `AdminUserRow`, for `ADMIN_USER_SOURCES`. */
export const ADMIN_USER_COLUMNS = `u.id, u.discord_id, u.username, u.preferred_username, u.avatar, u.role,
	u.notifications, u.theme, u.show_countdown, u.created_at, t.*`;

/** A person with the tally of their signups. */
export const ADMIN_USER_SOURCES = `users u
	CROSS JOIN LATERAL (SELECT count(*)::int AS total_signups,
			count(*) FILTER (WHERE s.status = 'confirmed')::int AS confirmed_signups,
			count(*) FILTER (WHERE s.status = 'late')::int AS late_signups,
			count(*) FILTER (WHERE s.status = 'tentative')::int AS tentative_signups,
			count(*) FILTER (WHERE s.status = 'declined')::int AS declined_signups
		FROM signups s WHERE s.user_id = u.id) t`;

/** A person as admins see them (wire.md, "user in admin/users"). */
export function toAdminUserView(row: AdminUserRow): AdminUserView {
	return {
		id: row.id,
		discord_id: row.discord_id,
		discordId: row.discord_id,
		username: row.username,
		preferred_username: row.preferred_username,
		preferredUsername: row.preferred_username,
		avatar: row.avatar,
		role: row.role,
		notifications: row.notifications,
		theme: row.theme,
		showCountdown: row.show_countdown,
		created_at: row.created_at.toISOString(),
		total_signups: row.total_signups,
		confirmed_signups: row.confirmed_signups,
		late_signups: row.late_signups,
		tentative_signups: row.tentative_signups,
		declined_signups: row.declined_signups,
	};
}
