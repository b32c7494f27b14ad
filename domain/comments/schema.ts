import { z } from 'zod';
import { formatNumber } from '../format-count.ts';
import { idempotencyKey } from '../inputs.ts';
import { TEXT_LIMITS } from '../limits.ts';
import { cleanLine, createParagraphSchema } from '../text.ts';
import { ROLES } from '../users/roles.ts';

/** A comment in `/api`: `username` is the display name. */
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

/** A comment on the event page: with its author's role and the Discord ID that their avatar's URL needs. */
export const discussionCommentSchema = commentSchema.extend({
	discord_id: z.string().nullable(),
	role: z.enum(ROLES),
});
export type DiscussionComment = z.infer<typeof discussionCommentSchema>;

/** The discussion on the event page: one page of comments, oldest first. */
export type DiscussionView = {
	comments: DiscussionComment[];
	/** The number of comments in the whole discussion. */
	total: number;
	/** The cursor for the earlier comments; null when there are none. */
	earlier: string | null;
};

const tooLong = `A comment can have at most ${formatNumber(TEXT_LIMITS.comment)} characters`;

/** The text of a comment. A text without visible characters counts as empty. */
export const commentInput = z.object({
	body: createParagraphSchema(TEXT_LIMITS.comment, tooLong).refine(
		(text) => cleanLine(text) !== '',
		'Please write something',
	),
	idempotencyKey,
});

/** Query of GET comments: `cursor` continues after the last comment of an earlier response. */
export const commentListQuery = z.object({ cursor: z.string().optional() });

/** Query of the event page: `before` shows the comments before that cursor. */
export const discussionQuery = z.object({ before: z.string().optional() });
