import type { Typed } from '../forms.ts';
import { makeTestUsers } from '../stage.ts';
import { type Command, LONG, nothing } from './command.ts';

const testUsers = (count: number) => async () => {
	await makeTestUsers(count);
	return {};
};

const counts = (confirmed: number): Typed => ({
	confirmed: String(confirmed),
	late: '1',
	tentative: '1',
	declined: '0',
});

const countsBody = (confirmed: number): object => ({ confirmed, late: 1, tentative: 1, declined: 0 });

export const TEST_ENVIRONMENT_COMMANDS: readonly Command[] = [
	{
		call: 'POST /api/admin/test-environment/create-users',
		page: '/admin/test-environment',
		changesTestData: true,
		form: {},
		key: 'key',
		cases: [{ what: 'thirty', prepare: testUsers(0), body: nothing }],
	},
	{
		call: 'POST /api/admin/test-environment/create-event',
		page: '/admin/test-environment',
		changesTestData: true,
		form: {},
		key: 'key',
		cases: [
			{
				what: 'an event',
				prepare: testUsers(0),
				typed: () => ({ title: 'Trial', description: '', daysFromNow: '9' }),
				body: () => ({ title: 'Trial', description: '', daysFromNow: 9 }),
			},
			{
				what: 'a title that is too long',
				prepare: testUsers(0),
				typed: () => ({ title: LONG(200), daysFromNow: '9' }),
				body: () => ({ title: LONG(200), daysFromNow: 9 }),
				refused: 422,
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
				what: 'an answer each',
				prepare: testUsers(3),
				typed: ({ night: { id } }) => ({ eventId: id, ...counts(1) }),
				body: ({ night: { id } }) => ({ eventId: id, signupConfig: countsBody(1) }),
			},
			{
				what: 'more than there are',
				prepare: testUsers(3),
				typed: ({ night: { id } }) => ({ eventId: id, ...counts(9) }),
				body: ({ night: { id } }) => ({ eventId: id, signupConfig: countsBody(9) }),
				refused: 409,
			},
			{
				what: 'an event that is none',
				prepare: testUsers(3),
				typed: () => ({ eventId: '999999999', ...counts(1) }),
				body: () => ({ eventId: '999999999', signupConfig: countsBody(1) }),
				refused: 422,
			},
		],
	},
	{
		call: 'DELETE /api/admin/test-environment/clear-data',
		page: '/admin/test-environment/clear',
		changesTestData: true,
		form: {},
		key: 'key',
		cases: [{ what: 'test users', prepare: testUsers(3), body: nothing }],
	},
];
