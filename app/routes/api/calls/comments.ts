import { z } from 'zod';
import { commentSchema } from '~/domain/comments/schema.ts';
import { defineCall } from '~/server/http/calls.ts';
import { createComment, deleteComment, listComments } from '~/server/operations/comments/index.ts';
import { messageSchema } from './answers.ts';

const list = defineCall('GET /api/events/{eventId}/comments', {
	summary: 'What was said about an event',
	operation: listComments,
	reads: 'query',
	answers: { 200: z.array(commentSchema) },
	isPaged: true,
	shape: ({ comments, next }) => ({ body: comments, next }),
});

const create = defineCall('POST /api/events/{eventId}/comments', {
	summary: 'Say something about an event',
	operation: createComment,
	limit: 'commentsPerMinute',
	answers: { 201: commentSchema },
	refuses: [409],
	example: { body: 'Who brings the board?' },
});

const remove = defineCall('DELETE /api/events/{eventId}/comments/{commentId}', {
	summary: 'Delete a comment: your own, or as a creator anybody’s',
	operation: deleteComment,
	answers: { 200: messageSchema },
});

export const commentCalls = [list, create, remove];
