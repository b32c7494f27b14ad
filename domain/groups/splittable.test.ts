import { expect, test } from 'vitest';
import { describeMissingStorytellers, describePlayerCount, describeUnseated } from './splittable.ts';

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

test('players who have left are not counted', () => {
	const users = { confirmed: ['a', 'b', 's'], storytellers: ['s'], board: { groups: [] }, leftCount: 1 };
	expect(describePlayerCount(users)).toBe('1 confirmed player, without 1 storyteller');
});

const group = (maxPlayers: number, ...players: string[]) => ({ maxPlayers, players });

test.each([
	['everyone has a seat', ['a', 'b'], [group(1, 'a'), group(2, 'b')], null],
	['no one is seated yet', ['a', 'b'], [group(15)], null],
	['there are no groups', ['a'], [], null],
	['the groups are full', ['a', 'b', 'c'], [group(1, 'a')], '2 players have no seat.'],
	[
		'too few seats are free',
		['a', 'b', 'c', 'd'],
		[group(2, 'a'), group(1, 'late')],
		'3 players have no seat.',
	],
	['one player is missing', ['a', 'b'], [group(1, 'a')], '1 player has no seat.'],
	['there are free seats', ['a', 'b'], [group(2, 'a')], '1 player has no seat: move them to a group.'],
])('%s', (_name, players, groups, text) => {
	expect(describeUnseated(players, groups)).toBe(text);
});

test.each([
	[[], null],
	[['s'], null],
	[[null], 'Group 1 has no storyteller.'],
	[['s', null, null], 'Group 2 and Group 3 have no storyteller.'],
	[[null, null, null], 'Group 1, Group 2 and Group 3 have no storyteller.'],
	[[null, null, null, null], '4 groups have no storyteller.'],
])('groups with the storytellers %j: %s', (storytellers, text) => {
	const groups = storytellers.map((storytellerId, index) => ({
		name: `Group ${index + 1}`,
		players: ['a'],
		storytellerId,
	}));
	expect(describeMissingStorytellers(groups)).toBe(text);
	// A group without players needs no storyteller yet.
	expect(describeMissingStorytellers(groups.map((one) => ({ ...one, players: [] })))).toBeNull();
});
