import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBoardGroup } from '~/tests/support/groups.ts';
import { listAvailable } from './available.ts';
import {
	type Board,
	type BoardCommand,
	EMPTY_BOARD,
	reduceBoard,
	removeInvalidSeats,
	toCommand,
} from './board.ts';
import { editBoard, startHistory, undo } from './history.ts';
import { listStorytellerIds } from './own-group.ts';
import { editGroupsInput } from './schema.ts';

const createdAt = '2026-10-01T10:00:00.000Z';
const group = (id: string, players: string[] = [], storytellerId: string | null = null, maxPlayers = 15) =>
	createBoardGroup(id, players, { storytellerId, maxPlayers });
const board = (...groups: Board['groups']): Board => ({ ...EMPTY_BOARD, groups });

const IDS = Array.from({ length: 8 }, (_, i) => String(i + 1));
const id = fc.constantFrom(...IDS, 'unknown');
const groupId = fc.constantFrom('g1', 'g2', 'g3', 'gone');
const anyCommand: fc.Arbitrary<BoardCommand> = fc.oneof(
	fc.record({ type: fc.constant('addGroup' as const), id: groupId, createdAt: fc.constant(createdAt) }),
	fc.record({ type: fc.constant('removeGroup' as const), groupId }),
	fc.record({
		type: fc.constant('changeGroup' as const),
		groupId,
		name: fc.constantFrom('Owls', '', undefined),
		maxPlayers: fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined }),
		storytellerId: fc.oneof(id, fc.constantFrom(null, undefined)),
		coStorytellerId: fc.oneof(id, fc.constantFrom(null, undefined)),
		scriptId: fc.constantFrom('tb', null, undefined),
	}),
	fc.record({ type: fc.constant('moveGroup' as const), groupId, overGroupId: groupId }),
	fc.record({
		type: fc.constant('movePlayer' as const),
		userId: id,
		groupId,
		before: fc.option(id, { nil: undefined }),
	}),
	fc.record({ type: fc.constant('movePlayer' as const), userId: id, groupId }),
	fc.record({ type: fc.constant('removePlayer' as const), userId: id }),
	fc.record({ type: fc.constant('shuffleSeats' as const), groupId, seed: fc.integer() }),
	fc.record({ type: fc.constant('removeWithdrawn' as const), groupId }),
	fc.record({
		type: fc.constant('replaceWithdrawn' as const),
		groupId,
		userIds: fc.array(id, { minLength: 1, maxLength: 3 }),
	}),
	fc.record({ type: fc.constant('removeCoStoryteller' as const), userId: id }),
	fc.record({ type: fc.constant('pin' as const), userId: id, groupId: fc.option(groupId) }),
	fc.record({ type: fc.constant('keepApart' as const), a: id, b: id }),
	fc.constant({ type: 'clear' as const }),
	fc.array(fc.array(id, { maxLength: 9 }), { maxLength: 3 }).map((lists) => ({
		type: 'replace' as const,
		groups: lists.map((players, i) => group(`g${i + 1}`, players, IDS[i] ?? null, 3)),
	})),
);
type Step = { command: BoardCommand } | { leaves: string } | { undo: true };
const step: fc.Arbitrary<Step> = fc.oneof(
	{ weight: 8, arbitrary: anyCommand.map((command) => ({ command })) },
	{ weight: 1, arbitrary: id.map((leaves) => ({ leaves })) },
	{ weight: 2, arbitrary: fc.constant({ undo: true as const }) },
);

function expectValidBoard({ groups, pins, keepApart }: Board, signedUp: ReadonlySet<string>): void {
	const seated = groups.flatMap(({ players }) => players);
	const storytellerIds = groups.flatMap(listStorytellerIds);
	expect(new Set(seated).size).toBe(seated.length);
	expect(new Set(storytellerIds).size).toBe(storytellerIds.length);
	expect(seated.filter((player) => storytellerIds.includes(player))).toEqual([]);
	for (const { players, maxPlayers } of groups) expect(players.length).toBeLessThanOrEqual(maxPlayers);
	const signups = [...signedUp].map((user_id) => ({ user_id, status: 'confirmed' as const }));
	const available = listAvailable(groups, signups).flatMap(({ players }) =>
		players.map(({ user_id }) => user_id),
	);
	const placedIds = [...seated, ...storytellerIds.filter((one) => signedUp.has(one)), ...available];
	expect(placedIds.sort()).toEqual([...signedUp].sort());
	expect(pins.every((pin) => groups.some((one) => one.id === pin.groupId))).toBe(true);
	expect(new Set(keepApart.map(String)).size).toBe(keepApart.length);
}

test('after any edits, undos and withdrawals the board is valid and lists every signed-up user once', () => {
	fc.assert(
		fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
			const now = { signedUp: new Set(IDS), storytellers: new Set(IDS) };
			let history = startHistory(EMPTY_BOARD);
			for (const one of steps) {
				if ('undo' in one) history = undo(history, now);
				else if ('command' in one) {
					const { board: before } = history;
					const copy = structuredClone(before);
					history = editBoard(history, one.command, now).history;
					expect(before).toEqual(copy);
				} else {
					now.signedUp.delete(one.leaves);
					history = editBoard(history, { type: 'dropMissing' }, now).history;
				}
				expectValidBoard(history.board, now.signedUp);
				expect(removeInvalidSeats(history.board, now)).toEqual(history.board);
			}
		}),
		{ numRuns: 300 },
	);
});

test('a command sent by a form parses to the same command as a drag', () => {
	fc.assert(
		fc.property(anyCommand, (command) => {
			if (command.type === 'replace') return;
			const { createdAt: _, ...sent } = { createdAt: '', ...command };
			const form = Object.fromEntries(
				Object.entries(sent).flatMap(([key, value]) =>
					value === undefined ? [] : [[key, Array.isArray(value) ? value.join() : (value ?? '')]],
				),
			);
			if (command.type === 'changeGroup' && (command.name === '' || command.maxPlayers === 0)) {
				expect(editGroupsInput.safeParse({ command: form }).success).toBe(false);
				return;
			}
			const { command: read } = editGroupsInput.parse({ command: form });
			const now = command.type === 'shuffleSeats' ? command.seed : createdAt;
			const again = toCommand(read, new Date(now));
			const seen = { signedUp: new Set(IDS), storytellers: new Set(IDS) };
			const start = removeInvalidSeats(board(group('g1', ['1', '2'], '3'), group('g2', ['4'])), seen);
			expect(reduceBoard(start, again, seen)).toEqual(reduceBoard(start, command, seen));
		}),
	);
});
