import { rows } from '../rows.ts';
import { crowd, type Stage } from '../stage.ts';
import { type Command, foreign } from './command.ts';

/** Creates enough signups for a split and one more of `other`. Returns the id of that signup. */
async function crowded(stage: Stage): Promise<Record<string, string>> {
	await crowd(stage);
	return foreign(stage);
}

/** Returns a board whose only group has `other` and the given users. */
function board({ other }: Stage, ...more: string[]): { groups: object[] } {
	const group = {
		id: 'one',
		name: 'Group 1',
		players: [other.id, ...more],
		storytellerId: null,
		maxPlayers: 12,
	};
	return { groups: [group] };
}

export const GROUP_COMMANDS: readonly Command[] = [
	{
		call: 'POST /api/events/{eventId}/groups/auto-split',
		page: '/events/{eventId}',
		form: {},
		cases: [
			{ what: 'enough who confirmed', prepare: crowded, changesNothing: true },
			{ what: 'too few', refused: 409 },
		],
	},
	{
		call: 'POST /api/events/{eventId}/groups',
		page: '/events/{eventId}',
		opens: () => ({ intent: 'groups.autoSplit', version: '1' }),
		form: {},
		key: 'key',
		cases: [
			{
				what: 'a board',
				prepare: crowded,
				typed: (twin) => ({ board: JSON.stringify(board(twin)) }),
				body: (twin) => ({ ...board(twin), version: 1 }),
			},
			{
				what: 'somebody twice',
				prepare: crowded,
				typed: (twin) => ({ board: JSON.stringify(board(twin, twin.other.id)) }),
				body: (twin) => ({ ...board(twin, twin.other.id), version: 1 }),
				refused: 422,
			},
			{
				what: 'a board that somebody else has saved meanwhile',
				prepare: crowded,
				meanwhile: ({ night: { id } }) =>
					rows().query('UPDATE events SET groups_version = groups_version + 1 WHERE id = $1', [id]),
				typed: (twin) => ({ board: JSON.stringify(board(twin)) }),
				body: (twin) => ({ ...board(twin), version: 1 }),
				refused: 409,
			},
		],
	},
];
