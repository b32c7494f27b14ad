import { z } from 'zod';
import { idempotencyKey } from '../idempotency.ts';
import { TEXT_LIMITS } from '../limits.ts';
import { ROLES } from '../people/roles.ts';
import { cleanLine, paragraph } from '../text.ts';

/** A comment of `/api` (wire.md): `username` is the display name. */
export const commentSchema = z
	.object({
		id: z.string(),
		event_id: z.string(),
		user_id: z.string(),
		username: z.string(),
		avatar: z.string().nullable(),
		body: z.string(),
		created_at: z.iso.datetime(),
	})
	.meta({ id: 'Comment' });
export type CommentView = z.infer<typeof commentSchema>;

/** A comment as the event page shows it: with its author's role, and what their picture's address is made of. */
export const discussionCommentSchema = commentSchema.extend({
	discord_id: z.string().nullable(),
	role: z.enum(ROLES),
});
export type DiscussionComment = z.infer<typeof discussionCommentSchema>;

/** What the event page knows of its discussion: one page of it, oldest first, never all of a long one. */
export type DiscussionView = {
	comments: DiscussionComment[];
	/** Of the whole discussion. */
	total: number;
	/** The cursor of the comments before these; null when there are none. */
	earlier: string | null;
};

const tooLong = `A comment can have at most ${TEXT_LIMITS.comment.toLocaleString('en-US')} characters`;

/** What a comment says: plain text; one that shows nothing (spaces, characters without a shape) is empty. */
export const commentInput = z.object({
	body: paragraph(TEXT_LIMITS.comment, tooLong).refine(
		(text) => cleanLine(text) !== '',
		'Please write something',
	),
	idempotencyKey,
});

/** GET of the comments: `cursor` continues behind the last of an earlier answer. */
export const commentListQuery = z.object({ cursor: z.string().optional() });

/** The event page's address: `before` shows the comments before that place. */
export const discussionQuery = z.object({ before: z.string().optional() });
