import { wallTimeToInstant } from '~/domain/time/wall-time.ts';
import type { Typed } from '../forms.ts';
import { rows } from '../rows.ts';
import { IN_A_MONTH, type Stage, setStatus } from '../stage.ts';
import { type Command, foreign, nothing, select } from './command.ts';

const ZONE = 'America/Chicago';

/** Returns the values that are typed into the event forms. */
const night = (changes: Typed = {}): Typed => ({
	title: 'Twelfth Night',
	description: 'Bring tea.\nAnd an alibi.',
	date: IN_A_MONTH,
	time: '20:30',
	timezone: ZONE,
	duration: '2.5',
	location: 'The Hearth',
	...changes,
});

/** Returns the same event as an API body. */
function nightBody(changes: object = {}): object {
	const read = wallTimeToInstant({ date: IN_A_MONTH, time: '20:30', zone: ZONE });
	return {
		title: 'Twelfth Night',
		description: 'Bring tea.\nAnd an alibi.',
		date: 'instant' in read ? read.instant.toISOString() : '',
		duration: 150,
		location: 'The Hearth',
		timezone: ZONE,
		...changes,
	};
}

/** Changes the event first, as a save by another user would. */
const editMeanwhile = ({ night: { id } }: Stage) =>
	rows().query(`UPDATE events SET version = version + 1, location = 'The Mill' WHERE id = $1`, [id]);

const deleteMeanwhile = ({ night: { id } }: Stage) => rows().query('DELETE FROM events WHERE id = $1', [id]);

const TO_LIST = { status: 303, because: 'a missing event leads to the list (spec, section 2)' };

async function makeMirror({ night: { id } }: Stage): Promise<Record<string, string>> {
	const discordEventId = `7${id.padStart(17, '0')}`;
	await rows().query(
		`INSERT INTO discord_mirrors (event_id, discord_event_id, state) VALUES ($1, $2, 'synced')`,
		[id, discordEventId],
	);
	return {};
}

const cancelled = async (stage: Stage) => {
	await setStatus(stage, 'cancelled');
	return {};
};

/**
 * Returns the values that are typed into the form of a template week. Only Wednesday is enabled, unless
 * `changes` say otherwise.
 */
const week = (changes: Typed = {}): Typed => ({
	startDate: IN_A_MONTH,
	description: 'Soup.',
	createDiscordEvents: null,
	'enabled-3': 'on',
	'enabled-5': null,
	'enabled-6': null,
	...changes,
});

const weekBody = (days: number[]): object => ({
	startDate: IN_A_MONTH,
	description: 'Soup.',
	createDiscordEvents: false,
	events: days.map((day) => ({ day, enabled: true })),
});

