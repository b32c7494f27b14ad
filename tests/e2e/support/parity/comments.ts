import { rows } from '../rows.ts';
import { commentOf } from '../stage.ts';
import { type Command, GONE, LONG } from './command.ts';

export const COMMENT_COMMANDS: readonly Command[] = [
	{
		call: 'POST /api/events/{eventId}/comments',
		page: '/events/{eventId}',
		form: {},
		key: 'key',
		cases: [
			{
				what: 'a comment',
				typed: () => ({ body: ' Who brings\nthe board? ' }),
				body: () => ({ body: ' Who brings\nthe board? ' }),
			},
			{ what: 'nothing', typed: () => ({ body: ' ' }), body: () => ({ body: ' ' }), refused: 422 },
			{
				what: 'too much',
				typed: () => ({ body: LONG(2000) }),
				body: () => ({ body: LONG(2000) }),
				refused: 422,
			},
		],
	},
	{
		call: 'DELETE /api/events/{eventId}/comments/{commentId}',
		page: '/events/{eventId}',
		form: { holds: ({ ids }) => ({ commentId: String(ids.commentId) }) },
		cases: [
			{ what: 'one’s own', prepare: (stage) => commentOf(stage, 'actor') },
			{ what: 'somebody else’s', as: 'creator', prepare: (stage) => commentOf(stage, 'other') },
			{
				what: 'somebody else’s, by a player',
				shownTo: 'creator',
				prepare: (stage) => commentOf(stage, 'other'),
				refused: 403,
			},
			{
				what: 'one that is gone',
				prepare: (stage) => commentOf(stage, 'actor'),
				meanwhile: ({ ids }) => rows().query('DELETE FROM comments WHERE id = $1', [ids.commentId]),
				refused: 404,
				butThePage: GONE,
			},
		],
	},
];
