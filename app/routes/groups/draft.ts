import { type Board, type BoardUsers, toCommand } from '~/domain/groups/board.ts';
import {
	editBoard,
	type History,
	hasSameRules,
	hasSameWithdrawn,
	isSameBoard,
	startHistory,
	undo,
} from '~/domain/groups/history.ts';
import { listStorytellerIds } from '~/domain/groups/own-group.ts';
import type { AutoSplitView, GroupsView, SavedGroups } from '~/domain/groups/schema.ts';
import type { GroupsResponse } from './groups-response.ts';
import type { Step } from './step.ts';

export type SavedBoard = { board: Board; version: number };

/** The board on the screen. It may differ from the saved board until it is saved. */
export type Draft = {
	history: History;
	/** The saved board that the draft was made from, and that a save replaces. */
	base: SavedBoard;
	/** The board that another user has saved since; null when there is none. */
	theirs: SavedBoard | null;
	/** The auto-split result for exactly these groups and rules. */
	split: AutoSplitView | null;
	refusal: string | null;
	/** Players of the draft who have removed their signup in the meantime. */
	dropped: readonly string[];
};

export type DraftEvent =
	| { type: 'step'; step: Step; now: string; users: BoardUsers }
	| { type: 'undo'; users: BoardUsers }
	| { type: 'discard' }
	| { type: 'split'; response: AutoSplitView; users: BoardUsers }
	/** The page's data was loaded (again). */
	| { type: 'arrived'; saved: SavedBoard; users: BoardUsers }
	/** The board `sent` has been saved. */
	| { type: 'saved'; response: SavedGroups; sent: Board }
	/** The save was refused because `theirs` is saved now. */
	| { type: 'refused'; theirs: SavedBoard; users: BoardUsers };

type BoardView = Pick<GroupsView, 'pins' | 'keepApart' | 'version'> & Pick<Board, 'groups'>;

const toBoard = ({ groups, pins, keepApart }: BoardView): Board => ({ groups, pins, keepApart });

export const toSavedBoard = (view: BoardView): SavedBoard => ({
	board: toBoard(view),
	version: view.version,
});

/** Returns whether the draft differs from the saved board, also in its withdrawn players only. */
export const isUnsaved = ({ history: { board }, base }: Pick<Draft, 'history' | 'base'>): boolean =>
	!isSameBoard(board, base.board) || !hasSameWithdrawn(board, base.board);

/** Returns the first draft of a page: the saved board, or the board of the sent form (without script). */
export function startDraft(
	saved: SavedBoard,
	users: BoardUsers,
	response: GroupsResponse['groups'] | null,
): Draft {
	const fresh: Draft = {
		history: startHistory(saved.board),
		base: saved,
		theirs: null,
		split: null,
		refusal: null,
		dropped: [],
	};
	if (response?.split) {
		const draft = reduceDraft(fresh, { type: 'split', response: response.split, users });
		return response.version === null || response.version === saved.version
			? draft
			: { ...draft, base: { ...saved, version: response.version }, theirs: saved };
	}
	if (!response?.draft) return fresh;
	const { draft: board, version } = response;
	const isStale = version !== null && version !== saved.version;
	const unsaved: Draft = {
		...fresh,
		history: { ...startHistory(board), past: [saved.board] },
		base: isStale ? { board: saved.board, version } : saved,
		theirs: isStale ? saved : null,
	};
	return dropMissing(unsaved, users);
}

/** Returns the next draft; the panel's only reducer with script. `reduceBoard` decides what is allowed. */
export function reduceDraft(draft: Draft, event: DraftEvent): Draft {
	switch (event.type) {
		case 'step': {
			const { step, now, users } = event;
			const { history, refusal } = editBoard(draft.history, toCommand(step, new Date(now)), users);
			if (refusal !== null) return { ...draft, refusal };
			return { ...draft, ...NO_MESSAGES, history, split: keepSplit(draft, history.board) };
		}
		case 'undo': {
			const history = undo(draft.history, event.users);
			return { ...draft, ...NO_MESSAGES, history, split: keepSplit(draft, history.board) };
		}
		case 'discard':
			return { ...adoptSaved(draft, draft.theirs ?? draft.base), ...NO_MESSAGES };
		case 'split': {
			const { groups } = event.response;
			const { history } = editBoard(draft.history, { type: 'replace', groups }, event.users);
			return { ...draft, ...NO_MESSAGES, history, split: event.response };
		}
		case 'arrived':
			return mergeSaved(draft, event.saved, event.users);
		case 'refused':
			return mergeSaved(draft, event.theirs, event.users);
		case 'saved': {
			const { groups, version } = event.response;
			const base = { board: { ...event.sent, groups }, version };
			const board = draft.history.board === event.sent ? base.board : withoutWithdrawn(draft.history.board);
			const split = keepSplit(draft, board);
			return { ...draft, ...NO_MESSAGES, base, theirs: null, history: startHistory(board), split };
		}
	}
}

