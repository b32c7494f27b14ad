import type { FormValues } from '../forms.ts';
import { getSharedPool } from '../rows.ts';
import { addToSeries, makeRegular, type Scenario, setEventStatus } from '../scenario.ts';
import {
	ALREADY_DELETED,
	createOtherPlace,
	createOtherSignup,
	createOwnPlace,
	createOwnSignup,
	makeTooLong,
	type ParityCommand,
	type PreparedCase,
	selectRow,
} from './command.ts';

const cancelEventBeforeSubmit = (prepared: Scenario) => setEventStatus(prepared, 'cancelled');

/** Deletes the signup that a case has prepared. */
const deleteSignupBeforeSubmit = ({ ids }: PreparedCase) =>
	getSharedPool().query('DELETE FROM signups WHERE id = $1', [ids.signupId]);

/** Lets the user of the signup that a case has prepared be one who left the server, with the place given up. */
async function leaveBeforeSubmit({ ids }: PreparedCase) {
	await getSharedPool().query(
		`WITH gone AS (UPDATE signups SET place = NULL, asked_at = NULL WHERE id = $1 RETURNING user_id)
		UPDATE users SET left_at = now(), membership_lost_at = now() - interval '1 hour' FROM gone WHERE id = gone.user_id`,
		[ids.signupId],
	);
}

/** Creates an own signup that has been offered the place of an event. */
async function createOwnOffer(scenario: Scenario): Promise<Record<string, string>> {
	const ids = await createOwnPlace(scenario);
	await getSharedPool().query(
		`UPDATE signups SET place = 'offered', offered_at = now(), offer_expires_at = now() + interval '20 minutes' WHERE id = $1`,
		[ids.signupId],
	);
	return ids;
}

/** Creates a signup of another user who comes when more players are needed. */
async function createOtherStandby(scenario: Scenario): Promise<Record<string, string>> {
	const ids = await createOtherSignup(scenario);
	await getSharedPool().query(`UPDATE signups SET status = 'tentative', standby = true WHERE id = $1`, [
		ids.signupId,
	]);
	return ids;
}

/** Returns what the search for the other user finds. */
const findOther = ({ other }: Scenario) => ({ who: other.username });

const CLOSED = "Signups are closed. This event is cancelled, so signups can't be changed.";

/** Returns the cases of a signup form. `closedText` is the page's text for an event that takes no signups. */
const signupCases = (field: 'notes' | 'none', closedText?: string): ParityCommand['cases'] => {
	const notes = (text: string): FormValues => (field === 'notes' ? { notes: text } : {});
	return [
		{
			name: 'a first signup',
			values: () => ({ status: 'confirmed', ...notes(' I bring biscuits. ') }),
			body: () => ({ status: 'confirmed', ...notes(' I bring biscuits. ') }),
		},
		{
			name: 'another status',
			prepare: createOwnSignup,
			values: () => ({ status: 'declined', ...notes('') }),
			body: () => ({ status: 'declined', ...notes('') }),
		},
		{
			name: 'an unknown status',
			values: () => ({ status: 'perhaps' }),
			body: () => ({ status: 'perhaps' }),
			refusalStatus: 422,
		},
		{
			name: 'a signup for an event that was cancelled before the form was sent',
			...(closedText ? { pageText: closedText } : {}),
			changeBeforeSubmit: cancelEventBeforeSubmit,
			values: () => ({ status: 'late' }),
			body: () => ({ status: 'late' }),
			refusalStatus: 409,
		},
		...(field === 'notes'
			? [
					{
						name: 'long notes',
						values: () => ({ status: 'late', notes: makeTooLong(500) }),
						body: () => ({ status: 'late', notes: makeTooLong(500) }),
						refusalStatus: 422,
					},
					{
						name: 'an impossible time',
						values: () => ({ status: 'late', arrives_at: '24:30' }),
						body: () => ({ status: 'late', arrives_at: '24:30' }),
						refusalStatus: 422,
					},
				]
			: []),
	];
};

const createOwnSignupOfSeries = async (scenario: Scenario) => {
	await addToSeries(scenario);
	return createOwnSignup(scenario);
};
const becomeRegular = async (scenario: Scenario) => {
	await makeRegular(scenario);
	return {};
};
const leaveSeries = ({ event: { id } }: Scenario) =>
	getSharedPool().query('UPDATE events SET series_id = NULL WHERE id = $1', [id]);

