import type { Board, BoardPeople } from '~/domain/groups/board.ts';
import { edit, type History, isSameBoard, startHistory, undo } from '~/domain/groups/history.ts';
import type { AutoSplitView, GroupsView, SavedGroups } from '~/domain/groups/schema.ts';
import type { GroupsAnswer } from './groups-answer.ts';
import type { Step } from './step.ts';

/** The saved board and its version. */
export type SavedBoard = { board: Board; version: number };

/** The board on the screen. It may differ from the saved board until it is saved. */
export type Draft = {
	history: History;
	/** The saved board that the draft was made from, and that a save replaces. */
	base: SavedBoard;
	/** The board that another user has saved since; null when there is none. */
	theirs: SavedBoard | null;
	/** The auto-split result for exactly these groups. */
	split: AutoSplitView | null;
	/** Why the last step was refused. */
	refusal: string | null;
	/** Players of the draft who have removed their signup in the meantime. */
	dropped: readonly string[];
};

export type DraftEvent =
	| { type: 'step'; step: Step; now: string; people: BoardPeople }
	| { type: 'undo'; people: BoardPeople }
	| { type: 'discard' }
	| { type: 'split'; answer: AutoSplitView; people: BoardPeople }
	/** The page's data was loaded (again). */
	| { type: 'arrived'; saved: SavedBoard; people: BoardPeople }
	/** The board `sent` has been saved. */
	| { type: 'saved'; answer: SavedGroups; sent: Board }
	/** The save was refused because `theirs` is saved now. */
	| { type: 'refused'; theirs: SavedBoard; people: BoardPeople };

const boardOf = ({ groups, pins, keepApart }: GroupsView): Board => ({ groups, pins, keepApart });

export const toSaved = (view: GroupsView): SavedBoard => ({ board: boardOf(view), version: view.version });

export const isUnsaved = ({ history, base }: Draft): boolean => !isSameBoard(history.board, base.board);

/** Returns the first draft of a page: the saved board, or the board of the sent form (without script). */
export function startDraft(
	saved: SavedBoard,
	people: BoardPeople,
	answered: GroupsAnswer['groups'] | null,
): Draft {
	const fresh: Draft = {
		...{ history: startHistory(saved.board), base: saved },
		...{ theirs: null, split: null, refusal: null, dropped: [] },
	};
	if (answered?.split) {
		const draft = reduceDraft(fresh, { type: 'split', answer: answered.split, people });
		return answered.version === null || answered.version === saved.version
			? draft
			: { ...draft, base: { ...saved, version: answered.version }, theirs: saved };
	}
	if (!answered?.draft) return fresh;
	const { draft: board, version } = answered;
	const isStale = version !== null && version !== saved.version;
	const kept: Draft = {
		...fresh,
		history: { board, past: [saved.board] },
		base: isStale ? { board: saved.board, version } : saved,
		theirs: isStale ? saved : null,
	};
	return dropMissing(kept, people);
}

/**
 * Returns the next draft; the panel's only reducer with script. Pure. `reduceBoard` decides what is allowed.
 */
export function reduceDraft(draft: Draft, event: DraftEvent): Draft {
	switch (event.type) {
		case 'step': {
			const { step, now, people } = event;
			const command = step.type === 'addGroup' ? { ...step, createdAt: now } : step;
			const { history, refusal } = edit(draft.history, command, people);
			if (refusal !== null) return { ...draft, refusal };
			return { ...draft, ...CALM, history, split: keepSplit(draft, history.board) };
		}
		case 'undo': {
			const history = undo(draft.history, event.people);
			return { ...draft, ...CALM, history, split: keepSplit(draft, history.board) };
		}
		case 'discard':
			return { ...takeOver(draft, draft.theirs ?? draft.base), ...CALM };
		case 'split': {
			const { groups } = event.answer;
			const { history } = edit(draft.history, { type: 'replace', groups }, event.people);
			return { ...draft, ...CALM, history, split: event.answer };
		}
		case 'arrived':
			return meet(draft, event.saved, event.people);
		case 'refused':
			return meet(draft, event.theirs, event.people);
		case 'saved': {
			const { groups, version, dropped } = event.answer;
			const base = { board: { ...event.sent, groups }, version };
			const board = draft.history.board === event.sent ? base.board : draft.history.board;
			return { ...draft, ...CALM, dropped, base, theirs: null, history: startHistory(board) };
		}
	}
}

const CALM = { refusal: null, dropped: [] } as const;

/** Returns the draft after the saved board has arrived: an unchanged draft is replaced, any other is kept. */
function meet(draft: Draft, saved: SavedBoard, people: BoardPeople): Draft {
	if (saved.version < draft.base.version) return dropMissing(draft, people);
	if (!isUnsaved(draft) || isSameBoard(draft.history.board, saved.board)) return takeOver(draft, saved);
	const known = saved.version === draft.base.version ? { base: saved, theirs: null } : { theirs: saved };
	return dropMissing({ ...draft, ...known }, people);
}

const takeOver = (draft: Draft, saved: SavedBoard): Draft => ({
	...draft,
	history: startHistory(saved.board),
	base: saved,
	theirs: null,
	split: keepSplit(draft, saved.board),
});

/** Returns the draft without players who have removed their signup, and lists them in `dropped`. */
function dropMissing(draft: Draft, people: BoardPeople): Draft {
	const { board } = draft.history;
	const gone = board.groups.flatMap(({ players }) => players.filter((id) => !people.signedUp.has(id)));
	const settled = edit(draft.history, { type: 'dropMissing' }, people).history.board;
	if (isSameBoard(settled, board)) return draft;
	return {
		...draft,
		history: { ...draft.history, board: settled },
		dropped: [...new Set([...draft.dropped, ...gone])],
	};
}

/** Returns the auto-split result as long as the groups are the ones that it made, else null. */
function keepSplit({ split }: Draft, board: Board): AutoSplitView | null {
	const seats = ({ groups }: Pick<Board, 'groups'>) =>
		groups.map(({ players }) => [...players].sort().join(' ')).sort();
	return split && String(seats(split)) === String(seats(board)) ? split : null;
}

/** Returns the board as a form field carries it. */
export function writeBoard({ groups, pins, keepApart }: Board): string {
	return JSON.stringify({
		groups: groups.map(({ createdAt, ...group }) => (createdAt ? { ...group, createdAt } : group)),
		...{ pins, keepApart },
	});
}
