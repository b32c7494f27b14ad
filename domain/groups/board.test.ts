import { describe, expect, test } from 'vitest';
import { createBoardGroup } from '~/tests/support/groups.ts';
import { GROUP_LIMITS } from '../limits.ts';
import {
	BOARD_REFUSALS,
	type Board,
	type BoardCommand,
	EMPTY_BOARD,
	getNextGroupId,
	orderPair,
	reduceBoard,
} from './board.ts';
import { editBoard, isSameBoard, startHistory, undo } from './history.ts';
import { BOARD_TEXTS } from './texts.ts';

const createdAt = '2026-10-01T10:00:00.000Z';
const group = (id: string, players: string[] = [], storytellerId: string | null = null, maxPlayers = 15) =>
	createBoardGroup(id, players, { storytellerId, maxPlayers });
const board = (...groups: Board['groups']): Board => ({ ...EMPTY_BOARD, groups });
const users = {
	signedUp: new Set(['a', 'b', 'c', 'd', 's']),
	storytellers: new Set(['s', 't', 'u']),
};
const run = (before: Board, command: BoardCommand) => reduceBoard(before, command, users);
const two = board(group('1', ['a', 'b'], 's', 2), group('2', ['c'], 't'));

describe('a board command', () => {
	test('a new group is named Group N with an unused number and has 15 seats', () => {
		const first = run(EMPTY_BOARD, { type: 'addGroup', id: 'x', createdAt }).board;
		expect(first.groups).toEqual([{ ...group('x'), name: 'Group 1' }]);
		const named = { ...first, groups: [{ ...group('x'), name: 'Group 2' }] };
		expect(run(named, { type: 'addGroup', id: 'y', createdAt }).board.groups[1]?.name).toBe('Group 3');
	});

	test.each<[string, BoardCommand, Board['groups']]>([
		[
			'drop on another group, at its end',
			{ type: 'movePlayer', userId: 'a', groupId: '2' },
			[group('1', ['b'], 's', 2), group('2', ['c', 'a'], 't')],
		],
		[
			'drop before a player',
			{ type: 'movePlayer', userId: 'd', groupId: '2', before: 'c' },
			[group('1', ['a', 'b'], 's', 2), group('2', ['d', 'c'], 't')],
		],
		[
			'drop before an unknown player',
			{ type: 'movePlayer', userId: 'd', groupId: '2', before: 'a' },
			[group('1', ['a', 'b'], 's', 2), group('2', ['c', 'd'], 't')],
		],
		[
			'within a full group',
			{ type: 'movePlayer', userId: 'a', groupId: '1' },
			[group('1', ['b', 'a'], 's', 2), group('2', ['c'], 't')],
		],
		[
			'remove a player',
			{ type: 'removePlayer', userId: 'b' },
			[group('1', ['a'], 's', 2), group('2', ['c'], 't')],
		],
		[
			'a storyteller changes groups',
			{ type: 'changeGroup', groupId: '2', storytellerId: 's' },
			[group('1', ['a', 'b'], null, 2), group('2', ['c'], 's')],
		],
		[
			'no storyteller',
			{ type: 'changeGroup', groupId: '2', storytellerId: null },
			[group('1', ['a', 'b'], 's', 2), group('2', ['c'])],
		],
		[
			'a free storyteller helps with a group',
			{ type: 'changeGroup', groupId: '2', coStorytellerId: 'u' },
			[group('1', ['a', 'b'], 's', 2), { ...group('2', ['c'], 't'), coStorytellerIds: ['u'] }],
		],
		[
			'the storyteller of another group helps',
			{ type: 'changeGroup', groupId: '2', coStorytellerId: 's' },
			[group('1', ['a', 'b'], null, 2), { ...group('2', ['c'], 't'), coStorytellerIds: ['s'] }],
		],
		[
			'all settings of a group change at once',
			{
				type: 'changeGroup',
				groupId: '2',
				name: 'Owls',
				maxPlayers: 3,
				storytellerId: 's',
				coStorytellerId: 'u',
				scriptId: 'tb',
			},
			[
				group('1', ['a', 'b'], null, 2),
				{ ...group('2', ['c'], 's', 3), name: 'Owls', coStorytellerIds: ['u'], scriptId: 'tb' },
			],
		],
		[
			'settings that a form does not change stay',
			{ type: 'changeGroup', groupId: '2', storytellerId: 't', coStorytellerId: null, scriptId: 'tb' },
			[group('1', ['a', 'b'], 's', 2), { ...group('2', ['c'], 't'), scriptId: 'tb' }],
		],
		[
			'groups change places',
			{ type: 'moveGroup', groupId: '2', overGroupId: '1' },
			[group('2', ['c'], 't'), group('1', ['a', 'b'], 's', 2)],
		],
		[
			'a group moves down',
			{ type: 'moveGroup', groupId: '1', overGroupId: '2' },
			[group('2', ['c'], 't'), group('1', ['a', 'b'], 's', 2)],
		],
		[
			'rename',
			{ type: 'changeGroup', groupId: '2', name: 'Owls' },
			[group('1', ['a', 'b'], 's', 2), { ...group('2', ['c'], 't'), name: 'Owls' }],
		],
		[
			'a new maximum',
			{ type: 'changeGroup', groupId: '2', name: 'Owls', maxPlayers: 1 },
			[group('1', ['a', 'b'], 's', 2), { ...group('2', ['c'], 't', 1), name: 'Owls' }],
		],
		['remove a group', { type: 'removeGroup', groupId: '1' }, [group('2', ['c'], 't')]],
		['clear', { type: 'clear' }, []],
		[
			'auto-split',
			{
				type: 'replace',
				groups: [group('9', ['a', 'gone', 'a', 'd'], 't'), group('8', ['t', 'a', 'b'], 't')],
			},
			[group('9', ['a', 'd'], 't'), group('8', ['b'])],
		],
	])('%s', (_name, command, groups) => {
		expect(run(two, command)).toEqual({ board: { ...two, groups }, refusal: null });
	});

	describe('a co-storyteller', () => {
		const helped = board({ ...group('1', ['a'], 's'), coStorytellerIds: ['u'] }, group('2', ['c'], 't'));

		test.each<[string, BoardCommand, Partial<Board['groups'][number]>[]]>([
			[
				'is removed',
				{ type: 'removeCoStoryteller', userId: 'u' },
				[{ storytellerId: 's', coStorytellerIds: [] }, { storytellerId: 't' }],
			],
			[
				'becomes the storyteller',
				{ type: 'changeGroup', groupId: '1', storytellerId: 'u' },
				[{ storytellerId: 'u', coStorytellerIds: [] }, { storytellerId: 't' }],
			],
			[
				'becomes the storyteller of another group',
				{ type: 'changeGroup', groupId: '2', storytellerId: 'u' },
				[{ storytellerId: 's', coStorytellerIds: [] }, { storytellerId: 'u' }],
			],
			[
				'helps with another group',
				{ type: 'changeGroup', groupId: '2', coStorytellerId: 'u' },
				[{ coStorytellerIds: [] }, { storytellerId: 't', coStorytellerIds: ['u'] }],
			],
			[
				'stays when the storyteller goes',
				{ type: 'changeGroup', groupId: '1', storytellerId: null },
				[{ storytellerId: null, coStorytellerIds: ['u'] }, { storytellerId: 't' }],
			],
			[
				'stays once, as a storyteller, in sent groups',
				{
					type: 'replace',
					groups: [
						{ ...group('1', ['u', 'a'], 's'), coStorytellerIds: ['u', 't', 'u'] },
						{ ...group('2', ['b'], 't'), coStorytellerIds: ['u', 's'] },
					],
				},
				[
					{ players: ['a'], coStorytellerIds: ['u'] },
					{ players: ['b'], storytellerId: 't', coStorytellerIds: [] },
				],
			],
		])('%s', (_name, command, groups) => {
			const { board: after, refusal } = run(helped, command);
			expect(refusal).toBeNull();
			expect(after.groups).toMatchObject(groups);
		});

		test.each<[string, BoardCommand, string]>([
			['does not play', { type: 'movePlayer', userId: 'u', groupId: '2' }, BOARD_REFUSALS.isStoryteller],
			[
				'is a storyteller of the event',
				{ type: 'changeGroup', groupId: '2', coStorytellerId: 'd' },
				BOARD_REFUSALS.storyteller,
			],
			['needs a group', { type: 'changeGroup', groupId: '9', coStorytellerId: 'u' }, BOARD_REFUSALS.group],
			['is removed once', { type: 'removeCoStoryteller', userId: 't' }, BOARD_REFUSALS.coStoryteller],
		])('%s, else nothing changes', (_name, command, refusal) => {
			const playing = { ...users, signedUp: new Set([...users.signedUp, 'u']) };
			expect(reduceBoard(helped, command, playing)).toEqual({ board: helped, refusal });
		});

		test('is one of at most three', () => {
			const full = board({ ...group('1', [], 's'), coStorytellerIds: ['x', 'y', 'z'] });
			expect(run(full, { type: 'changeGroup', groupId: '1', coStorytellerId: 'u' })).toEqual({
				board: full,
				refusal: BOARD_TEXTS.manyCoStorytellers,
			});
		});

		test('is a part of the board, in any order', () => {
			const withHelpers = (...coStorytellerIds: string[]) => board({ ...group('1'), coStorytellerIds });
			expect(isSameBoard(withHelpers('t', 'u'), withHelpers('u', 't'))).toBe(true);
			expect(isSameBoard(withHelpers(), board(group('1')))).toBe(true);
			expect(isSameBoard(withHelpers('t'), withHelpers('u'))).toBe(false);
		});
	});

	test('shuffled seats are a random order of the same players, the same for the same seed', () => {
		const players = Array.from({ length: 15 }, (_, index) => `p${index}`);
		const before = board(group('1', ['a']), group('2', players, 's'));
		const orders = Array.from({ length: 200 }, (_, seed) => {
			const { groups } = run(before, { type: 'shuffleSeats', groupId: '2', seed }).board;
			expect(groups[0]).toEqual(before.groups[0]);
			expect(groups[1]?.players.toSorted()).toEqual(players.toSorted());
			return String(groups[1]?.players);
		});
		expect(new Set(orders).size).toBe(200);
		// Every player sits first about as often as any other: 200 / 15 on average.
		for (const player of players) {
			const count = orders.filter((order) => order.startsWith(`${player},`)).length;
			expect(count).toBeGreaterThan(3);
			expect(count).toBeLessThan(30);
		}
		const again = run(before, { type: 'shuffleSeats', groupId: '2', seed: 7 }).board;
		expect(String(again.groups[1]?.players)).toBe(orders[7]);
	});

	test.each<[string, BoardCommand, string[]]>([
		['are removed', { type: 'removeWithdrawn', groupId: '2' }, ['c']],
		[
			'are replaced by players, who leave the group that they were in',
			{ type: 'replaceWithdrawn', groupId: '2', userIds: ['d', 'a'] },
			['c', 'd', 'a'],
		],
	])('withdrawn players %s', (_name, command, players) => {
		const before = board(group('1', ['a']), { ...group('2', ['c']), withdrawn: ['x', 'y'] });
		const [first, second] = run(before, command).board.groups;
		expect(second).toEqual({ ...group('2', players), withdrawn: [] });
		expect(first?.players).toEqual(players.includes('a') ? [] : ['a']);
	});

	test('a user who becomes a storyteller loses their seat', () => {
		const playing = board(group('1', ['a', 's']), group('2', ['c']));
		const command: BoardCommand = { type: 'changeGroup', groupId: '2', storytellerId: 's' };
		expect(run(playing, command).board.groups).toEqual([group('1', ['a']), group('2', ['c'], 's')]);
	});

	test.each<[string, BoardCommand, string]>([
		['a full group', { type: 'movePlayer', userId: 'd', groupId: '1' }, BOARD_REFUSALS.full('Group 1', 2)],
		['an unknown group', { type: 'movePlayer', userId: 'd', groupId: '7' }, BOARD_REFUSALS.group],
		['an unknown player', { type: 'movePlayer', userId: 'x', groupId: '2' }, BOARD_REFUSALS.player],
		[
			'a storyteller as a player',
			{ type: 'movePlayer', userId: 's', groupId: '2' },
			BOARD_REFUSALS.isStoryteller,
		],
		['a player in no group', { type: 'removePlayer', userId: 'd' }, BOARD_REFUSALS.seat],
		[
			'a user who is not a storyteller',
			{ type: 'changeGroup', groupId: '1', storytellerId: 'd' },
			BOARD_REFUSALS.storyteller,
		],
		[
			'a storyteller of no group',
			{ type: 'changeGroup', groupId: '7', storytellerId: 's' },
			BOARD_REFUSALS.group,
		],
		['an id that is taken', { type: 'addGroup', id: '1', createdAt }, BOARD_REFUSALS.sameId],
		[
			'a group over an unknown group',
			{ type: 'moveGroup', groupId: '1', overGroupId: '7' },
			BOARD_REFUSALS.group,
		],
		[
			'an unknown group over a group',
			{ type: 'moveGroup', groupId: '7', overGroupId: '1' },
			BOARD_REFUSALS.group,
		],
		['a name that is empty', { type: 'changeGroup', groupId: '1', name: '' }, BOARD_TEXTS.name],
		['changing an unknown group', { type: 'changeGroup', groupId: '7', name: 'x' }, BOARD_REFUSALS.group],
		[
			'a maximum below the number of players',
			{ type: 'changeGroup', groupId: '1', name: 'x', maxPlayers: 1 },
			BOARD_REFUSALS.tooSmall('Group 1', 2),
		],
		[
			'a maximum of zero',
			{ type: 'changeGroup', groupId: '2', name: 'x', maxPlayers: 0 },
			BOARD_TEXTS.maxPlayers,
		],
		[
			'a fractional maximum',
			{ type: 'changeGroup', groupId: '2', name: 'x', maxPlayers: 2.5 },
			BOARD_TEXTS.maxPlayers,
		],
		[
			'a maximum over the limit',
			{ type: 'changeGroup', groupId: '2', name: 'x', maxPlayers: 501 },
			BOARD_TEXTS.maxPlayers,
		],
		['a removal from no group', { type: 'removeWithdrawn', groupId: '7' }, BOARD_REFUSALS.group],
		[
			'a second replacement without a seat',
			{ type: 'replaceWithdrawn', groupId: '1', userIds: ['a', 'd'] },
			BOARD_REFUSALS.full('Group 1', 2),
		],
		[
			'a replacement who left',
			{ type: 'replaceWithdrawn', groupId: '2', userIds: ['d', 'x'] },
			BOARD_REFUSALS.player,
		],
		['shuffling an unknown group', { type: 'shuffleSeats', groupId: '7', seed: 1 }, BOARD_REFUSALS.group],
		['removing an unknown group', { type: 'removeGroup', groupId: '7' }, BOARD_REFUSALS.group],
		['a pin of an unknown player', { type: 'pin', userId: 'x', groupId: '1' }, BOARD_REFUSALS.player],
		['a pin to no group', { type: 'pin', userId: 'a', groupId: '7' }, BOARD_REFUSALS.group],
		['apart from oneself', { type: 'keepApart', a: 'a', b: 'a' }, BOARD_REFUSALS.apart],
		['apart from an unknown player', { type: 'keepApart', a: 'a', b: 'x' }, BOARD_REFUSALS.player],
	])('%s is refused, and the same board is returned', (_name, command, refusal) => {
		const change = run(two, command);
		expect(change.refusal).toBe(refusal);
		expect(change.board).toBe(two);
	});

	test('a new group gets an unused id', () => {
		expect(getNextGroupId([])).toBe('group-1');
		expect(getNextGroupId([{ id: 'group-2' }, { id: 'group-1' }, { id: 'x' }])).toBe('group-3');
	});

	test('the fifty-first group is refused', () => {
		const full = board(...Array.from({ length: GROUP_LIMITS.groups }, (_, i) => group(String(i))));
		expect(run(full, { type: 'addGroup', id: 'x', createdAt }).refusal).toBe(BOARD_TEXTS.manyGroups);
	});

	test('pins can be moved and are removed with their group; a pair is stored once and can be removed', () => {
		let now = run(two, { type: 'pin', userId: 'a', groupId: '2' }).board;
		now = run(now, { type: 'pin', userId: 'a', groupId: '1' }).board;
		now = run(now, { type: 'pin', userId: 'c', groupId: '2' }).board;
		expect(now.pins).toEqual([
			{ userId: 'a', groupId: '1' },
			{ userId: 'c', groupId: '2' },
		]);
		expect(run(now, { type: 'removeGroup', groupId: '1' }).board.pins).toEqual([
			{ userId: 'c', groupId: '2' },
		]);
		expect(run(now, { type: 'pin', userId: 'a', groupId: null }).board.pins).toHaveLength(1);
		expect(run(now, { type: 'clear' }).board.pins).toEqual([]);
		now = run(now, { type: 'keepApart', a: 'b', b: 'a' }).board;
		expect(run(now, { type: 'keepApart', a: 'a', b: 'b' }).board.keepApart).toEqual([['a', 'b']]);
		expect(run(now, { type: 'allowTogether', a: 'b', b: 'a' }).board.keepApart).toEqual([]);
	});

	test('a pair is ordered by its ids as numbers', () => {
		expect([orderPair('10', '9'), orderPair('9', '10'), orderPair('12', '11')]).toEqual([
			['9', '10'],
			['9', '10'],
			['11', '12'],
		]);
	});

	test('removes users who withdrew from groups, pins and pairs', () => {
		const before: Board = { ...two, pins: [{ userId: 'b', groupId: '1' }], keepApart: [['a', 'b']] };
		const left = { ...users, signedUp: new Set(['a', 'c']) };
		expect(reduceBoard(before, { type: 'dropMissing' }, left).board).toEqual(
			board(group('1', ['a'], 's', 2), group('2', ['c'], 't')),
		);
	});
});

