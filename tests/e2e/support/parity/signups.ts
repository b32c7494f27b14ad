import type { Typed } from '../forms.ts';
import { rows } from '../rows.ts';
import { type Stage, setStatus } from '../stage.ts';
import { type Command, foreign, GONE, LONG, own, select, type Twin } from './command.ts';

const cancelMeanwhile = (twin: Stage) => setStatus(twin, 'cancelled');

/** Deletes the signup that a case has prepared. */
const takeBackMeanwhile = ({ ids }: Twin) =>
	rows().query('DELETE FROM signups WHERE id = $1', [ids.signupId]);

const CLOSED = 'Sign-up is closed. This event is cancelled.';

/** Returns the cases of a signup form. `closedText` is the page's text for an event that takes no signups. */
const signupCases = (field: 'notes' | 'none', closedText?: string): Command['cases'] => {
	const notes = (text: string): Typed => (field === 'notes' ? { notes: text } : {});
	return [
		{
			what: 'a first answer',
			typed: () => ({ status: 'confirmed', ...notes(' I bring biscuits. ') }),
			body: () => ({ status: 'confirmed', ...notes(' I bring biscuits. ') }),
		},
		{
			what: 'another answer',
			prepare: own,
			typed: () => ({ status: 'declined', ...notes('') }),
			body: () => ({ status: 'declined', ...notes('') }),
		},
		{
			what: 'an answer that is none',
			typed: () => ({ status: 'perhaps' }),
			body: () => ({ status: 'perhaps' }),
			refused: 422,
		},
		{
			what: 'an answer to a night that was cancelled meanwhile',
			...(closedText ? { pageSays: closedText } : {}),
			meanwhile: cancelMeanwhile,
			typed: () => ({ status: 'late' }),
			body: () => ({ status: 'late' }),
			refused: 409,
		},
		...(field === 'notes'
			? [
					{
						what: 'long notes',
						typed: () => ({ status: 'late', notes: LONG(500) }),
						body: () => ({ status: 'late', notes: LONG(500) }),
						refused: 422,
					},
				]
			: []),
	];
};

export const SIGNUP_COMMANDS: readonly Command[] = [
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
		form: { action: '/events', holds: (twin) => ({ eventId: twin.night.id }) },
		cases: signupCases('none'),
	},
	{
		call: 'DELETE /api/events/{eventId}/signup',
		page: '/events/{eventId}',
		form: {},
		cases: [
			{ what: 'one’s answer', prepare: own },
			{
				what: 'an answer that is gone',
				prepare: own,
				meanwhile: takeBackMeanwhile,
				refused: 404,
				butThePage: GONE,
			},
			{
				what: 'an answer to a night that was cancelled meanwhile',
				prepare: own,
				meanwhile: cancelMeanwhile,
				refused: 409,
				pageSays: CLOSED,
			},
		],
	},
	{
		call: 'PUT /api/events/{eventId}/signups/{signupId}',
		page: '/events/{eventId}/signups/{signupId}',
		form: {},
		cases: [
			{
				what: 'one’s own',
				prepare: own,
				typed: () => ({ status: 'late', notes: 'The train.' }),
				body: () => ({ status: 'late', notes: 'The train.' }),
			},
			{
				what: 'somebody else’s',
				as: 'creator',
				prepare: foreign,
				typed: () => ({ status: 'tentative', notes: '' }),
				body: () => ({ status: 'tentative', notes: '' }),
			},
			{
				what: 'somebody else’s, by a player',
				shownTo: 'creator',
				prepare: foreign,
				typed: () => ({ status: 'tentative', notes: '' }),
				body: () => ({ status: 'tentative', notes: '' }),
				refused: 403,
			},
			{
				what: 'a status that is none',
				prepare: own,
				typed: () => ({ status: '', notes: '' }),
				body: () => ({ status: '', notes: '' }),
				refused: 422,
			},
			{
				what: 'a night that was cancelled meanwhile',
				prepare: own,
				meanwhile: cancelMeanwhile,
				typed: () => ({ status: 'late', notes: '' }),
				body: () => ({ status: 'late', notes: '' }),
				refused: 409,
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
				what: 'an answer',
				prepare: foreign,
				typed: () => ({ status: 'late', notes: 'The train.' }),
				body: () => ({ status: 'late', notes: 'The train.' }),
			},
			{
				what: 'long notes',
				prepare: foreign,
				typed: () => ({ status: 'late', notes: LONG(500) }),
				body: () => ({ status: 'late', notes: LONG(500) }),
				refused: 422,
			},
			{
				what: 'an answer that is gone',
				prepare: foreign,
				meanwhile: takeBackMeanwhile,
				typed: () => ({ status: 'late', notes: '' }),
				body: () => ({ status: 'late', notes: '' }),
				refused: 404,
				butThePage: GONE,
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
				what: 'one of them',
				prepare: foreign,
				typed: ({ ids }) => ({ ids: String(ids.signupId), newStatus: 'declined' }),
				body: ({ ids }) => ({ signupIds: [ids.signupId], status: 'declined' }),
			},
			{
				what: 'none',
				prepare: foreign,
				typed: () => ({ newStatus: 'declined' }),
				body: () => ({ signupIds: [], status: 'declined' }),
				refused: 422,
			},
			{
				what: 'a status that is none',
				prepare: foreign,
				typed: ({ ids }) => ({ ids: String(ids.signupId), newStatus: 'perhaps' }),
				body: ({ ids }) => ({ signupIds: [ids.signupId], status: 'perhaps' }),
				refused: 422,
			},
		],
	},
	{
		call: 'POST /api/admin/delete-signups',
		page: '/admin/signups/delete',
		opens: ({ ids }) => ({ intent: 'keep', ...select(ids.signupId) }),
		form: {},
		key: 'key',
		cases: [
			{ what: 'one of them', prepare: foreign, body: ({ ids }) => ({ signupIds: [ids.signupId] }) },
			{
				what: 'one that is gone',
				prepare: foreign,
				meanwhile: takeBackMeanwhile,
				body: ({ ids }) => ({ signupIds: [ids.signupId] }),
			},
		],
	},
];
