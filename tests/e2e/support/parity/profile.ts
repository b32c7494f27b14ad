import type { Typed } from '../forms.ts';
import { makeComment, rows } from '../rows.ts';
import { makeUnlinkedAnswer } from '../stage.ts';
import { type Command, LONG, own } from './command.ts';

const add = (list: 'players' | 'storytellers', id: string): Typed => ({ do: `add:${list}:${id}` });

export const PROFILE_COMMANDS: readonly Command[] = [
	{
		call: 'POST /api/auth/logout',
		page: '/faq',
		form: { action: '/logout' },
		otherIntent: 'the menu’s only form of its address',
		cases: [{ what: 'signing out' }],
	},
	{
		call: 'PUT /api/auth/update-username',
		page: '/profile/edit',
		form: {},
		cases: [
			{
				what: 'a name',
				typed: () => ({ preferredUsername: '  Wren  of the Mill ' }),
				body: () => ({ preferredUsername: '  Wren  of the Mill ' }),
			},
			{
				what: 'no name',
				prepare: async ({ actor }) => {
					await rows().query(`UPDATE users SET preferred_username = 'Old' WHERE id = $1`, [actor.id]);
					return {};
				},
				typed: () => ({ preferredUsername: '' }),
				body: () => ({ preferredUsername: '' }),
			},
			{
				what: 'a name that is too long',
				typed: () => ({ preferredUsername: LONG(255) }),
				body: () => ({ preferredUsername: LONG(255) }),
				refused: 422,
			},
		],
	},
	{
		call: 'PUT /api/users/preferences',
		page: '/profile/preferences',
		form: {},
		cases: [
			{
				what: 'people and notes',
				presses: ({ other }) => [
					{ playersQuery: other.username, do: 'search' },
					add('players', other.id),
					add('storytellers', other.id),
				],
				typed: () => ({ notes: ' No ravens. ', do: 'save' }),
				body: ({ other }) => ({
					preferredPlayers: [other.id],
					preferredStorytellers: [other.id],
					notes: ' No ravens. ',
				}),
			},
			{
				what: 'oneself',
				presses: ({ other }) => [add('players', other.id)],
				typed: ({ actor }) => ({ preferredPlayers: [actor.id], notes: '', do: 'save' }),
				body: ({ actor }) => ({ preferredPlayers: [actor.id], preferredStorytellers: [], notes: '' }),
				refused: 422,
			},
			{
				what: 'long notes',
				typed: () => ({ notes: LONG(2000), do: 'save' }),
				body: () => ({ preferredPlayers: [], preferredStorytellers: [], notes: LONG(2000) }),
				refused: 422,
			},
		],
	},
	{
		call: 'PUT /api/users/profile',
		page: '/profile',
		form: { holds: () => ({ intent: 'profile.setSwitches' }) },
		otherIntent: 'the profile’s switches are saved together with the countdown’s',
		cases: [
			{
				what: 'no notifications',
				typed: () => ({ notifications: null }),
				body: () => ({ notifications: false }),
			},
		],
	},
	{
		call: 'PUT /api/users/profile',
		page: '/faq',
		form: { action: '/theme' },
		otherIntent: 'the theme has an address of its own, also for people who are not signed in',
		cases: [{ what: 'the other theme', body: () => ({ theme: 'light' }) }],
	},
	{
		call: 'DELETE /api/users/profile',
		page: '/profile/delete?step=3',
		form: {},
		cases: [
			{
				what: 'the word',
				prepare: async (stage) => {
					await makeComment(stage.night.id, stage.actor.id, 'Farewell.');
					return own(stage);
				},
				typed: () => ({ confirmation: 'DELETE' }),
				body: () => ({ confirmation: 'DELETE' }),
			},
			{
				what: 'another word',
				typed: () => ({ confirmation: 'delete' }),
				body: () => ({ confirmation: 'delete' }),
				refused: 422,
			},
		],
	},
	{
		call: 'POST /api/users/link-discord-account',
		page: '/profile',
		form: {},
		cases: [
			{
				what: 'one’s own',
				prepare: async (stage) => {
					await makeUnlinkedAnswer(stage);
					return {};
				},
				typed: ({ actor }) => ({ discordUserId: ` ${actor.discordId} ` }),
				body: ({ actor }) => ({ discordUserId: ` ${actor.discordId} ` }),
			},
			{
				what: 'nothing',
				typed: () => ({ discordUserId: '' }),
				body: () => ({ discordUserId: '' }),
				refused: 422,
			},
			{
				what: 'no Discord ID',
				typed: () => ({ discordUserId: '12ab' }),
				body: () => ({ discordUserId: '12ab' }),
				refused: 422,
			},
			{
				what: 'somebody else’s',
				typed: ({ other }) => ({ discordUserId: other.discordId }),
				body: ({ other }) => ({ discordUserId: other.discordId }),
				refused: 403,
			},
		],
	},
];