describe('history', () => {
	test('undoes one step at a time, without refused commands and users who withdrew', () => {
		let history = startHistory(two);
		history = editBoard(history, { type: 'movePlayer', userId: 'a', groupId: '2' }, users).history;
		const refused = editBoard(history, { type: 'movePlayer', userId: 'x', groupId: '2' }, users);
		expect(refused).toEqual({ history, refusal: BOARD_REFUSALS.player });
		history = editBoard(history, { type: 'clear' }, users).history;
		const gone = { ...users, signedUp: new Set(['a', 'c']) };
		history = undo(history, gone);
		expect(history.board.groups.map(({ players }) => players)).toEqual([[], ['c', 'a']]);
		history = undo(undo(history, users), users);
		expect(history).toEqual({ board: two, past: [], start: two });
	});

	test('detects unsaved changes', () => {
		const pins = [
			{ userId: 'a', groupId: '1' },
			{ userId: 'c', groupId: '2' },
		];
		expect(isSameBoard({ ...two, pins }, { ...two, pins: pins.toReversed() })).toBe(true);
		expect(isSameBoard(two, run(two, { type: 'removePlayer', userId: 'a' }).board)).toBe(false);
		expect(isSameBoard(two, run(two, { type: 'moveGroup', groupId: '1', overGroupId: '2' }).board)).toBe(
			false,
		);
		expect(isSameBoard(two, { ...two, pins })).toBe(false);
	});
});
