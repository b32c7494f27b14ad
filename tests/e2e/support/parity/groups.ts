import { RESULT_TEXTS, type Winner } from '~/domain/groups/result.ts';
import { getSharedPool } from '../rows.ts';
import {
	createConfirmedSignups,
	createFailedGroupPost,
	createRollCallOf,
	type Scenario,
	setEventStatus,
} from '../scenario.ts';
import { createOtherSignup, type ParityCommand } from './command.ts';

/** Creates enough signups for a split and one more of `other`. Returns the id of that signup. */
async function prepareSignups(scenario: Scenario): Promise<Record<string, string>> {
	await createConfirmedSignups(scenario);
	return createOtherSignup(scenario);
}

const prepareFailedPost = async (scenario: Scenario) => {
	await createFailedGroupPost(scenario);
	return {};
};

/** Returns a board whose only group has `other` and the given users. */
function board({ other }: Scenario, ...otherIds: string[]): { groups: object[] } {
	const group = {
		id: 'one',
		name: 'Group 1',
		players: [other.id, ...otherIds],
		storytellerId: null,
		maxPlayers: 12,
	};
	return { groups: [group] };
}

/** Signs `other` up for the event, which has started. */
async function prepareRollCall(scenario: Scenario): Promise<Record<string, string>> {
	const ids = await createOtherSignup(scenario);
	await startEvent(scenario);
	return ids;
}

/** Moves the event into the past, to the same time in both copies of the data. */
const startEvent = ({ event }: Scenario) =>
	getSharedPool().query(
		`UPDATE events SET date = date_trunc('hour', now()) - interval '1 hour' WHERE id = $1`,
		[event.id],
	);

const markOther = ({ other }: Scenario, state: string) => ({
	values: { [`player-${other.id}`]: state },
	body: { attendance: [{ user_id: other.id, state }] },
});

/** Gives the actor a group of the event, which has started. */
async function prepareGame(scenario: Scenario): Promise<Record<string, string>> {
	await createRollCallOf(scenario, 'actor');
	await startEvent(scenario);
	return { groupId: 'group-1' };
}

const winnerIs = (winner: Winner | null) => ({
	values: () => ({ winner: winner ?? '' }),
	body: () => ({ winner }),
});

export const GROUP_COMMANDS: readonly ParityCommand[] = [
	{
		call: 'PUT /api/events/{eventId}/attendance',
		page: '/events/{eventId}/attendance',
		form: { contains: () => ({ intent: 'attendance.save' }) },
		pageRole: 'creator',
		cases: [
			{
				name: 'a player who came late',
				actorRole: 'creator',
				prepare: prepareRollCall,
				values: (prepared) => markOther(prepared, 'late').values,
				body: (prepared) => markOther(prepared, 'late').body,
			},
			{
				name: 'a player who left the event before the form was sent',
				actorRole: 'creator',
				prepare: prepareRollCall,
				changeBeforeSubmit: ({ event: { id } }) =>
					getSharedPool().query('DELETE FROM signups WHERE event_id = $1', [id]),
				values: (prepared) => markOther(prepared, 'absent').values,
				body: (prepared) => markOther(prepared, 'absent').body,
				refusalStatus: 422,
			},
			{
				name: 'an event that was cancelled before the form was sent',
				actorRole: 'creator',
				prepare: prepareRollCall,
				changeBeforeSubmit: (prepared) => setEventStatus(prepared, 'cancelled'),
				values: (prepared) => markOther(prepared, 'late').values,
				body: (prepared) => markOther(prepared, 'late').body,
				refusalStatus: 409,
			},
		],
	},
	{
		call: 'PUT /api/events/{eventId}/groups/{groupId}/result',
		page: '/events/{eventId}',
		form: { contains: () => ({ intent: 'groups.setWinner' }) },
		cases: [
			{ name: 'the first result', prepare: prepareGame, ...winnerIs('good') },
			{
				name: 'no result any more',
				prepare: async (scenario) => {
					const ids = await prepareGame(scenario);
					await getSharedPool().query(`UPDATE groups SET winner = 'evil' WHERE event_id = $1`, [
						scenario.event.id,
					]);
					return ids;
				},
				...winnerIs(null),
			},
			{
				name: 'an event that was cancelled before the form was sent',
				prepare: prepareGame,
				changeBeforeSubmit: (prepared) => setEventStatus(prepared, 'cancelled'),
				...winnerIs('good'),
				refusalStatus: 409,
			},
			{
				name: 'a group that was removed before the form was sent',
				prepare: prepareGame,
				changeBeforeSubmit: ({ event: { id } }) =>
					getSharedPool().query('DELETE FROM groups WHERE event_id = $1', [id]),
				...winnerIs('good'),
				refusalStatus: 404,
				pageText: RESULT_TEXTS.changed,
			},
		],
	},
	{
		call: 'POST /api/events/{eventId}/groups/auto-split',
		page: '/events/{eventId}',
		form: {},
		cases: [
			{ name: 'enough confirmed signups', prepare: prepareSignups, changesNothing: true },
			{
				name: 'more groups than the players allow',
				prepare: prepareSignups,
				values: () => ({ groupCount: '12' }),
				body: () => ({ groupCount: 12 }),
				refusalStatus: 422,
			},
			{ name: 'too few confirmed signups', refusalStatus: 409 },
		],
	},
	{
		call: 'POST /api/events/{eventId}/groups',
		page: '/events/{eventId}',
		openingFields: () => ({ intent: 'groups.autoSplit', version: '1' }),
		form: {},
		key: 'key',
		cases: [
			{
				name: 'a board',
				prepare: prepareSignups,
				values: (prepared) => ({ board: JSON.stringify(board(prepared)) }),
				body: (prepared) => ({ ...board(prepared), version: 1 }),
			},
			{
				name: 'a player listed twice',
				prepare: prepareSignups,
				values: (prepared) => ({ board: JSON.stringify(board(prepared, prepared.other.id)) }),
				body: (prepared) => ({ ...board(prepared, prepared.other.id), version: 1 }),
				refusalStatus: 422,
			},
			{
				name: 'a board that another user saved before the form was sent',
				prepare: prepareSignups,
				changeBeforeSubmit: ({ event: { id } }) =>
					getSharedPool().query('UPDATE events SET groups_version = groups_version + 1 WHERE id = $1', [id]),
				values: (prepared) => ({ board: JSON.stringify(board(prepared)) }),
				body: (prepared) => ({ ...board(prepared), version: 1 }),
				refusalStatus: 409,
			},
		],
	},
	{
		call: 'POST /api/events/{eventId}/groups/post',
		page: '/events/{eventId}',
		form: { contains: () => ({ intent: 'groups.post' }) },
		key: 'key',
		cases: [
			{ name: 'saved groups', prepare: prepareFailedPost },
			{
				name: 'groups that were deleted before the form was sent',
				prepare: prepareFailedPost,
				changeBeforeSubmit: ({ event: { id } }) =>
					getSharedPool().query('DELETE FROM groups WHERE event_id = $1', [id]),
				refusalStatus: 409,
			},
			{
				name: 'an event that was cancelled before the form was sent',
				prepare: prepareFailedPost,
				changeBeforeSubmit: (prepared) => setEventStatus(prepared, 'cancelled'),
				refusalStatus: 409,
			},
		],
	},
];
