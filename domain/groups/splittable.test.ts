import { expect, test } from 'vitest';
import { describePlayerCount, describeUnseated } from './splittable.ts';

test.each([
	[['a', 'b'], [], null, '2 confirmed players'],
	[['a'], ['s'], null, '1 confirmed player'],
	[['a', 's'], ['s'], null, '1 confirmed player, without 1 storyteller'],
	[['a', 'b', 's', 't'], ['s'], 't', '2 confirmed players, without 2 storytellers'],
	[[], [], 't', '0 confirmed players'],
])(
	'of %j with the storytellers %j, and %j in a group: %s',
	(confirmed, storytellers, storytellerId, text) => {
		expect(describePlayerCount({ confirmed, storytellers, board: { groups: [{ storytellerId }] } })).toBe(
			text,
		);
	},
);

const group = (maxPlayers: number, ...players: string[]) => ({ maxPlayers, players });

test.each([
	['everyone has a seat', ['a', 'b'], [group(1, 'a'), group(2, 'b')], null],
	['no one is seated yet', ['a', 'b'], [group(15)], null],
	['there are no groups', ['a'], [], null],
	[
		'the groups are full',
		['a', 'b', 'c'],
		[group(1, 'a')],
		'2 confirmed players have no seat: add a group or raise the maximum.',
	],
	[
		'too few seats are free',
		['a', 'b', 'c', 'd'],
		[group(2, 'a'), group(1, 'late')],
		'3 confirmed players have no seat: add a group or raise the maximum.',
	],
	[
		'one player is missing',
		['a', 'b'],
		[group(1, 'a')],
		'1 confirmed player has no seat: add a group or raise the maximum.',
	],
	[
		'there are free seats',
		['a', 'b'],
		[group(2, 'a')],
		'1 confirmed player has no seat: move them to a group.',
	],
])('%s', (_name, players, groups, text) => {
	expect(describeUnseated(players, groups)).toBe(text);
});
