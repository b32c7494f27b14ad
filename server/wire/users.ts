import type { User } from '~/database/models/index.ts';
import type { Role } from '~/domain/people/roles.ts';
import type { Theme, UserView } from '~/domain/people/schema.ts';

/** The user as their owner sees it (wire.md, "user"). Takes a model, returns plain data with ISO dates. */
export function toUserView(user: User): UserView {
	return {
		id: String(user.id),
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
