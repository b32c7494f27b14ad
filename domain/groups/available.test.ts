import { expect, test } from 'vitest';
import { createBoardGroup } from '~/tests/support/groups.ts';
import type { SignupStatus } from '../signups/statuses.ts';
import { chooseReplacements, listAvailable, listStorytellerOptions } from './available.ts';
import type { Board } from './board.ts';

const signup = (user_id: string, status: SignupStatus) => ({ user_id, status });

test('lists users who are in no group and lead none, by status', () => {
	const signups = [
		signup('1', 'confirmed'),
		signup('2', 'late'),
		signup('3', 'declined'),
		signup('4', 'tentative'),
		signup('5', 'confirmed'),
		signup('7', 'confirmed'),
	];
	const declined = signup('8', 'declined');
	const groups = [{ players: ['1'], storytellerId: '7', withdrawn: ['8'] }];
	const sections = listAvailable(groups, [...signups, declined]);
	expect(sections.map(({ label, players }) => [label, players.map(({ user_id }) => user_id)])).toEqual([
		['Confirmed', ['5']],
		['Late', ['2']],
		['Tentative', ['4']],
		['Other', ['3']],
	]);
	expect(listAvailable([], []).map(({ players }) => players)).toEqual([[], [], [], []]);
});

test('those who wait for a place are apart', () => {
	const signups = [
		{ ...signup('1', 'confirmed'), place: 'placed' as const },
		{ ...signup('2', 'late'), place: 'waiting' as const },
		{ ...signup('3', 'confirmed'), place: 'offered' as const },
	];
	expect(listAvailable([], signups).map(({ key, players }) => [key, players.length])).toEqual([
		['confirmed', 1],
		['waitlist', 2],
		['late', 0],
		['tentative', 0],
		['other', 0],
	]);
});

test('those who have left the server are not available', () => {
	const signups = [signup('1', 'confirmed'), { ...signup('2', 'confirmed'), has_left: true }];
	expect(listAvailable([], signups).flatMap(({ players }) => players.map(({ user_id }) => user_id))).toEqual([
		'1',
	]);
});

test('disables and labels the storyteller of another group', () => {
	const groups = [
		{ id: 'a', storytellerId: '1' },
		{ id: 'b', storytellerId: '2' },
		{ id: 'c', storytellerId: null },
	];
	const storytellers = ['1', '2', '3'].map((user_id) => ({ user_id, username: `Storyteller ${user_id}` }));
	expect(listStorytellerOptions(groups, 'a', storytellers)).toEqual([
		{ id: '1', label: 'Storyteller 1', disabled: false },
		{ id: '2', label: 'Storyteller 2 (Assigned to another group)', disabled: true },
		{ id: '3', label: 'Storyteller 3', disabled: false },
	]);
});

const prefers = (...preferredPlayers: string[]) => ({ preferredPlayers, preferredStorytellers: [] });

const other = (...players: string[]) => createBoardGroup('h', players);

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
	const seats = createBoardGroup('g', ['a', 'b'], { withdrawn: ['gone'], ...group });
	const board = { pins: [], keepApart: [], ...rules, groups: [seats, ...(rules?.groups ?? [])] };
	expect(chooseReplacements(seats, splittable, board, preferences)).toEqual(expected);
});
