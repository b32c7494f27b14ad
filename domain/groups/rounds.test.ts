import { describe, expect, test } from 'vitest';
import { createBoardGroup } from '~/tests/support/groups.ts';
import type { EventStatus } from '../events/status.ts';
import { HOUR_MS } from '../limits.ts';
import type { Board } from './board.ts';
import {
	describeKeptRules,
	describeMissingMarks,
	describeStaying,
	dropFulfilled,
	findNextRoundProblem,
	listPossiblePlayers,
	listStaying,
	ROUND_TEXTS,
	toNextBoard,
} from './rounds.ts';

const date = new Date('2026-10-17T00:30:00Z');
const after = (hours: number) => new Date(date.getTime() + hours * HOUR_MS);
const event = { date, status: 'active' as EventStatus, round: 1, hasGroups: true };

test.each([
	['after the start', {}, 0, null],
	['when the event is completed', { status: 'completed' }, 5, null],
	['a day after the start', {}, 24, null],
	['later', {}, 24.01, ROUND_TEXTS.over],
	['before the start', {}, -0.01, ROUND_TEXTS.notStarted],
	['for a cancelled event', { status: 'cancelled' }, 1, ROUND_TEXTS.cancelled],
	['without groups', { hasGroups: false }, 1, ROUND_TEXTS.noGroups],
	['in the fourth round', { round: 4 }, 1, null],
	['in the fifth round', { round: 5 }, 1, ROUND_TEXTS.many],
] as const)('the next round can begin or not, %s', (_, change, hours, problem) => {
	expect(findNextRoundProblem({ ...event, ...change }, after(hours))).toBe(problem);
});

const group = (id: string, players: string[], storytellerId: string | null = null) =>
	createBoardGroup(id, players, {
		name: id,
		storytellerId,
		scriptId: 'tb',
		winner: 'good',
		withdrawn: ['9'],
	});
const nameOf = (id: string) => `player ${id}`;
const board: Board = {
	groups: [group('a', ['3', '1'], '7'), group('b', ['2'])],
	pins: [{ userId: '1', groupId: 'a' }],
	keepApart: [['1', '2']],
};

test.each([
	[['3', '1', '2'], '3 players can play the next round: the 3 in these groups.'],
	[
		['1', '2'],
		'2 players can play the next round: 2 of the 3 in these groups. Not there any more: player 3.',
	],
	[
		['2'],
		'1 player can play the next round: 1 of the 3 in these groups. Not there any more: player 3 and player 1.',
	],
	[
		['1', '2', '3', '4', '5'],
		'5 players can play the next round: the 3 in these groups and 2 confirmed players without a group.',
	],
	[
		['2', '3', '4'],
		'3 players can play the next round: 2 of the 3 in these groups and 1 confirmed player without a group. Not there any more: player 1.',
	],
])('the players %j of the next round', (staying, text) => {
	expect(describeStaying(board.groups, staying, nameOf)).toBe(text);
});

test.each<[Partial<Board>, string[], string | null]>([
	[{ pins: [], keepApart: [] }, ['1', '2'], null],
	[{}, ['3'], null],
	[{}, ['1', '3'], 'Keeps: player 1 in a.'],
	[{}, ['1', '2'], 'Keeps: player 1 in a; player 1 and player 2 apart.'],
	[
		{
			pins: Array.from({ length: 8 }, (_, index) => ({ userId: String(index), groupId: 'b' })),
			keepApart: [],
		},
		Array.from({ length: 8 }, (_, index) => String(index)),
		`Keeps: ${Array.from({ length: 6 }, (_, index) => `player ${index} in b`).join('; ')}; 2 more.`,
	],
])('the next round with the rules %j for %j', (rules, staying, text) => {
	expect(describeKeptRules({ ...board, ...rules }, staying, nameOf)).toBe(text);
});

test.each([
	[[], null],
	[['Owls'], 'The roll call of Owls is not complete. Players without a mark count as still here.'],
	[
		['Owls', 'קבוצה', 'Bats'],
		'The roll call of Owls, \u2068קבוצה\u2069 and Bats is not complete. Players without a mark count as still here.',
	],
])('the groups without a complete roll call %j', (names, text) => {
	expect(describeMissingMarks(names)).toBe(text);
});

describe('who stays', () => {
	const users = {
		groups: board.groups,
		signedUp: ['1', '2', '3', '4', '5'],
		confirmed: ['1', '4'],
		away: [],
	};
	test.each([
		['seated and confirmed players, by signup', {}, ['1', '2', '3', '4']],
		['not those who have left', { away: ['1', '4'] }, ['2', '3']],
		['not those without a signup', { signedUp: ['3'] }, ['3']],
		['storytellers who play this time', { signedUp: ['7', '1'], playing: ['7', '8'] }, ['7', '1']],
	])('%s', (_, change, staying) => {
		expect(listStaying({ ...users, ...change })).toEqual(staying);
	});
});

test('a storyteller could play with a signup', () => {
	const groups = [
		{ ...group('a', ['1'], '7'), coStorytellerIds: ['8', '9'] },
		group('b', ['2'], '6'),
		group('c', []),
	];
	expect(listPossiblePlayers(groups, ['1', '6', '8'])).toEqual(['8', '6']);
});

test('a storyteller who plays leads no group of the next board', () => {
	const led = {
		...board,
		groups: [{ ...group('a', ['1'], '7'), coStorytellerIds: ['8', '9'] }, group('b', [], '6')],
	};
	expect(toNextBoard(led, ['1', '7', '8'], after(3)).groups).toMatchObject([
		{ storytellerId: null, coStorytellerIds: ['9'] },
		{ storytellerId: '6' },
	]);
});

test('the next board has the groups of those who stay, without scripts and results', () => {
	expect(toNextBoard(board, ['1', '2'], after(3))).toEqual({
		...board,
		groups: [
			createBoardGroup('a', ['1'], { name: 'a', storytellerId: '7', createdAt: after(3).toISOString() }),
			createBoardGroup('b', ['2'], { name: 'b', createdAt: after(3).toISOString() }),
		],
	});
});

test.each([
	['who played together have had it', { 1: ['2', '3'] }, [['1', '2']], { 1: ['3'] }],
	[
		'any round counts',
		{ 1: ['2', '3'] },
		[
			['1', '2'],
			['3', '1', '4'],
		],
		{ 1: [] },
	],
	[
		'others keep theirs',
		{ 1: ['2'], 5: ['1'] },
		[
			['1', '3'],
			['2', '5'],
		],
		{ 1: ['2'], 5: ['1'] },
	],
	['without rounds', { 1: ['2'] }, [], { 1: ['2'] }],
])('preferences: %s', (_, preferences, tables, left) => {
	expect(dropFulfilled(preferences, tables)).toEqual(left);
});
