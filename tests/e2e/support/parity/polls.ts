import { wallTimeToInstant } from '~/domain/time/wall-time.ts';
import type { FormValues } from '../forms.ts';
import { addPollRow, addVotes, closePoll } from '../poll-rows.ts';
import { getSharedPool } from '../rows.ts';
import { IN_A_MONTH, IN_A_WEEK, type Scenario } from '../scenario.ts';
import type { ParityCommand } from './command.ts';

const ZONE = 'America/Chicago';

/** Returns the values that are typed into the forms of a poll. The second row is left empty. */
const pollValues = (changes: FormValues = {}): FormValues => ({
	title: 'Autumn Fair',
	description: 'Bring tea.\nAnd an alibi.',
	location: 'The Hearth',
	timezone: ZONE,
	'times[0].date': IN_A_MONTH,
	'times[0].time': '20:30',
	'times[0].duration': '2.5',
	'times[1].date': '',
	'times[2].date': IN_A_MONTH,
	'times[2].time': '14:00',
	'times[2].duration': '3',
	'answer_by.date': IN_A_WEEK,
	'answer_by.time': '12:00',
	...changes,
});

function toInstant(date: string, time: string): string {
	const parsed = wallTimeToInstant({ date, time, zone: ZONE });
	return 'instant' in parsed ? parsed.instant.toISOString() : '';
}

/** Returns the same poll as an API body. */
const pollBody = (changes: object = {}): object => ({
	title: 'Autumn Fair',
	description: 'Bring tea.\nAnd an alibi.',
	location: 'The Hearth',
	timezone: ZONE,
	times: [
		{ date: toInstant(IN_A_MONTH, '20:30'), duration: 150 },
		{ date: toInstant(IN_A_MONTH, '14:00'), duration: 180 },
	],
	answer_by: toInstant(IN_A_WEEK, '12:00'),
	...changes,
});

/** Creates the same open poll in both scenarios, with an answer of the other user. */
async function prepare({ event, other }: Scenario): Promise<{ pollId: string; timeId: string }> {
	const poll = await addPollRow({ creatorId: other.id, from: event.date });
	await addVotes(poll, other.id, 'yes', 'if_needed');
	return { pollId: poll.id, timeId: String(poll.timeIds[0]) };
}

const close = ({ ids }: { ids: Record<string, string> }) => closePoll({ id: String(ids.pollId) });
const setChosen = ({ ids }: { ids: Record<string, string> }) =>
	getSharedPool().query('UPDATE polls SET chosen_time_id = $2 WHERE id = $1', [ids.pollId, '1']);
const saveByAnotherUser = ({ ids }: { ids: Record<string, string> }) =>
	getSharedPool().query("UPDATE polls SET version = version + 1, title = 'Fair' WHERE id = $1", [ids.pollId]);
const vote = (answer: string) => ({
	prepare,
	values: ({ ids }: { ids: Record<string, string> }) => ({ [`vote-${ids.timeId}`]: answer }),
	body: ({ ids }: { ids: Record<string, string> }) => ({ votes: [{ time_id: ids.timeId, answer }] }),
});

export const POLL_COMMANDS: readonly ParityCommand[] = [
	{
		call: 'POST /api/polls',
		page: '/polls/new',
		form: {},
		key: 'key',
		cases: [
			{ name: 'two times', values: () => pollValues(), body: () => pollBody() },
			{
				name: 'no time',
				values: () => pollValues({ 'times[0].date': '', 'times[2].date': '' }),
				body: () => pollBody({ times: [] }),
				refusalStatus: 422,
			},
			{
				name: 'a time twice',
				values: () => pollValues({ 'times[2].time': '20:30' }),
				body: () =>
					pollBody({
						times: [150, 180].map((duration) => ({ date: toInstant(IN_A_MONTH, '20:30'), duration })),
					}),
				refusalStatus: 422,
			},
			{
				name: 'answers that are due after the first time',
				values: () => pollValues({ 'answer_by.date': IN_A_MONTH, 'answer_by.time': '15:00' }),
				body: () => pollBody({ answer_by: toInstant(IN_A_MONTH, '15:00') }),
				refusalStatus: 422,
			},
			{
				name: 'a time that has passed',
				values: () => pollValues({ 'times[2].date': '2021-03-01' }),
				body: () =>
					pollBody({
						times: [
							{ date: toInstant(IN_A_MONTH, '20:30'), duration: 150 },
							{ date: toInstant('2021-03-01', '14:00'), duration: 180 },
						],
					}),
				refusalStatus: 422,
			},
			{
				name: 'a title that is too long',
				values: () => pollValues({ title: 'x'.repeat(201) }),
				body: () => pollBody({ title: 'x'.repeat(201) }),
				refusalStatus: 422,
			},
		],
	},
	{
		call: 'PUT /api/polls/{pollId}',
		page: '/polls/{pollId}/edit',
		form: {},
		cases: [
			{
				name: 'every field, and other times',
				prepare,
				values: () => pollValues(),
				body: () => pollBody({ version: 1 }),
			},
			{
				name: 'another title',
				prepare,
				values: () => ({ title: 'Winter Fair' }),
				body: () => ({ title: 'Winter Fair', version: 1 }),
			},
			{
				name: 'a poll that another user saved before the form was sent',
				prepare,
				changeBeforeSubmit: saveByAnotherUser,
				values: () => ({ title: 'Winter Fair' }),
				body: () => ({ title: 'Winter Fair', version: 1 }),
				refusalStatus: 409,
			},
			{
				name: 'a poll whose date was chosen',
				prepare,
				changeBeforeSubmit: setChosen,
				values: () => ({ title: 'Winter Fair' }),
				body: () => ({ title: 'Winter Fair', version: 1 }),
				refusalStatus: 409,
			},
		],
	},
	{
		call: 'DELETE /api/polls/{pollId}',
		page: '/polls/{pollId}',
		form: {},
		cases: [
			{ name: 'an open poll', prepare },
			{ name: 'a poll whose date was chosen', prepare, changeBeforeSubmit: setChosen, refusalStatus: 409 },
		],
	},
	{
		call: 'PUT /api/polls/{pollId}/votes',
		page: '/polls/{pollId}',
		form: {},
		cases: [
			{ name: 'a first answer', ...vote('if_needed') },
			{
				name: 'no answer',
				prepare,
				body: () => ({ votes: [] }),
				refusalStatus: 422,
			},
			{ name: 'an unknown answer', ...vote('perhaps'), refusalStatus: 422 },
			{ name: 'a closed poll', ...vote('yes'), changeBeforeSubmit: close, refusalStatus: 409 },
			{
				name: 'a time that is no longer offered',
				...vote('yes'),
				changeBeforeSubmit: ({ ids }) =>
					getSharedPool().query('DELETE FROM poll_times WHERE id = $1', [ids.timeId]),
				refusalStatus: 422,
			},
		],
	},
	{
		call: 'POST /api/polls/{pollId}/choose',
		page: '/polls/{pollId}',
		form: { contains: ({ ids }) => ({ time_id: String(ids.timeId) }) },
		cases: [
			{ name: 'a time', prepare, body: ({ ids }) => ({ time_id: ids.timeId }) },
			{
				name: 'another time than the chosen one',
				prepare,
				body: ({ ids }) => ({ time_id: ids.timeId }),
				changeBeforeSubmit: setChosen,
				refusalStatus: 409,
			},
		],
	},
];
