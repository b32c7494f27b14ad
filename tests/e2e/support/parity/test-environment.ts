import type { FormValues } from '../forms.ts';
import { replaceTestUsers } from '../scenario.ts';
import { makeEmptyBody, makeTooLong, type ParityCommand } from './command.ts';

const prepareTestUsers = (count: number) => async () => {
	await replaceTestUsers(count);
	return {};
};

const countValues = (confirmed: number): FormValues => ({
	'signupConfig.confirmed': String(confirmed),
	'signupConfig.late': '1',
	'signupConfig.tentative': '1',
	'signupConfig.declined': '0',
});

const countsBody = (confirmed: number): object => ({ confirmed, late: 1, tentative: 1, declined: 0 });

export const TEST_ENVIRONMENT_COMMANDS: readonly ParityCommand[] = [
	{
		call: 'POST /api/admin/test-environment/create-users',
		page: '/admin/test-environment',
		changesTestData: true,
		form: {},
		key: 'key',
		cases: [{ name: 'thirty test users', prepare: prepareTestUsers(0), body: makeEmptyBody }],
	},
	{
		call: 'POST /api/admin/test-environment/create-event',
		page: '/admin/test-environment',
		changesTestData: true,
		form: {},
		key: 'key',
		cases: [
			{
				name: 'an event',
				prepare: prepareTestUsers(0),
				values: () => ({ title: 'Trial', description: '', daysFromNow: '9' }),
				body: () => ({ title: 'Trial', description: '', daysFromNow: 9 }),
			},
			{
				name: 'a title that is too long',
				prepare: prepareTestUsers(0),
				values: () => ({ title: makeTooLong(200), daysFromNow: '9' }),
				body: () => ({ title: makeTooLong(200), daysFromNow: 9 }),
				refusalStatus: 422,
			},
		],
	},
	{
		call: 'POST /api/admin/test-environment/signup-users',
		page: '/admin/test-environment',
		changesTestData: true,
		form: {},
		key: 'key',
		cases: [
			{
				name: 'a signup for each test user',
				prepare: prepareTestUsers(3),
				values: ({ event: { id } }) => ({ eventId: id, ...countValues(1) }),
				body: ({ event: { id } }) => ({ eventId: id, signupConfig: countsBody(1) }),
			},
			{
				name: 'more signups than test users',
				prepare: prepareTestUsers(3),
				values: ({ event: { id } }) => ({ eventId: id, ...countValues(9) }),
				body: ({ event: { id } }) => ({ eventId: id, signupConfig: countsBody(9) }),
				refusalStatus: 409,
			},
			{
				name: 'an unknown event',
				prepare: prepareTestUsers(3),
				values: () => ({ eventId: '999999999', ...countValues(1) }),
				body: () => ({ eventId: '999999999', signupConfig: countsBody(1) }),
				refusalStatus: 422,
			},
		],
	},
	{
		call: 'DELETE /api/admin/test-environment/clear-data',
		page: '/admin/test-environment/clear',
		changesTestData: true,
		form: {},
		key: 'key',
		cases: [{ name: 'test users', prepare: prepareTestUsers(3), body: makeEmptyBody }],
	},
];
