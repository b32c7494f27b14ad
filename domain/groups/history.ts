import {
	type Board,
	type BoardChange,
	type BoardCommand,
	type BoardGroup,
	type BoardUsers,
	reduceBoard,
	removeInvalidSeats,
} from './board.ts';

/** A board, its previous versions, latest last, and the version that the history started with. */
export type History = { board: Board; past: readonly Board[]; start: Board };

const MAX_UNDO_STEPS = 100;

/** Returns a history without previous versions of the board. */
export const startHistory = (board: Board): History => ({ board, past: [], start: board });

/** Returns the history after a command, with the previous board for undo. A refused command adds no step. */
export function editBoard(
	history: History,
	command: BoardCommand,
	users: BoardUsers,
): { history: History; refusal: BoardChange['refusal'] } {
	const { board, refusal } = reduceBoard(history.board, command, users);
	if (refusal !== null) return { history, refusal };
	const past = [...history.past, history.board].slice(-MAX_UNDO_STEPS);
	return { history: { ...history, board, past }, refusal };
}

/** Returns the history before the last step, without users who have left since. */
export function undo(history: History, users: BoardUsers): History {
	const before = history.past.at(-1);
	if (!before) return history;
	return { ...history, board: removeInvalidSeats(before, users), past: history.past.slice(0, -1) };
}

/** Returns whether two boards are the same apart from their withdrawn players, which are never saved. */
export const isSameBoard = (a: Board, b: Board): boolean =>
	JSON.stringify(toComparable(a)) === JSON.stringify(toComparable(b));

/** Returns whether two boards have the same withdrawn players. */
export const hasSameWithdrawn = (a: Board, b: Board): boolean =>
	JSON.stringify(a.groups.map(({ withdrawn = [] }) => withdrawn)) ===
	JSON.stringify(b.groups.map(({ withdrawn = [] }) => withdrawn));

/** Returns whether two boards have the same pins and pairs to keep apart. */
export const hasSameRules = (a: Board, b: Board): boolean =>
	JSON.stringify(toComparableRules(a)) === JSON.stringify(toComparableRules(b));

const toComparableRules = ({ pins, keepApart }: Omit<Board, 'groups'>) => [
	pins.map(({ userId, groupId }) => [userId, groupId]).sort(),
	[...keepApart].sort(),
];

/** What a save can change of a group: the compiler asks for each new field. */
type SavedFields = Record<keyof Omit<BoardGroup, 'createdAt' | 'winner' | 'round' | 'withdrawn'>, unknown>;

const toComparableGroup = (group: BoardGroup): SavedFields => {
	const { id, name, players, storytellerId, coStorytellerIds, maxPlayers, scriptId, voiceChannelId } = group;
	return {
		id,
		name,
		players,
		storytellerId,
		coStorytellerIds: [...coStorytellerIds].sort(),
		maxPlayers,
		scriptId,
		voiceChannelId,
	};
};

const toComparable = ({ groups, ...rules }: Board) => [
	groups.map(toComparableGroup),
	toComparableRules(rules),
];
