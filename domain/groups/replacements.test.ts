import { expect, test } from 'vitest';
import type { Board } from './board.ts';
import { chooseReplacements } from './replacements.ts';

const prefers = (...preferredPlayers: string[]) => ({ preferredPlayers, preferredStorytellers: [] });

const other = (...players: string[]) => ({
	id: 'h',
	name: 'H',
	players,
	storytellerId: null,
	maxPlayers: 15,
	createdAt: '',
});

type Case = {
	splittable?: string[];
	players?: string[];
	withdrawn?: string[];
	maxPlayers?: number;
	rules?: Partial<Board>;
	preferences?: Record<string, ReturnType<typeof prefers>>;
};

test.each<[string, Case, string[]]>([
	['no one when no one has withdrawn', { withdrawn: [] }, []],
	['no one when no one is available', { splittable: ['a', 'b', 'x'], rules: { groups: [other('x')] } }, []],
	['the earliest signup without preferences', {}, ['x']],
	['as many as have withdrawn', { withdrawn: ['gone', 'away'] }, ['x', 'y']],
	['no more than are available', { withdrawn: ['1', '2', '3', '4', '5'] }, ['x', 'y', 'z']],
	['no more than the group has room for', { withdrawn: ['gone', 'away'], maxPlayers: 3 }, ['x']],
	['no one for a full group', { maxPlayers: 2 }, []],
	[
		'a mutual preference before one-sided ones',
		{ preferences: { y: prefers('a', 'b'), z: prefers('a'), a: prefers('z') } },
		['z'],
	],
	[
		'the most one-sided preferences',
		{ preferences: { x: prefers('a'), b: prefers('y'), a: prefers('y') } },
		['y'],
	],
	[
		'those who prefer a player who was just chosen',
		{ withdrawn: ['gone', 'away'], preferences: { x: prefers('z'), z: prefers('x') } },
		['x', 'z'],
	],
	['no player who is pinned to another group', { rules: { pins: [{ userId: 'x', groupId: 'h' }] } }, ['y']],
	[
		'a player who is pinned to the group before all others',
		{ rules: { pins: [{ userId: 'z', groupId: 'g' }] }, preferences: { x: prefers('a'), a: prefers('x') } },
		['z'],
	],
	['no player who is kept apart from one of the group', { rules: { keepApart: [['a', 'x']] } }, ['y']],
	[
		'no player who is kept apart from one who was just chosen',
		{ withdrawn: ['gone', 'away'], rules: { keepApart: [['x', 'y']] } },
		['x', 'z'],
	],
	['a player who is kept apart from one who has withdrawn', { rules: { keepApart: [['gone', 'x']] } }, ['x']],
])('chooses %s', (_, { splittable = ['a', 'x', 'y', 'z'], rules, preferences = {}, ...group }, expected) => {
	const seats = { id: 'g', players: ['a', 'b'], withdrawn: ['gone'], maxPlayers: 15, ...group };
	const base = { ...seats, name: 'G', storytellerId: null, createdAt: '' };
	const board = { pins: [], keepApart: [], ...rules, groups: [base, ...(rules?.groups ?? [])] };
	expect(chooseReplacements(seats, splittable, board, preferences)).toEqual(expected);
});
