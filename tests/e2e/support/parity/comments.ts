import { getSharedPool } from '../rows.ts';
import { createCommentOf } from '../scenario.ts';
import { ALREADY_DELETED, makeTooLong, type ParityCommand } from './command.ts';

export const COMMENT_COMMANDS: readonly ParityCommand[] = [
	{
		call: 'POST /api/events/{eventId}/comments',
		page: '/events/{eventId}',
		form: {},
		key: 'key',
		cases: [
			{
				name: 'a comment',
				values: () => ({ body: ' Who brings\nthe board? ' }),
				body: () => ({ body: ' Who brings\nthe board? ' }),
			},
			{
				name: 'an empty comment',
				values: () => ({ body: ' ' }),
				body: () => ({ body: ' ' }),
				refusalStatus: 422,
			},
			{
				name: 'a comment that is too long',
				values: () => ({ body: makeTooLong(2000) }),
				body: () => ({ body: makeTooLong(2000) }),
				refusalStatus: 422,
			},
		],
	},
	{
		call: 'DELETE /api/events/{eventId}/comments/{commentId}',
		page: '/events/{eventId}',
		form: { contains: ({ ids }) => ({ commentId: String(ids.commentId) }) },
		cases: [
			{ name: 'the actor’s own comment', prepare: (scenario) => createCommentOf(scenario, 'actor') },
			{
				name: 'another user’s comment',
				actorRole: 'creator',
				prepare: (scenario) => createCommentOf(scenario, 'other'),
			},
			{
				name: 'another user’s comment, by a player',
				viewerRole: 'creator',
				prepare: (scenario) => createCommentOf(scenario, 'other'),
				refusalStatus: 403,
			},
			{
				name: 'a deleted comment',
				prepare: (scenario) => createCommentOf(scenario, 'actor'),
				changeBeforeSubmit: ({ ids }) =>
					getSharedPool().query('DELETE FROM comments WHERE id = $1', [ids.commentId]),
				refusalStatus: 404,
				pageOutcome: ALREADY_DELETED,
			},
		],
	},
];
