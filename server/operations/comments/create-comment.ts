import type { Transaction } from 'sequelize';
import { Comment } from '~/database/models/index.ts';
import { one } from '~/database/sql.ts';
import { type CommentView, commentInput } from '~/domain/comments/schema.ts';
import { missing } from '~/domain/refusal.ts';
import { COMMENT_COLUMNS, type CommentRow, toCommentView } from '../../wire/comments.ts';
import { recordAudit } from '../kernel/audit.ts';
import { doOnce } from '../kernel/idempotency.ts';
import { lockEvent } from '../kernel/lock-event.ts';
import { defineChange, isId, requireSubject } from '../kernel/operation.ts';
import { keepForUndo } from '../kernel/undo.ts';

/**
 * Creates a comment on an event of any status. With a key, a repeat returns the comment of the first request.
 * Throws Refusal 'missing' when no such event exists or the repeated comment has been deleted, 'conflict'
 * when the key was used for another comment.
 */
export const createComment = defineChange({
	allow: 'comments.create',
	params: ['eventId'],
	input: commentInput,
	async work({ actor, params, input, now, transaction, context }): Promise<CommentView> {
		await lockEvent(params.eventId, transaction, 'KEY_SHARE');
		const request = { eventId: params.eventId, body: input.body };
		const once = { key: input.idempotencyKey, request };
		const { commentId } = await doOnce('comments.create', once, context, async () => {
			const fields = { ...request, userId: actor.id, createdAt: now };
			return { commentId: (await Comment.create(fields, { transaction })).id };
		});
		const comment = await selectComment(commentId, transaction);
		if (!comment) throw missing('Comment');
		return toCommentView(comment);
	},
});

/**
 * Deletes a comment; allowed for its author, creators and admins. Throws Refusal 'missing' when the event has
 * no such comment, 'denied' when the actor may not delete it.
 */
export const deleteComment = defineChange({
	allow: 'comments.delete',
	params: ['eventId', 'commentId'],
	async work({ actor, params, transaction, context }): Promise<{ message: string }> {
		const comment = isId(params.commentId) ? await selectComment(params.commentId, transaction) : null;
		if (!comment || comment.event_id !== params.eventId) throw missing('Comment');
		requireSubject(actor, 'comments.delete', { userId: comment.user_id });
		const remove = async () => {
			const deletedCount = await Comment.destroy({ where: { id: comment.id }, transaction });
			// Another request has deleted it first.
			if (deletedCount === 0) throw missing('Comment');
		};
		// Nothing is kept of what users delete of their own.
		if (comment.user_id === actor.id) await remove();
		else {
			await keepForUndo('comments.delete', context, async () => {
				await remove();
				const detail = { userId: comment.user_id, eventId: comment.event_id };
				await recordAudit('comments.delete', { type: 'comment', id: comment.id }, context, detail);
			});
		}
		return { message: 'Comment deleted' };
	},
});

function selectComment(id: string, transaction: Transaction): Promise<CommentRow | null> {
	return one<CommentRow>(
		`SELECT ${COMMENT_COLUMNS} FROM comments c JOIN users u ON u.id = c.user_id WHERE c.id = :id`,
		{ id },
		transaction,
	);
}
