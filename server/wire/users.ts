import type { User } from '~/database/models/index.ts';
import type { AdminUserView } from '~/domain/admin/schema.ts';
import { mapStatusFields } from '~/domain/signups/statuses.ts';
import type { ProfileView } from '~/domain/users/profile.ts';
import { type ReminderWay, sortReminders } from '~/domain/users/reminders.ts';
import type { Role } from '~/domain/users/roles.ts';
import type { Theme, UserView } from '~/domain/users/schema.ts';
import { countByStatus } from './signups.ts';
import { buildShownNameSql } from './user-sql.ts';

export { buildHasLeftSql } from './user-sql.ts';

/** What `toUserView` reads of a user. */
export type OwnUser = Pick<
	User,
	| 'id'
	| 'discordId'
	| 'username'
	| 'preferredUsername'
	| 'avatar'
	| 'role'
	| 'notifications'
	| 'theme'
	| 'showCountdown'
	| 'createdAt'
>;

/** The columns of `OwnUser`, for `FROM users u`. */
export const OWN_USER_COLUMNS = `u.id, u.discord_id AS "discordId", u.username, u.preferred_username AS "preferredUsername", u.avatar,
	u.role, u.notifications, u.theme, u.show_countdown AS "showCountdown", u.created_at AS "createdAt"`;

/** Returns the user as its owner sees it (spec, section 3): plain data with ISO dates. */
export function toUserView(user: OwnUser): UserView {
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

/** Returns the user's profile: the user with their choices about messages on Discord, and those of the community. */
export function toProfileView(
	user: User,
	community: { reminderMinutes: readonly number[]; reminderWay: ReminderWay },
): ProfileView {
	return {
		...toUserView(user),
		reminder_minutes: user.reminderMinutes && sortReminders(user.reminderMinutes),
		community_reminder_minutes: sortReminders(community.reminderMinutes),
		reminder_way: user.reminderWay,
		community_reminder_way: community.reminderWay,
		quiet_hours: user.quietHours,
		calendar_all_events: user.calendarAllEvents,
		experience: user.experience,
		likes_teaching: user.likesTeaching,
		event_roles: user.eventRoles,
		messages_refused_at: user.messagesRefusedAt?.toISOString() ?? null,
	};
}

/** The columns of `PublicUserView`, for `FROM users u`. */
export const PUBLIC_USER_COLUMNS = `u.id, u.username, ${buildShownNameSql('u')} AS preferred_username, u.avatar, u.discord_id, u.role`;

/** A user with the counts of their signups, as the queries for admins select them. */
export type AdminUserRow = Omit<
	AdminUserView,
	'discordId' | 'preferredUsername' | 'showCountdown' | 'created_at'
> & {
	show_countdown: boolean;
	created_at: Date;
};

/** The columns of `AdminUserRow`, for `ADMIN_USER_SOURCES`. */
export const ADMIN_USER_COLUMNS = `u.id, u.discord_id, u.username, u.preferred_username, u.avatar, u.role,
	u.notifications, u.theme, u.show_countdown, u.created_at, t.*`;

/** The FROM clause of a user with the counts of their signups. */
export const ADMIN_USER_SOURCES = `users u
	CROSS JOIN LATERAL (SELECT count(*)::int AS total_signups,
			${countByStatus('_signups')}
		FROM signups s WHERE s.user_id = u.id) t`;

/** Returns a user as admins see them. */
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
		...mapStatusFields('signups', (status) => row[`${status}_signups`]),
	};
}
