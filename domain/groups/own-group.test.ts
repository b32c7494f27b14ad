import { expect, test } from 'vitest';
import { describeOwnGroup, type OwnGroupOnPage, putOwnFirst, summarizeOwnGroup } from './own-group.ts';

const own: OwnGroupOnPage = { name: 'Group 2', storyteller: 'Siobhán', players: 13, isStoryteller: false };

test.each<[Partial<OwnGroupOnPage>, string, string]>([
	[{}, "You're in Group 2 · Siobhán · 13 players", 'Group 2 · Storyteller Siobhán'],
	[
		{ name: 'Night owls', players: 1 },
		"You're in Night owls · Siobhán · 1 player",
		'Night owls · Storyteller Siobhán',
	],
	[{ storyteller: null }, "You're in Group 2 · 13 players", "You're in Group 2"],
	[{ seat: 3 }, "You're in Group 2, seat 3 · Siobhán · 13 players", 'Group 2, seat 3 · Storyteller Siobhán'],
	[{ seat: 1, storyteller: null }, "You're in Group 2, seat 1 · 13 players", "You're in Group 2, seat 1"],
	[
		{ name: 'ליל', seat: 1 },
		"You're in \u2068ליל\u2069, seat 1 · Siobhán · 13 players",
		'\u2068ליל\u2069, seat 1 · Storyteller Siobhán',
	],
	[{ isStoryteller: true, seat: null }, "You're running Group 2 · 13 players", "You're running Group 2"],
	[{ isStoryteller: true }, "You're running Group 2 · 13 players", "You're running Group 2"],
	[{ isStoryteller: true, players: 0 }, "You're running Group 2 · 0 players", "You're running Group 2"],
])('%j reads %s, and %s on a card', (changes, text, summary) => {
	expect(describeOwnGroup({ ...own, ...changes })).toBe(text);
	expect(summarizeOwnGroup({ ...own, ...changes })).toBe(summary);
});

test.each<[string, string, [string, string[]][]]>([
	[
		'a player’s group is first, and its players keep their seats',
		'd',
		[
			['B', ['c', 'd']],
			['A', ['a', 'b']],
			['C', []],
		],
	],
	[
		'a storyteller’s group is first',
		's',
		[
			['C', []],
			['A', ['a', 'b']],
			['B', ['c', 'd']],
		],
	],
	[
		'a co-storyteller’s group is first',
		't',
		[
			['C', []],
			['A', ['a', 'b']],
			['B', ['c', 'd']],
		],
	],
	[
		'nothing changes for a user without a group',
		'x',
		[
			['A', ['a', 'b']],
			['B', ['c', 'd']],
			['C', []],
		],
	],
])('%s', (_, userId, order) => {
	const groups = [
		{ name: 'A', players: ['a', 'b'], storytellerId: null },
		{ name: 'B', players: ['c', 'd'], storytellerId: null },
		{ name: 'C', players: [], storytellerId: 's', coStorytellerIds: ['t'] },
	];
	expect(putOwnFirst(groups, userId).map(({ name, players }) => [name, players])).toEqual(order);
	expect(groups[1]?.players).toEqual(['c', 'd']);
});