/** Returns the board without withdrawn players. Every save removes them. */
const withoutWithdrawn = ({ groups, ...rules }: Board): Board => ({
	...rules,
	groups: groups.map(({ withdrawn, ...group }) => group),
});

const NO_MESSAGES = { refusal: null, dropped: [] } as const;

/** Returns the draft after the saved board has arrived: an unchanged draft is replaced, any other is kept. */
function mergeSaved(draft: Draft, saved: SavedBoard, users: BoardUsers): Draft {
	if (saved.version < draft.base.version) return dropMissing(draft, users);
	// Every save removes the withdrawn players, so a newer board without them can be the saved draft.
	const isSaved =
		saved.version === draft.base.version
			? !isUnsaved({ ...draft, base: saved })
			: isSameBoard(draft.history.board, saved.board);
	if (!isUnsaved(draft) || isSaved) return adoptSaved(draft, saved);
	const versions = saved.version === draft.base.version ? { base: saved, theirs: null } : { theirs: saved };
	return dropMissing({ ...draft, ...versions }, users);
}

const adoptSaved = (draft: Draft, saved: SavedBoard): Draft => ({
	...draft,
	history: startHistory(saved.board),
	base: saved,
	theirs: null,
	split: keepSplit(draft, saved.board),
});

/** Returns a board without chosen storytellers that the event does not have any more. */
function withoutLostStorytellers(board: Board, base: Board, { storytellers }: BoardUsers): Board {
	const isLost = (id: string) =>
		!storytellers.has(id) && !base.groups.some((group) => listStorytellerIds(group).includes(id));
	if (!board.groups.some((group) => listStorytellerIds(group).some(isLost))) return board;
	const groups = board.groups.map((group) => ({
		...group,
		storytellerId: group.storytellerId !== null && isLost(group.storytellerId) ? null : group.storytellerId,
		coStorytellerIds: group.coStorytellerIds.filter((id) => !isLost(id)),
	}));
	return { ...board, groups };
}

/** Returns the draft without lost storytellers, and without players no longer signed up, whom it lists in `dropped`. */
function dropMissing(sent: Draft, users: BoardUsers): Draft {
	const board = withoutLostStorytellers(sent.history.board, sent.base.board, users);
	const draft = { ...sent, history: { ...sent.history, board } };
	const removed = board.groups.flatMap(({ players }) => players.filter((id) => !users.signedUp.has(id)));
	const nextBoard = editBoard(draft.history, { type: 'dropMissing' }, users).history.board;
	if (isSameBoard(nextBoard, board)) return board === sent.history.board ? sent : draft;
	return {
		...draft,
		history: { ...draft.history, board: nextBoard },
		split: keepSplit(draft, nextBoard),
		dropped: [...new Set([...draft.dropped, ...removed])],
	};
}

/** Returns the auto-split result as long as the groups are the ones that it made and its rules are the same, else null. */
function keepSplit({ split, history }: Draft, board: Board): AutoSplitView | null {
	const seats = ({ groups }: Pick<Board, 'groups'>) =>
		groups.map(({ players }) => [...players].sort().join(' ')).sort();
	const isSame = split && String(seats(split)) === String(seats(board));
	return isSame && hasSameRules(history.board, board) ? split : null;
}

/**
 * Returns the board of a draft as a form field carries it. Players who had withdrawn when the draft was started can
 * only have been seated on purpose, so they keep their seats.
 */
export function serializeBoard({ board: { groups, pins, keepApart }, start }: Omit<History, 'past'>): string {
	return JSON.stringify({
		groups: groups.map(({ createdAt, withdrawn, ...group }) => (createdAt ? { ...group, createdAt } : group)),
		pins,
		keepApart,
		knownWithdrawn: start.groups.flatMap(({ withdrawn = [] }) => withdrawn),
	});
}
