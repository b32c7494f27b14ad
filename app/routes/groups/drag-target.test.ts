import { expect, test } from 'vitest';
import { createBoardGroup } from '~/tests/support/groups.ts';
import { type Dragged, type Target, toDropStep } from './drag-target.ts';
import type { Step } from './step.ts';

const groups = [createBoardGroup('g', ['a', 'b']), createBoardGroup('h', ['c'])];
const player = (userId: string): Dragged => ({ kind: 'player', userId });
const seat = (userId: string, groupId: string | null): Target => ({ kind: 'seat', userId, groupId });
const card = (groupId: string): Target => ({ kind: 'group', groupId });

test.each<[string, Dragged, Target, Step | null]>([
	['onto a group', player('a'), card('h'), { type: 'movePlayer', userId: 'a', groupId: 'h' }],
	['from available', player('x'), card('g'), { type: 'movePlayer', userId: 'x', groupId: 'g' }],
	['onto the player’s own group', player('a'), card('g'), null],
	[
		'onto a seat',
		player('a'),
		seat('c', 'h'),
		{ type: 'movePlayer', userId: 'a', groupId: 'h', before: 'c' },
	],
	[
		'within a group',
		player('b'),
		seat('a', 'g'),
		{ type: 'movePlayer', userId: 'b', groupId: 'g', before: 'a' },
	],
	['onto itself', player('a'), seat('a', 'g'), null],
	['back to available', player('a'), { kind: 'available' }, { type: 'removePlayer', userId: 'a' }],
	['onto an available player', player('a'), seat('x', null), { type: 'removePlayer', userId: 'a' }],
	['of an available player onto available', player('x'), { kind: 'available' }, null],
	[
		'a group over a group',
		{ kind: 'group', groupId: 'h' },
		card('g'),
		{ type: 'moveGroup', groupId: 'h', overGroupId: 'g' },
	],
	['a group over itself', { kind: 'group', groupId: 'g' }, card('g'), null],
	['a group over available', { kind: 'group', groupId: 'g' }, { kind: 'available' }, null],
])('a drop %s', (_name, dragged, target, step) => {
	expect(toDropStep(dragged, target, groups)).toEqual(step);
});
