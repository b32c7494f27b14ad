import { wallTimeToInstant } from '~/domain/time/wall-time.ts';
import type { FormValues } from '../forms.ts';
import { getSharedPool } from '../rows.ts';
import { addToSeries, deleteEventToUndo, IN_A_MONTH, type Scenario, setEventStatus } from '../scenario.ts';
import { createOtherSignup, makeEmptyBody, type ParityCommand, selectRow } from './command.ts';

const ZONE = 'America/Chicago';
/** A pause of a series, and how it is typed. */
const PAUSE = { from: '2099-01-01', until: '2099-01-31' };
const PAUSE_FIELDS: FormValues = { pause_from: PAUSE.from, pause_until: PAUSE.until };

/** Returns the values that are typed into the event forms. */
const eventValues = (changes: FormValues = {}): FormValues => ({
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
function eventBody(changes: object = {}): object {
	const parsed = wallTimeToInstant({ date: IN_A_MONTH, time: '20:30', zone: ZONE });
	return {
		title: 'Twelfth Night',
		description: 'Bring tea.\nAnd an alibi.',
		date: 'instant' in parsed ? parsed.instant.toISOString() : '',
		duration: 150,
		location: 'The Hearth',
		timezone: ZONE,
		...changes,
	};
}

// Another title than that of the new events: two events with the same title and start are asked about.
const editValues = (changes: FormValues = {}) => eventValues({ title: 'Epiphany', ...changes });
const editBody = (changes: object = {}) => eventBody({ title: 'Epiphany', ...changes });

/** Changes the event first, as a save by another user would. */
const editEventBeforeSubmit = ({ event: { id } }: Scenario) =>
	getSharedPool().query(`UPDATE events SET version = version + 1, location = 'The Mill' WHERE id = $1`, [id]);

const deleteEventBeforeSubmit = ({ event: { id } }: Scenario) =>
	getSharedPool().query('DELETE FROM events WHERE id = $1', [id]);

const REDIRECT_TO_LIST = { status: 303, reason: 'a missing event leads to the list (spec, section 2)' };

async function prepareMirror({ event: { id } }: Scenario): Promise<Record<string, string>> {
	const discordEventId = `7${id.padStart(17, '0')}`;
	await getSharedPool().query(
		`INSERT INTO discord_mirrors (event_id, discord_event_id, state) VALUES ($1, $2, 'synced')`,
		[id, discordEventId],
	);
	return {};
}

const leaveSeries = ({ event: { id } }: Scenario) =>
	getSharedPool().query('UPDATE events SET series_id = NULL WHERE id = $1', [id]);
const prepareSeries = async (scenario: Scenario) => {
	await addToSeries(scenario);
	return {};
};

const prepareCancelledEvent = async (scenario: Scenario) => {
	await setEventStatus(scenario, 'cancelled');
	return {};
};

/**
 * Returns the values that are typed into the form of a template week. Only Wednesday is enabled, unless
 * `changes` say otherwise.
 */
const weekValues = (changes: FormValues = {}): FormValues => ({
	startDate: IN_A_MONTH,
	description: 'Soup.',
	createDiscordEvents: null,
	'events[2].enabled': 'on',
	'events[4].enabled': null,
	'events[5].enabled': null,
	...changes,
});

const weekBody = (days: number[]): object => ({
	startDate: IN_A_MONTH,
	description: 'Soup.',
	createDiscordEvents: false,
	events: days.map((day) => ({ day, enabled: true })),
});

export const EVENT_COMMANDS: readonly ParityCommand[] = [
	{
		call: 'POST /api/events',
		page: '/create-event',
		form: {},
		key: 'key',
		cases: [
			{
				name: 'an event with its storyteller',
				values: ({ other }) => eventValues({ storytellerIds: [other.id], createDiscordEvent: null }),
				body: ({ other }) => eventBody({ storytellerIds: [other.id], createDiscordEvent: false }),
			},
			{
				name: 'a mirrored event',
				values: () => eventValues(),
				body: () => eventBody(),
			},
			{
				name: 'a weekly event',
				values: () => eventValues({ repeat_every: '1 weeks', createDiscordEvent: null }),
				body: () => eventBody({ series: { interval_weeks: 1 }, createDiscordEvent: false }),
			},
			{
				name: 'a weekly event with a pause',
				values: () => eventValues({ repeat_every: '1 weeks', createDiscordEvent: null, ...PAUSE_FIELDS }),
				body: () => eventBody({ series: { interval_weeks: 1, pause: PAUSE }, createDiscordEvent: false }),
			},
			{
				name: 'a series that ends before its second event',
				values: () => eventValues({ repeat_every: '1 weeks', repeat_until: IN_A_MONTH }),
				body: () => eventBody({ series: { interval_weeks: 1, until: IN_A_MONTH } }),
				refusalStatus: 422,
			},
			{
				name: 'an event with a title that is too long',
				values: () => eventValues({ title: 'x'.repeat(201) }),
				body: () => eventBody({ title: 'x'.repeat(201) }),
				refusalStatus: 422,
			},
			{
				name: 'an event that lasts too long',
				values: () => eventValues({ duration: '8.5' }),
				body: () => eventBody({ duration: 510 }),
				refusalStatus: 422,
			},
			{
				name: 'an event in the past',
				values: () => eventValues({ date: '2021-03-01' }),
				body: () => eventBody({ date: '2021-03-02T02:30:00Z' }),
				refusalStatus: 422,
			},
			{
				name: 'an unknown storyteller',
				values: ({ actor }) => eventValues({ storytellerIds: ['999999999'], location: actor.role }),
				body: ({ actor }) => eventBody({ storytellerIds: ['999999999'], location: actor.role }),
				refusalStatus: 422,
			},
		],
	},
	{
		call: 'PUT /api/events/{eventId}',
		page: '/events/{eventId}/edit',
		form: {},
		cases: [
			{
				name: 'every field',
				values: ({ other }) => editValues({ storytellerIds: [other.id] }),
				body: ({ other }) => editBody({ storytellerIds: [other.id], version: 1 }),
			},
			{
				name: 'an event of a series and all later ones',
				prepare: prepareSeries,
				values: () => editValues({ scope: 'following' }),
				body: () => editBody({ version: 1, scope: 'following' }),
			},
			{
				name: 'a mirrored event',
				prepare: prepareMirror,
				values: () => editValues(),
				body: () => editBody({ version: 1 }),
			},
			{
				name: 'a title that is too long',
				values: () => editValues({ title: 'x'.repeat(201) }),
				body: () => editBody({ title: 'x'.repeat(201), version: 1 }),
				refusalStatus: 422,
			},
			{
				name: 'an event that another user saved before the form was sent',
				changeBeforeSubmit: editEventBeforeSubmit,
				values: () => editValues(),
				body: () => editBody({ version: 1 }),
				refusalStatus: 409,
			},
			{
				name: 'a deleted event',
				changeBeforeSubmit: deleteEventBeforeSubmit,
				values: () => editValues(),
				body: () => editBody({ version: 1 }),
				refusalStatus: 404,
				pageOutcome: REDIRECT_TO_LIST,
			},
		],
	},
	{
		call: 'DELETE /api/events/{eventId}',
		page: '/events/{eventId}/delete',
		form: {},
		cases: [
			{ name: 'an event', prepare: createOtherSignup, body: makeEmptyBody },
			{
				name: 'a mirrored event with its Discord event',
				prepare: prepareMirror,
				body: () => ({ deleteDiscordEvent: true }),
			},
			{
				name: 'a mirrored event without its Discord event',
				prepare: prepareMirror,
				values: () => ({ deleteDiscordEvent: null }),
				body: () => ({ deleteDiscordEvent: false }),
			},
			{
				name: 'a deleted event',
				changeBeforeSubmit: deleteEventBeforeSubmit,
				body: makeEmptyBody,
				refusalStatus: 404,
				pageOutcome: REDIRECT_TO_LIST,
			},
		],
	},
	{
		call: 'POST /api/events/{eventId}/cancel',
		page: '/events/{eventId}/edit',
		form: {},
		cases: [
			{ name: 'an active event', prepare: prepareMirror, body: () => ({ version: 1 }) },
			{
				name: 'an event that was changed before the form was sent',
				changeBeforeSubmit: editEventBeforeSubmit,
				body: () => ({ version: 1 }),
				refusalStatus: 409,
			},
			{
				name: 'a deleted event',
				changeBeforeSubmit: deleteEventBeforeSubmit,
				body: () => ({ version: 1 }),
				refusalStatus: 404,
				pageOutcome: REDIRECT_TO_LIST,
			},
		],
	},
	{
		call: 'POST /api/events/{eventId}/reinstate',
		page: '/events/{eventId}/edit',
		form: {},
		cases: [
			{ name: 'a cancelled event', prepare: prepareCancelledEvent, body: () => ({ version: 1 }) },
			{
				name: 'an event that was changed before the form was sent',
				prepare: prepareCancelledEvent,
				changeBeforeSubmit: editEventBeforeSubmit,
				body: () => ({ version: 1 }),
				refusalStatus: 409,
			},
		],
	},
	{
		call: 'POST /api/events/{eventId}/series',
		page: '/events/{eventId}/series',
		form: { contains: () => ({ intent: 'events.startSeries' }) },
		cases: [
			{
				name: 'every two weeks',
				values: () => ({ repeat_every: '2 weeks', repeat_until: '2099-12-31' }),
				body: () => ({ interval_weeks: 2, until: '2099-12-31' }),
			},
			{
				name: 'a series that ends before its second event',
				values: () => ({ repeat_until: '2000-01-01' }),
				body: () => ({ interval_weeks: 1, until: '2000-01-01' }),
				refusalStatus: 422,
			},
			{
				name: 'an event that was cancelled before the form was sent',
				changeBeforeSubmit: (prepared) => setEventStatus(prepared, 'cancelled'),
				body: () => ({ interval_weeks: 1 }),
				refusalStatus: 409,
			},
			{
				name: 'a deleted event',
				changeBeforeSubmit: deleteEventBeforeSubmit,
				body: () => ({ interval_weeks: 1 }),
				refusalStatus: 404,
				pageOutcome: REDIRECT_TO_LIST,
			},
		],
	},
	{
		call: 'PUT /api/events/{eventId}/series',
		page: '/events/{eventId}/series',
		form: { contains: () => ({ intent: 'events.updateSeries' }) },
		cases: [
			{
				name: 'every two weeks, with an end',
				prepare: prepareSeries,
				values: () => ({ repeat_every: '2 weeks', repeat_until: '2099-12-31', ...PAUSE_FIELDS }),
				body: () => ({ interval_weeks: 2, until: '2099-12-31', pause: PAUSE }),
			},
			{
				name: 'an end before the event',
				prepare: prepareSeries,
				values: () => ({ repeat_until: '2000-01-01' }),
				body: () => ({ interval_weeks: 1, until: '2000-01-01' }),
				refusalStatus: 422,
			},
			{
				name: 'an event that left its series before the form was sent',
				prepare: prepareSeries,
				changeBeforeSubmit: leaveSeries,
				body: () => ({ interval_weeks: 1 }),
				refusalStatus: 409,
			},
		],
	},
	{
		call: 'DELETE /api/events/{eventId}/series',
		page: '/events/{eventId}/series',
		form: { contains: () => ({ intent: 'events.endSeries' }) },
		cases: [
			{ name: 'a series', prepare: prepareSeries, body: makeEmptyBody },
			{
				name: 'an event that left its series before the form was sent',
				prepare: prepareSeries,
				changeBeforeSubmit: leaveSeries,
				body: makeEmptyBody,
				refusalStatus: 409,
			},
		],
	},
	{
		call: 'POST /api/audit/{entryId}/undo',
		page: '/admin/audit?subjectType=event&subjectId={eventId}',
		form: { action: '/undo/{entryId}' },
		cases: [
			{ name: 'a deleted event', actorRole: 'admin', prepare: deleteEventToUndo, body: makeEmptyBody },
			{
				name: 'one that was undone before the form was sent',
				actorRole: 'admin',
				prepare: deleteEventToUndo,
				changeBeforeSubmit: ({ ids }) =>
					getSharedPool().query(
						'UPDATE undos SET undone_at = now() WHERE id = (SELECT undo_id FROM audit_entries WHERE id = $1)',
						[ids.entryId],
					),
				body: makeEmptyBody,
				refusalStatus: 409,
				pageOutcome: { status: 303, reason: 'the form returns to the page that has it, with the reason' },
			},
		],
	},
	{
		call: 'POST /api/admin/delete-events',
		page: '/admin/events/delete',
		openingFields: ({ event }) => ({ intent: 'keep', ...selectRow(event.id) }),
		form: {},
		key: 'key',
		cases: [
			{ name: 'one event', prepare: createOtherSignup, body: ({ event }) => ({ eventIds: [event.id] }) },
		],
	},
	{
		call: 'POST /api/admin/template-events',
		page: '/admin/template-events',
		form: {},
		key: 'key',
		cases: [
			{
				name: 'a week with one event',
				presses: () => [{ press: 'ask', ...weekValues() }],
				values: () => ({ press: 'create' }),
				body: () => weekBody([3]),
			},
			{
				name: 'a week with places and a smallest number of players',
				presses: () => [{ press: 'ask', ...weekValues({ capacity: '12', minimum_players: '7' }) }],
				values: () => ({ press: 'create' }),
				body: () => ({ ...weekBody([3]), capacity: 12, minimum_players: 7 }),
			},
			{
				name: 'a week of series',
				presses: () => [
					{
						press: 'ask',
						...weekValues({
							'series.repeat_every': '2 weeks',
							'series.pause_from': PAUSE.from,
							'series.pause_until': PAUSE.until,
						}),
					},
				],
				values: () => ({ press: 'create' }),
				body: () => ({ ...weekBody([3]), series: { interval_weeks: 2, pause: PAUSE } }),
			},
			{
				name: 'a week with too many places',
				values: () => ({ press: 'create', ...weekValues({ capacity: '501' }) }),
				body: () => ({ ...weekBody([3]), capacity: 501 }),
				refusalStatus: 422,
			},
			{
				name: 'a week without an event',
				values: () => ({ press: 'create', ...weekValues({ 'events[2].enabled': null }) }),
				body: () => weekBody([]),
				refusalStatus: 422,
			},
			{
				name: 'a week without a start date',
				values: () => ({ press: 'create', ...weekValues({ startDate: '' }) }),
				body: () => ({ ...weekBody([3]), startDate: '' }),
				refusalStatus: 422,
			},
		],
	},
];
