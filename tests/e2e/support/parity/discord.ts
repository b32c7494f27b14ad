import { rows } from '../rows.ts';
import { awaitImports, makeFailedMirror, planOnDiscord, type Stage, setStatus } from '../stage.ts';
import type { Command } from './command.ts';

const failed = async (stage: Stage) => {
	await makeFailedMirror(stage);
	return {};
};

/**
 * Creates a Discord event with one interested member. Returns the event's id and the member's id and name.
 */
function planned(stage: Stage): Record<string, string> {
	const { discordEventId, watch } = planOnDiscord(stage);
	const fan = String(watch.discordIds?.[0]);
	return { discordEventId, fan, fanName: stage.discord.person(fan).username };
}

export const DISCORD_COMMANDS: readonly Command[] = [
	{
		call: 'POST /api/events/{eventId}/mirror',
		page: '/events/{eventId}',
		form: {},
		cases: [
			{ what: 'a mirror that failed', prepare: failed },
			{
				what: 'a mirror that is gone',
				prepare: failed,
				meanwhile: ({ night: { id } }) =>
					rows().query('DELETE FROM discord_mirrors WHERE event_id = $1', [id]),
				refused: 409,
			},
		],
	},
	{
		call: 'POST /api/admin/discord-mirrors/{eventId}/retry',
		page: '/admin/discord-mirrors',
		form: { holds: (twin) => ({ eventId: twin.night.id }) },
		cases: [
			{ what: 'a mirror that failed', prepare: failed },
			{
				what: 'one that was deleted there, of a cancelled night',
				prepare: failed,
				meanwhile: async (twin) => {
					await setStatus(twin, 'cancelled');
					await rows().query(
						`UPDATE discord_mirrors SET state = 'deleted', error = NULL WHERE event_id = $1`,
						[twin.night.id],
					);
				},
				refused: 409,
			},
			{
				what: 'one that is gone',
				prepare: failed,
				meanwhile: ({ night: { id } }) =>
					rows().query('DELETE FROM discord_mirrors WHERE event_id = $1', [id]),
				refused: 404,
			},
		],
	},
	{
		call: 'POST /api/admin/import-discord-event',
		page: '/admin/discord-import/{discordEventId}',
		form: {},
		key: 'idempotencyKey',
		settled: ({ actor }) => awaitImports(actor),
		cases: [
			{
				what: 'an event of Discord’s',
				prepare: planned,
				body: ({ ids }) => ({ discordEventId: ids.discordEventId }),
			},
		],
	},
];
