import { z } from 'zod';
import { commentSchema } from '~/domain/comments/schema.ts';
import { defineCall } from '~/server/http/calls.ts';
import { createComment, deleteComment, listComments } from '~/server/operations/comments/index.ts';
import { messageSchema } from './schemas.ts';

const list = defineCall('GET /api/events/{eventId}/comments', {
	summary: 'List an event’s comments',
	operation: listComments,
	inputSource: 'query',
	responses: { 200: z.array(commentSchema) },
	isPaged: true,
	toResponse: ({ comments, next }) => ({ body: comments, next }),
});

const create = defineCall('POST /api/events/{eventId}/comments', {
	summary: 'Create a comment',
	operation: createComment,
	limit: 'commentsPerMinute',
	responses: { 201: commentSchema },
	refusalStatuses: [409],
	example: { body: 'Who brings the board?' },
});

const remove = defineCall('DELETE /api/events/{eventId}/comments/{commentId}', {
	summary: 'Delete a comment: your own, or any comment as a creator',
	operation: deleteComment,
	responses: { 200: messageSchema },
});

export const commentCalls = [list, create, remove];
