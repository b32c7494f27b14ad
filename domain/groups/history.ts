import {
	type Board,
	type BoardChange,
	type BoardCommand,
	type BoardPeople,
	reduceBoard,
	settleBoard,
} from './board.ts';

/** A board and its previous versions, latest last. */
export type History = { board: Board; past: readonly Board[] };

const MOST_STEPS = 100;

/** Returns a history without previous versions of the board. */
export const startHistory = (board: Board): History => ({ board, past: [] });

/** Returns the history after a command, with the previous board for undo. A refused command adds no step. */
export function edit(
	history: History,
	command: BoardCommand,
	people: BoardPeople,
): { history: History; refusal: BoardChange['refusal'] } {
	const { board, refusal } = reduceBoard(history.board, command, people);
	if (refusal !== null) return { history, refusal };
	return { history: { board, past: [...history.past, history.board].slice(-MOST_STEPS) }, refusal };
}

/**
 * Returns the history before the last step, without users who have left since; unchanged when there is no
 * step.
 */
export function undo(history: History, people: BoardPeople): History {
	const before = history.past.at(-1);
	if (!before) return history;
	return { board: settleBoard(before, people), past: history.past.slice(0, -1) };
}

/**
 * Returns whether two boards are equal. 'Unsaved changes' is shown when the draft and the saved board are
 * not.
 */
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
