import type { FormValues } from '../forms.ts';
import { addCommentRow, getSharedPool } from '../rows.ts';
import { createCalendarLink, createUnlinkedSignup, type Scenario } from '../scenario.ts';
import { createOwnSignup, makeTooLong, type ParityCommand } from './command.ts';

const addButton = (list: 'players' | 'storytellers', id: string): FormValues => ({ do: `add:${list}:${id}` });

const NIGHT = { from: '22:30', to: '08:00', timezone: 'Europe/Paris' };
const NIGHT_FIELDS = {
	'quiet_hours.from': NIGHT.from,
	'quiet_hours.to': NIGHT.to,
	'quiet_hours.timezone': NIGHT.timezone,
};

const prepareReminders = async ({ actor }: Scenario) => {
	await getSharedPool().query(`UPDATE users SET reminder_minutes = '{180}', quiet_hours = $2 WHERE id = $1`, [
		actor.id,
		NIGHT,
	]);
	return {};
};

export const PROFILE_COMMANDS: readonly ParityCommand[] = [
	{
		call: 'POST /api/auth/logout',
		page: '/faq',
		form: { action: '/logout' },
		otherIntent: 'the menu’s form has its own address and no intent',
		cases: [{ name: 'signing out' }],
	},
	{
		call: 'PUT /api/auth/update-username',
		page: '/profile/edit',
		form: {},
		cases: [
			{
				name: 'a name',
				values: () => ({ preferredUsername: '  Wren  of the Mill ' }),
				body: () => ({ preferredUsername: '  Wren  of the Mill ' }),
			},
			{
				name: 'no name',
				prepare: async ({ actor }) => {
					await getSharedPool().query(`UPDATE users SET preferred_username = 'Old' WHERE id = $1`, [
						actor.id,
					]);
					return {};
				},
				values: () => ({ preferredUsername: '' }),
				body: () => ({ preferredUsername: '' }),
			},
			{
				name: 'a name that is too long',
				values: () => ({ preferredUsername: makeTooLong(255) }),
				body: () => ({ preferredUsername: makeTooLong(255) }),
				refusalStatus: 422,
			},
		],
	},
	{
		call: 'PUT /api/users/preferences',
		page: '/profile/preferences',
		form: {},
		cases: [
			{
				name: 'users and notes',
				presses: ({ other }) => [
					{ playersQuery: other.username, do: 'search' },
					addButton('players', other.id),
					addButton('storytellers', other.id),
				],
				values: () => ({ notes: ' No ravens. ', do: 'save' }),
				body: ({ other }) => ({
					preferredPlayers: [other.id],
					preferredStorytellers: [other.id],
					notes: ' No ravens. ',
				}),
			},
			{
				name: 'the actor’s own account',
				presses: ({ other }) => [addButton('players', other.id)],
				values: ({ actor }) => ({ preferredPlayers: [actor.id], notes: '', do: 'save' }),
				body: ({ actor }) => ({ preferredPlayers: [actor.id], preferredStorytellers: [], notes: '' }),
				refusalStatus: 422,
			},
			{
				name: 'long notes',
				values: () => ({ notes: makeTooLong(2000), do: 'save' }),
				body: () => ({ preferredPlayers: [], preferredStorytellers: [], notes: makeTooLong(2000) }),
				refusalStatus: 422,
			},
		],
	},
	{
		call: 'PUT /api/users/profile',
		page: '/profile',
		form: { contains: () => ({ intent: 'profile.setSwitches' }) },
		otherIntent: 'the profile’s switches are saved together with the countdown’s',
		cases: [
			{
				name: 'no notifications',
				values: () => ({ notifications: null }),
				body: () => ({ notifications: false }),
			},
			{
				name: 'no roles on Discord',
				values: () => ({ event_roles: null }),
				body: () => ({ event_roles: false }),
			},
		],
	},
	{
		call: 'PUT /api/users/profile',
		page: '/profile',
		form: {},
		cases: [
			{
				name: 'reminders and quiet hours',
				values: () => ({
					usesCommunityTimes: null,
					reminder_minutes: ['60', '10080'],
					reminder_way: 'thread',
					hasQuietHours: 'on',
					...NIGHT_FIELDS,
				}),
				body: () => ({ reminder_minutes: [60, 10080], reminder_way: 'thread', quiet_hours: NIGHT }),
			},
			{
				name: 'no reminders, at any hour',
				prepare: prepareReminders,
				values: () => ({ reminder_minutes: null, hasQuietHours: null }),
				body: () => ({ reminder_minutes: [], quiet_hours: null }),
			},
			{
				name: 'the times of the community',
				prepare: prepareReminders,
				values: () => ({ usesCommunityTimes: 'on' }),
				body: () => ({ reminder_minutes: null }),
			},
			{
				name: 'a way of reminders that does not exist',
				values: () => ({ reminder_way: 'email' }),
				body: () => ({ reminder_way: 'email' }),
				refusalStatus: 422,
			},
			{
				name: 'quiet hours that end when they begin',
				values: () => ({ hasQuietHours: 'on', ...NIGHT_FIELDS, 'quiet_hours.to': NIGHT.from }),
				body: () => ({ quiet_hours: { ...NIGHT, to: NIGHT.from } }),
				refusalStatus: 422,
			},
		],
	},
	{
		call: 'PUT /api/users/profile',
		page: '/profile',
		form: { contains: () => ({ card: 'calendar' }) },
		otherIntent: 'the calendar’s switch is saved separately',
		cases: [
			{
				name: 'all events in the calendar',
				prepare: createCalendarLink,
				values: () => ({ calendar_all_events: 'on' }),
				body: () => ({ calendar_all_events: true }),
			},
		],
	},
	{
		call: 'PUT /api/users/profile',
		page: '/profile',
		form: { contains: () => ({ card: 'experience' }) },
		otherIntent: 'what users say of themselves is saved separately',
		cases: [
			{
				name: 'a new player',
				values: () => ({ experience: 'new' }),
				body: () => ({ experience: 'new' }),
			},
		],
	},
	{
		call: 'DELETE /api/users/calendar',
		page: '/profile',
		form: {},
		cases: [{ name: 'a link', prepare: createCalendarLink }],
	},
	{
		call: 'PUT /api/users/profile',
		page: '/faq',
		form: { action: '/theme' },
		otherIntent: 'the theme has its own address, which signed-out users also use',
		cases: [{ name: 'the other theme', body: () => ({ theme: 'light' }) }],
	},
	{
		call: 'DELETE /api/users/profile',
		page: '/profile/delete?step=3',
		form: {},
		cases: [
			{
				name: 'the required word',
				prepare: async (scenario) => {
					await addCommentRow(scenario.event.id, scenario.actor.id, 'Farewell.');
					return createOwnSignup(scenario);
				},
				values: () => ({ confirmation: 'DELETE' }),
				body: () => ({ confirmation: 'DELETE' }),
			},
			{
				name: 'another word',
				values: () => ({ confirmation: 'delete' }),
				body: () => ({ confirmation: 'delete' }),
				refusalStatus: 422,
			},
		],
	},
	{
		call: 'POST /api/users/link-discord-account',
		page: '/profile',
		form: {},
		cases: [
			{
				name: 'the actor’s own Discord ID',
				prepare: async (scenario) => {
					await createUnlinkedSignup(scenario);
					return {};
				},
				values: ({ actor }) => ({ discordUserId: ` ${actor.discordId} ` }),
				body: ({ actor }) => ({ discordUserId: ` ${actor.discordId} ` }),
			},
			{
				name: 'an empty Discord ID',
				values: () => ({ discordUserId: '' }),
				body: () => ({ discordUserId: '' }),
				refusalStatus: 422,
			},
			{
				name: 'an invalid Discord ID',
				values: () => ({ discordUserId: '12ab' }),
				body: () => ({ discordUserId: '12ab' }),
				refusalStatus: 422,
			},
			{
				name: 'another user’s Discord ID',
				values: ({ other }) => ({ discordUserId: other.discordId }),
				body: ({ other }) => ({ discordUserId: other.discordId }),
				refusalStatus: 403,
			},
		],
	},
];
