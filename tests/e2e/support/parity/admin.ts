import { getSharedPool } from '../rows.ts';
import { type Scenario, setNickname } from '../scenario.ts';
import { ALREADY_DELETED, createOtherSignup, makeTooLong, type ParityCommand } from './command.ts';

const deleteUserBeforeSubmit = ({ other: { id } }: Scenario) =>
	getSharedPool().query('DELETE FROM users WHERE id = $1', [id]);

function getOtherIds({ other }: Scenario): Record<string, string> {
	return { userId: other.id, otherName: other.username };
}

export const ADMIN_COMMANDS: readonly ParityCommand[] = [
	{
		call: 'PUT /api/admin/users/{userId}/role',
		page: '/admin/users?q={otherName}',
		form: {},
		cases: [
			{
				name: 'a role',
				prepare: getOtherIds,
				values: ({ other }) => ({ [`role-${other.id}`]: 'creator' }),
				body: () => ({ role: 'creator' }),
			},
			{
				name: 'an unknown role',
				prepare: getOtherIds,
				values: ({ other }) => ({ [`role-${other.id}`]: 'king' }),
				body: () => ({ role: 'king' }),
				refusalStatus: 422,
			},
			{
				name: 'a deleted user',
				prepare: getOtherIds,
				changeBeforeSubmit: deleteUserBeforeSubmit,
				values: ({ other }) => ({ [`role-${other.id}`]: 'creator' }),
				body: () => ({ role: 'creator' }),
				refusalStatus: 404,
				pageOutcome: { status: 303, reason: 'the roles of the other users are saved' },
			},
		],
	},
	{
		call: 'PUT /api/admin/users/roles',
		page: '/admin/users?q={otherName}',
		form: {},
		cases: [
			{
				name: 'a role in a list',
				prepare: getOtherIds,
				values: ({ other }) => ({ [`role-${other.id}`]: 'creator' }),
				body: ({ other }) => ({ roles: [{ userId: other.id, role: 'creator' }] }),
			},
			{
				name: 'an unknown role in a list',
				prepare: getOtherIds,
				values: ({ other }) => ({ [`role-${other.id}`]: 'king' }),
				body: ({ other }) => ({ roles: [{ userId: other.id, role: 'king' }] }),
				refusalStatus: 422,
			},
		],
	},
	{
		call: 'DELETE /api/admin/users/{userId}',
		page: '/admin/users/delete?id={userId}',
		form: {},
		cases: [
			{
				name: 'a user with a signup',
				prepare: async (scenario) => ({ ...(await createOtherSignup(scenario)), ...getOtherIds(scenario) }),
			},
			{ name: 'the actor’s own account', prepare: ({ actor }) => ({ userId: actor.id }), refusalStatus: 403 },
			{
				name: 'a deleted user',
				prepare: getOtherIds,
				changeBeforeSubmit: deleteUserBeforeSubmit,
				refusalStatus: 404,
				pageOutcome: ALREADY_DELETED,
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
				name: 'a nickname',
				prepare: (scenario) => {
					setNickname(scenario);
					return {};
				},
			},
		],
	},
	{
		call: 'PUT /api/admin/settings/{key}',
		page: '/admin',
		form: { contains: () => ({ intent: 'settings.save' }) },
		otherIntent: 'the card saves the banner and the picture together',
		changesSettings: true,
		cases: [
			{
				name: 'a banner',
				prepare: () => ({ key: 'events_banner' }),
				values: () => ({ events_banner: ' Soup on Saturday. ' }),
				body: () => ({ value: ' Soup on Saturday. ' }),
			},
			{
				name: 'link previews',
				prepare: async () => {
					await getSharedPool().query(
						`INSERT INTO settings (key, value) VALUES ('link_previews', 'false')
						ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
					);
					return { key: 'link_previews' };
				},
				values: () => ({ linkPreviews: 'on' }),
				body: () => ({ value: 'true' }),
			},
			{
				name: 'the online table',
				prepare: async () => {
					await getSharedPool().query(
						`INSERT INTO settings (key, value) VALUES ('table_url', '')
						ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
					);
					return { key: 'table_url' };
				},
				values: () => ({ tableUrl: ' https://clocktower.example/ ' }),
				body: () => ({ value: ' https://clocktower.example/ ' }),
			},
			{
				name: 'a banner that is too long',
				prepare: () => ({ key: 'events_banner' }),
				values: () => ({ events_banner: makeTooLong(1000) }),
				body: () => ({ value: makeTooLong(1000) }),
				refusalStatus: 422,
			},
		],
	},
	{
		call: 'PUT /api/admin/settings/{key}',
		page: '/admin/announcements',
		form: { contains: () => ({ intent: 'settings.saveAnnouncements' }) },
		otherIntent: 'the dialog saves the announcements and the reminders together',
		changesSettings: true,
		cases: [
			{
				name: 'reminders',
				prepare: async () => {
					await getSharedPool().query(
						`INSERT INTO settings (key, value) VALUES ('reminder_minutes', '10080'), ('announcement_threads', 'false')
						ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
					);
					return { key: 'reminder_minutes' };
				},
				// The default, so that nothing changes for other tests.
				values: () => ({ reminder_minutes: ['60', '1440'] }),
				body: () => ({ value: '60,1440' }),
			},
			{
				name: 'the way of reminders',
				prepare: async () => {
					await getSharedPool().query(
						`INSERT INTO settings (key, value) VALUES ('reminder_way', 'thread'), ('announcement_threads', 'false')
						ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
					);
					return { key: 'reminder_way' };
				},
				// The default, so that nothing changes for other tests.
				values: () => ({ reminder_way: 'direct' }),
				body: () => ({ value: 'direct' }),
			},
			{
				name: 'a reminder that is not offered',
				prepare: () => ({ key: 'reminder_minutes' }),
				values: () => ({ reminder_minutes: ['30'] }),
				body: () => ({ value: '30' }),
				refusalStatus: 422,
			},
		],
	},
];
