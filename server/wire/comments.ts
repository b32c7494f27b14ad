import type { CommentView, DiscussionComment } from '~/domain/comments/schema.ts';
import { formatDisplayName } from '~/domain/users/display.ts';
import type { Role } from '~/domain/users/roles.ts';
import { buildShownNameSql } from './user-sql.ts';

/** A comment with its author, as server/operations/comments selects it. */
export type CommentRow = {
	id: string;
	event_id: string;
	user_id: string;
	username: string;
	preferred_username: string | null;
	avatar: string | null;
	discord_id: string | null;
	role: Role;
	body: string;
	created_at: Date;
	/** `created_at` in microseconds since 1970, as PostgreSQL stores it; a Date has only milliseconds. */
	micros: string;
};

/** The columns of `CommentRow`, for `FROM comments c JOIN users u ON u.id = c.user_id`. */
export const COMMENT_COLUMNS = `c.id, c.event_id, c.user_id, u.username,
	${buildShownNameSql('u')} AS preferred_username, u.avatar, u.discord_id,
	u.role, c.body, c.created_at, (extract(epoch FROM c.created_at) * 1000000)::bigint AS micros`;

/** Returns a comment for `/api`, with exactly these fields. */
export function toCommentView(row: CommentRow): CommentView {
	return {
		id: row.id,
		event_id: row.event_id,
		user_id: row.user_id,
		username: formatDisplayName({ username: row.username, preferredUsername: row.preferred_username }),
		avatar: row.avatar,
		body: row.body,
		created_at: row.created_at.toISOString(),
	};
}

/** Returns a comment for the event page, which also shows the author's role and avatar. */
export function toDiscussionComment(row: CommentRow): DiscussionComment {
	return { ...toCommentView(row), discord_id: row.discord_id, role: row.role };
}