export const SIGNUP_COMMANDS: readonly ParityCommand[] = [
	{
		call: 'POST /api/events/{eventId}/signup',
		page: '/events/{eventId}/signup',
		form: { action: '/events/{eventId}/signup' },
		cases: signupCases('notes'),
	},
	{
		call: 'POST /api/events/{eventId}/signup',
		page: '/events/{eventId}',
		form: { action: '/events/{eventId}' },
		cases: signupCases('none', CLOSED),
	},
	{
		call: 'POST /api/events/{eventId}/signup',
		page: '/events',
		form: { action: '/events', contains: (prepared) => ({ eventId: prepared.event.id }) },
		cases: signupCases('none'),
	},
	{
		call: 'DELETE /api/events/{eventId}/signup',
		page: '/events/{eventId}',
		form: {},
		cases: [
			{ name: 'the actor’s own signup', prepare: createOwnSignup },
			{
				name: 'a deleted signup',
				prepare: createOwnSignup,
				changeBeforeSubmit: deleteSignupBeforeSubmit,
				refusalStatus: 404,
				pageOutcome: ALREADY_DELETED,
			},
			{
				name: 'a signup for an event that was cancelled before the form was sent',
				prepare: createOwnSignup,
				changeBeforeSubmit: cancelEventBeforeSubmit,
			},
		],
	},
	{
		call: 'PUT /api/events/{eventId}/signups/{signupId}',
		page: '/events/{eventId}/signups/{signupId}',
		form: {},
		cases: [
			{
				name: 'the actor’s own signup',
				prepare: createOwnSignup,
				values: () => ({ status: 'late', notes: 'The train.' }),
				body: () => ({ status: 'late', notes: 'The train.' }),
			},
			{
				name: 'another user’s signup',
				actorRole: 'creator',
				prepare: createOtherSignup,
				values: () => ({ status: 'tentative', notes: '' }),
				body: () => ({ status: 'tentative', notes: '' }),
			},
			{
				name: 'another user’s signup, by a player',
				viewerRole: 'creator',
				prepare: createOtherSignup,
				values: () => ({ status: 'tentative', notes: '' }),
				body: () => ({ status: 'tentative', notes: '' }),
				refusalStatus: 403,
			},
			{
				name: 'an unknown status',
				prepare: createOwnSignup,
				values: () => ({ status: '', notes: '' }),
				body: () => ({ status: '', notes: '' }),
				refusalStatus: 422,
			},
			{
				name: 'an event that was cancelled before the form was sent',
				prepare: createOwnSignup,
				changeBeforeSubmit: cancelEventBeforeSubmit,
				values: () => ({ status: 'late', notes: '' }),
				body: () => ({ status: 'late', notes: '' }),
				refusalStatus: 409,
			},
		],
	},
	{
		call: 'POST /api/events/{eventId}/signups',
		page: '/events/{eventId}/add-player?who={who}',
		pageRole: 'creator',
		form: { contains: () => ({ intent: 'signups.add' }) },
		cases: [
			{
				name: 'a user without a signup',
				prepare: findOther,
				values: ({ other }) => ({ user_id: other.id, status: 'late', notes: 'By phone.' }),
				body: ({ other }) => ({ user_id: other.id, status: 'late', notes: 'By phone.' }),
			},
			{
				name: 'a signup that is changed',
				prepare: async (scenario) => {
					await createOtherSignup(scenario);
					return findOther(scenario);
				},
				values: ({ other }) => ({ user_id: other.id, status: 'tentative' }),
				body: ({ other }) => ({ user_id: other.id, status: 'tentative' }),
			},
			{
				name: 'an unknown status',
				prepare: findOther,
				values: ({ other }) => ({ user_id: other.id, status: 'perhaps' }),
				body: ({ other }) => ({ user_id: other.id, status: 'perhaps' }),
				refusalStatus: 422,
			},
			{
				name: 'a user who left before the form was sent',
				prepare: findOther,
				changeBeforeSubmit: ({ other: { id } }) =>
					getSharedPool().query('UPDATE users SET membership_lost_at = now() WHERE id = $1', [id]),
				values: ({ other }) => ({ user_id: other.id, status: 'late' }),
				body: ({ other }) => ({ user_id: other.id, status: 'late' }),
				refusalStatus: 422,
			},
			{
				name: 'an event that was cancelled before the form was sent',
				prepare: findOther,
				changeBeforeSubmit: cancelEventBeforeSubmit,
				values: ({ other }) => ({ user_id: other.id, status: 'late' }),
				body: ({ other }) => ({ user_id: other.id, status: 'late' }),
				refusalStatus: 409,
			},
		],
	},
	{
		call: 'POST /api/events/{eventId}/place',
		page: '/events/{eventId}',
		form: { action: '/events/{eventId}' },
		cases: [
			{
				name: 'an offer that is passed on',
				prepare: createOwnOffer,
				values: () => ({ accept: 'false' }),
				body: () => ({ accept: false }),
			},
			{
				name: 'an offer that was taken away before the form was sent',
				prepare: createOwnOffer,
				changeBeforeSubmit: ({ ids }) =>
					getSharedPool().query(`UPDATE signups SET status = 'tentative' WHERE id = $1`, [ids.signupId]),
				values: () => ({ accept: 'false' }),
				body: () => ({ accept: false }),
				refusalStatus: 409,
			},
		],
	},
	{
		call: 'PUT /api/events/{eventId}/regular',
		page: '/events/{eventId}',
		form: { contains: () => ({ intent: 'signups.setRegular' }) },
		cases: [
			{ name: 'every time', prepare: createOwnSignupOfSeries, body: () => ({ status: 'confirmed' }) },
			{
				name: 'an event that left its series before the form was sent',
				prepare: createOwnSignupOfSeries,
				changeBeforeSubmit: leaveSeries,
				body: () => ({ status: 'confirmed' }),
				refusalStatus: 409,
			},
		],
	},
	{
		call: 'DELETE /api/events/{eventId}/regular',
		page: '/events/{eventId}',
		form: { contains: () => ({ intent: 'signups.endRegular' }) },
		cases: [
			{ name: 'a regular', prepare: becomeRegular },
			{
				name: 'an event that left its series before the form was sent',
				prepare: becomeRegular,
				changeBeforeSubmit: leaveSeries,
				refusalStatus: 409,
			},
		],
	},
	{
		call: 'DELETE /api/events/{eventId}/regular',
		page: '/profile',
		form: { contains: () => ({ intent: 'signups.endRegular' }) },
		cases: [{ name: 'a regular', prepare: becomeRegular }],
	},
	{
		call: 'POST /api/events/{eventId}/standbys',
		page: '/events/{eventId}',
		form: { action: '/events/{eventId}' },
		cases: [
			{ name: 'a standby', actorRole: 'creator', prepare: createOtherStandby },
			{
				name: 'an event that was cancelled before the form was sent',
				actorRole: 'creator',
				prepare: createOtherStandby,
				changeBeforeSubmit: cancelEventBeforeSubmit,
				refusalStatus: 409,
			},
		],
	},
	{
		call: 'PUT /api/events/{eventId}/signups/{signupId}/place',
		page: '/events/{eventId}/signups/{signupId}',
		pageRole: 'creator',
		form: {},
		cases: [
			{
				name: 'a move to the waitlist',
				actorRole: 'creator',
				prepare: createOtherPlace,
				values: () => ({ reason: 'Was there last week' }),
				body: () => ({ place: 'waiting', reason: 'Was there last week' }),
			},
			{
				name: 'no reason',
				actorRole: 'creator',
				prepare: createOtherPlace,
				values: () => ({ reason: ' ' }),
				body: () => ({ place: 'waiting', reason: '' }),
			},
			{
				name: 'a player who left the server before the form was sent',
				actorRole: 'creator',
				prepare: createOtherPlace,
				changeBeforeSubmit: leaveBeforeSubmit,
				values: () => ({ reason: 'Was there last week' }),
				body: () => ({ place: 'waiting', reason: 'Was there last week' }),
				refusalStatus: 409,
			},
		],
	},
	{
		call: 'PUT /api/admin/signups/{signupId}',
		page: '/admin/signups/{signupId}',
		pageRole: 'admin',
		form: {},
		cases: [
			{
				name: 'a signup',
				prepare: createOtherSignup,
				values: () => ({ status: 'late', notes: 'The train.' }),
				body: () => ({ status: 'late', notes: 'The train.' }),
			},
			{
				name: 'long notes',
				prepare: createOtherSignup,
				values: () => ({ status: 'late', notes: makeTooLong(500) }),
				body: () => ({ status: 'late', notes: makeTooLong(500) }),
				refusalStatus: 422,
			},
			{
				name: 'a deleted signup',
				prepare: createOtherSignup,
				changeBeforeSubmit: deleteSignupBeforeSubmit,
				values: () => ({ status: 'late', notes: '' }),
				body: () => ({ status: 'late', notes: '' }),
				refusalStatus: 404,
				pageOutcome: ALREADY_DELETED,
			},
		],
	},
	{
		call: 'POST /api/admin/update-signups',
		page: '/admin/signups',
		form: {},
		key: 'key',
		cases: [
			{
				name: 'one signup',
				prepare: createOtherSignup,
				values: ({ ids }) => ({ ids: String(ids.signupId), newStatus: 'declined' }),
				body: ({ ids }) => ({ signupIds: [ids.signupId], status: 'declined' }),
			},
			{
				name: 'no signup',
				prepare: createOtherSignup,
				values: () => ({ newStatus: 'declined' }),
				body: () => ({ signupIds: [], status: 'declined' }),
				refusalStatus: 422,
			},
			{
				name: 'an unknown status',
				prepare: createOtherSignup,
				values: ({ ids }) => ({ ids: String(ids.signupId), newStatus: 'perhaps' }),
				body: ({ ids }) => ({ signupIds: [ids.signupId], status: 'perhaps' }),
				refusalStatus: 422,
			},
		],
	},
	{
		call: 'POST /api/admin/delete-signups',
		page: '/admin/signups/delete',
		openingFields: ({ ids }) => ({ intent: 'keep', ...selectRow(ids.signupId) }),
		form: {},
		key: 'key',
		cases: [
			{ name: 'one signup', prepare: createOtherSignup, body: ({ ids }) => ({ signupIds: [ids.signupId] }) },
			{
				name: 'a deleted signup',
				prepare: createOtherSignup,
				changeBeforeSubmit: deleteSignupBeforeSubmit,
				body: ({ ids }) => ({ signupIds: [ids.signupId] }),
			},
		],
	},
];