export const EVENT_COMMANDS: readonly Command[] = [
	{
		call: 'POST /api/events',
		page: '/create-event',
		form: {},
		key: 'key',
		cases: [
			{
				what: 'a night with its storyteller',
				typed: ({ other }) => night({ storytellerIds: [other.id], createDiscordEvent: null }),
				body: ({ other }) => nightBody({ storytellerIds: [other.id], createDiscordEvent: false }),
			},
			{
				what: 'a mirrored night',
				typed: () => night(),
				body: () => nightBody(),
			},
			{
				what: 'a night without a title',
				typed: () => night({ title: ' ' }),
				body: () => nightBody({ title: ' ' }),
				refused: 422,
			},
			{
				what: 'a night that lasts too long',
				typed: () => night({ duration: '8.5' }),
				body: () => nightBody({ duration: 510 }),
				refused: 422,
			},
			{
				what: 'a night in the past',
				typed: () => night({ date: '2021-03-01' }),
				body: () => nightBody({ date: '2021-03-02T02:30:00Z' }),
				refused: 422,
			},
			{
				what: 'a storyteller who is none',
				typed: ({ actor }) => night({ storytellerIds: ['999999999'], location: actor.role }),
				body: ({ actor }) => nightBody({ storytellerIds: ['999999999'], location: actor.role }),
				refused: 422,
			},
		],
	},
	{
		call: 'PUT /api/events/{eventId}',
		page: '/events/{eventId}/edit',
		form: {},
		cases: [
			{
				what: 'every field',
				typed: ({ other }) => night({ storytellerIds: [other.id] }),
				body: ({ other }) => nightBody({ storytellerIds: [other.id], version: 1 }),
			},
			{
				what: 'a mirrored night',
				prepare: makeMirror,
				typed: () => night(),
				body: () => nightBody({ version: 1 }),
			},
			{
				what: 'no title',
				typed: () => night({ title: '' }),
				body: () => nightBody({ title: '', version: 1 }),
				refused: 422,
			},
			{
				what: 'a night that somebody else has saved meanwhile',
				meanwhile: editMeanwhile,
				typed: () => night(),
				body: () => nightBody({ version: 1 }),
				refused: 409,
			},
			{
				what: 'a night that is gone',
				meanwhile: deleteMeanwhile,
				typed: () => night(),
				body: () => nightBody({ version: 1 }),
				refused: 404,
				butThePage: TO_LIST,
			},
		],
	},
	{
		call: 'DELETE /api/events/{eventId}',
		page: '/events/{eventId}/delete',
		form: {},
		cases: [
			{ what: 'a night', prepare: foreign, body: nothing },
			{
				what: 'a mirrored night with its Discord event',
				prepare: makeMirror,
				body: () => ({ deleteDiscordEvent: true }),
			},
			{
				what: 'a mirrored night without its Discord event',
				prepare: makeMirror,
				typed: () => ({ deleteDiscordEvent: null }),
				body: () => ({ deleteDiscordEvent: false }),
			},
			{
				what: 'a night that is gone',
				meanwhile: deleteMeanwhile,
				body: nothing,
				refused: 404,
				butThePage: TO_LIST,
			},
		],
	},
	{
		call: 'POST /api/events/{eventId}/cancel',
		page: '/events/{eventId}/edit',
		form: {},
		cases: [
			{ what: 'an active night', prepare: makeMirror, body: () => ({ version: 1 }) },
			{
				what: 'a night that was changed meanwhile',
				meanwhile: editMeanwhile,
				body: () => ({ version: 1 }),
				refused: 409,
			},
			{
				what: 'a night that is gone',
				meanwhile: deleteMeanwhile,
				body: () => ({ version: 1 }),
				refused: 404,
				butThePage: TO_LIST,
			},
		],
	},
	{
		call: 'POST /api/events/{eventId}/reinstate',
		page: '/events/{eventId}/edit',
		form: {},
		cases: [
			{ what: 'a cancelled night', prepare: cancelled, body: () => ({ version: 1 }) },
			{
				what: 'a night that was changed meanwhile',
				prepare: cancelled,
				meanwhile: editMeanwhile,
				body: () => ({ version: 1 }),
				refused: 409,
			},
		],
	},
	{
		call: 'POST /api/admin/delete-events',
		page: '/admin/events/delete',
		opens: ({ night }) => ({ intent: 'keep', ...select(night.id) }),
		form: {},
		key: 'key',
		cases: [{ what: 'one of them', prepare: foreign, body: ({ night }) => ({ eventIds: [night.id] }) }],
	},
	{
		call: 'POST /api/admin/template-events',
		page: '/admin/template-events',
		form: {},
		key: 'key',
		cases: [
			{
				what: 'a week of one evening',
				presses: () => [{ press: 'ask', ...week() }],
				typed: () => ({ press: 'create' }),
				body: () => weekBody([3]),
			},
			{
				what: 'a week without an evening',
				typed: () => ({ press: 'create', ...week({ 'enabled-3': null }) }),
				body: () => weekBody([]),
				refused: 422,
			},
			{
				what: 'a week that begins at no date',
				typed: () => ({ press: 'create', ...week({ startDate: '' }) }),
				body: () => ({ ...weekBody([3]), startDate: '' }),
				refused: 422,
			},
		],
	},
];
