import { rows } from '../rows.ts';
import { nickname, type Stage } from '../stage.ts';
import { type Command, foreign, GONE, LONG } from './command.ts';

const eraseMeanwhile = ({ other: { id } }: Stage) => rows().query('DELETE FROM users WHERE id = $1', [id]);

function theOther({ other }: Stage): Record<string, string> {
	return { userId: other.id, otherName: other.username };
}

export const ADMIN_COMMANDS: readonly Command[] = [
	{
		call: 'PUT /api/admin/users/{userId}/role',
		page: '/admin/users?q={otherName}',
		form: { holds: ({ other }) => ({ userId: other.id }) },
		cases: [
			{
				what: 'a role',
				prepare: theOther,
				typed: () => ({ role: 'creator' }),
				body: () => ({ role: 'creator' }),
			},
			{
				what: 'a role that is none',
				prepare: theOther,
				typed: () => ({ role: 'king' }),
				body: () => ({ role: 'king' }),
				refused: 422,
			},
			{
				what: 'somebody who is gone',
				prepare: theOther,
				meanwhile: eraseMeanwhile,
				typed: () => ({ role: 'creator' }),
				body: () => ({ role: 'creator' }),
				refused: 404,
			},
		],
	},
	{
		call: 'DELETE /api/admin/users/{userId}',
		page: '/admin/users/delete?id={userId}',
		form: {},
		cases: [
			{
				what: 'somebody with an answer',
				prepare: async (stage) => ({ ...(await foreign(stage)), ...theOther(stage) }),
			},
			{ what: 'oneself', prepare: ({ actor }) => ({ userId: actor.id }), refused: 403 },
			{
				what: 'somebody who is gone',
				prepare: theOther,
				meanwhile: eraseMeanwhile,
				refused: 404,
				butThePage: GONE,
			},
		],
	},
	{
		call: 'POST /api/admin/users/update-preferred-usernames',
		page: '/admin/users',
		form: {},
		key: 'key',
		cases: [
			{
				what: 'a nickname',
				prepare: (stage) => {
					nickname(stage);
					return {};
				},
			},
		],
	},
	{
		call: 'PUT /api/admin/settings/{key}',
		page: '/admin',
		form: { holds: () => ({ intent: 'settings.save' }) },
		otherIntent: 'the card saves the banner and the picture together',
		changesBanner: true,
		cases: [
			{
				what: 'a banner',
				prepare: () => ({ key: 'events_banner' }),
				typed: () => ({ events_banner: ' Soup on Saturday. ' }),
				body: () => ({ value: ' Soup on Saturday. ' }),
			},
			{
				what: 'a banner that is too long',
				prepare: () => ({ key: 'events_banner' }),
				typed: () => ({ events_banner: LONG(1000) }),
				body: () => ({ value: LONG(1000) }),
				refused: 422,
			},
		],
	},
];
