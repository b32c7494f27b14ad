import {
	type Board,
	type BoardChange,
	type BoardCommand,
	type BoardPeople,
	reduceBoard,
	settleBoard,
} from './board.ts';

/** A board with the boards before it, latest last. */
export type History = { board: Board; past: readonly Board[] };

const MOST_STEPS = 100;

export const startHistory = (board: Board): History => ({ board, past: [] });

/** Carries a command out and remembers the board before; a refused one is no step. */
export function edit(
	history: History,
	command: BoardCommand,
	people: BoardPeople,
): { history: History; refusal: BoardChange['refusal'] } {
	const { board, refusal } = reduceBoard(history.board, command, people);
	if (refusal !== null) return { history, refusal };
	return { history: { board, past: [...history.past, history.board].slice(-MOST_STEPS) }, refusal };
}

/** The board before the last step, without whoever has left since; the same when there is none. */
export function undo(history: History, people: BoardPeople): History {
	const before = history.past.at(-1);
	if (!before) return history;
	return { board: settleBoard(before, people), past: history.past.slice(0, -1) };
}

/** Whether two boards say the same: the mark 'Unsaved changes' is shown when the draft and the saved one do not. */
export const isSameBoard = (a: Board, b: Board): boolean =>
	JSON.stringify(sortWishes(a)) === JSON.stringify(sortWishes(b));

const sortWishes = ({ groups, pins, keepApart }: Board) => [
	groups.map(({ id, name, players, storytellerId, maxPlayers }) => [
		id,
		name,
		players,
		storytellerId,
		maxPlayers,
	]),
	pins.map(({ userId, groupId }) => [userId, groupId]).sort(),
	[...keepApart].sort(),
];
