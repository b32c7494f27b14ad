import { TEXT_LIMITS } from '~/domain/limits.ts';
import { getSharedPool } from '../rows.ts';
import {
	createDiscordEventWithInterest,
	createEarlierSignup,
	createFailedAnnouncement,
	createFailedMirror,
	type Scenario,
	setEventStatus,
	TODAY,
	waitForImports,
} from '../scenario.ts';
import { createOtherSignup, makeTooLong, type ParityCommand } from './command.ts';

const prepareFailedMirror = async (scenario: Scenario) => {
	await createFailedMirror(scenario);
	return {};
};

const prepareFailedAnnouncement = async (scenario: Scenario) => {
	await createFailedAnnouncement(scenario);
	return {};
};

const prepareEarlierSignups = async (scenario: Scenario) => {
	await createEarlierSignup(scenario, TODAY);
	return {};
};

/**
 * Creates a Discord event with one interested member. Returns the event's id and the member's id and name.
 */
function prepareDiscordEvent(scenario: Scenario): Record<string, string> {
	const { discordEventId, selection } = createDiscordEventWithInterest(scenario);
	const memberId = String(selection.discordIds?.[0]);
	return { discordEventId, memberId, fanName: scenario.discord.getUser(memberId).username };
}

const MESSAGE = { to: 'players', text: 'Please bring a chair.', way: 'direct' };

export const DISCORD_COMMANDS: readonly ParityCommand[] = [
	{
		call: 'POST /api/events/{eventId}/mirror',
		page: '/events/{eventId}',
		form: {},
		cases: [
			{ name: 'a failed mirror', prepare: prepareFailedMirror },
			{
				name: 'a deleted mirror',
				prepare: prepareFailedMirror,
				changeBeforeSubmit: ({ event: { id } }) =>
					getSharedPool().query('DELETE FROM discord_mirrors WHERE event_id = $1', [id]),
				refusalStatus: 409,
			},
		],
	},
	{
		call: 'POST /api/events/{eventId}/announcement',
		page: '/events/{eventId}',
		form: { contains: () => ({ intent: 'events.postAnnouncement' }) },
		cases: [
			{ name: 'a failed message', prepare: prepareFailedAnnouncement },
			{
				name: 'an event that was cancelled before the form was sent',
				prepare: prepareFailedAnnouncement,
				changeBeforeSubmit: (prepared) => setEventStatus(prepared, 'cancelled'),
				refusalStatus: 409,
			},
		],
	},
	{
		call: 'POST /api/events/{eventId}/nudge',
		page: '/events/{eventId}/nudge',
		form: {},
		key: 'key',
		cases: [
			{ name: 'a user without a signup', prepare: prepareEarlierSignups },
			{
				name: 'an event about which they were asked before the form was sent',
				prepare: prepareEarlierSignups,
				changeBeforeSubmit: ({ event: { id } }) =>
					getSharedPool().query(
						`INSERT INTO event_notices (event_id, told_date, told_status, is_dirty, nudged_at)
						SELECT id, date, status, false, now() FROM events WHERE id = $1`,
						[id],
					),
				refusalStatus: 409,
			},
			{
				name: 'a deleted event',
				prepare: prepareEarlierSignups,
				changeBeforeSubmit: ({ event: { id } }) =>
					getSharedPool().query('DELETE FROM events WHERE id = $1', [id]),
				refusalStatus: 404,
				pageOutcome: { status: 303, reason: 'a missing event leads to the list (spec, section 2)' },
			},
		],
	},
	{
		call: 'POST /api/events/{eventId}/messages',
		page: '/events/{eventId}/message',
		pageRole: 'creator',
		form: {},
		key: 'key',
		cases: [
			{
				name: 'to the players',
				prepare: createOtherSignup,
				values: () => MESSAGE,
				body: () => MESSAGE,
			},
			{
				name: 'to those who wait, without any',
				prepare: createOtherSignup,
				values: () => ({ ...MESSAGE, to: 'waiting' }),
				body: () => ({ ...MESSAGE, to: 'waiting' }),
				changesNothing: true,
			},
			{
				name: 'without a text',
				prepare: createOtherSignup,
				values: () => ({ ...MESSAGE, text: ' ' }),
				body: () => ({ ...MESSAGE, text: ' ' }),
				refusalStatus: 422,
			},
			{
				name: 'a text that is too long',
				prepare: createOtherSignup,
				values: () => ({ ...MESSAGE, text: makeTooLong(TEXT_LIMITS.playerMessage) }),
				body: () => ({ ...MESSAGE, text: makeTooLong(TEXT_LIMITS.playerMessage) }),
				refusalStatus: 422,
			},
			{
				name: 'an event that was cancelled before the form was sent',
				prepare: createOtherSignup,
				values: () => MESSAGE,
				body: () => MESSAGE,
				changeBeforeSubmit: (prepared) => setEventStatus(prepared, 'cancelled'),
				refusalStatus: 409,
			},
			{
				name: 'a deleted event',
				prepare: createOtherSignup,
				values: () => MESSAGE,
				body: () => MESSAGE,
				changeBeforeSubmit: ({ event: { id } }) =>
					getSharedPool().query('DELETE FROM events WHERE id = $1', [id]),
				refusalStatus: 404,
				pageOutcome: { status: 303, reason: 'a missing event leads to the list (spec, section 2)' },
			},
		],
	},
	{
		call: 'POST /api/admin/discord-mirrors/{eventId}/retry',
		page: '/admin/discord-mirrors',
		form: { contains: (prepared) => ({ eventId: prepared.event.id }) },
		cases: [
			{ name: 'a failed mirror', prepare: prepareFailedMirror },
			{
				name: 'a mirror deleted on Discord, of a cancelled event',
				prepare: prepareFailedMirror,
				changeBeforeSubmit: async (prepared) => {
					await setEventStatus(prepared, 'cancelled');
					await getSharedPool().query(
						`UPDATE discord_mirrors SET state = 'deleted', error = NULL WHERE event_id = $1`,
						[prepared.event.id],
					);
				},
				refusalStatus: 409,
			},
			{
				name: 'a deleted mirror',
				prepare: prepareFailedMirror,
				changeBeforeSubmit: ({ event: { id } }) =>
					getSharedPool().query('DELETE FROM discord_mirrors WHERE event_id = $1', [id]),
				refusalStatus: 404,
			},
		],
	},
	{
		call: 'POST /api/admin/import-discord-event',
		page: '/admin/discord-import/{discordEventId}',
		form: {},
		key: 'idempotencyKey',
		waitUntilDone: ({ actor }) => waitForImports(actor),
		cases: [
			{
				name: 'a Discord event',
				prepare: prepareDiscordEvent,
				body: ({ ids }) => ({ discordEventId: ids.discordEventId }),
			},
		],
	},
];
