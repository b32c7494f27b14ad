import { describe, expect, test } from 'vitest';
import type { Board, BoardUsers } from '~/domain/groups/board.ts';
import { startHistory } from '~/domain/groups/history.ts';
import { createGroupView } from '~/tests/support/groups.ts';
import {
	type Draft,
	type DraftEvent,
	isUnsaved,
	reduceDraft,
	type SavedBoard,
	serializeBoard,
	startDraft,
} from './draft.ts';
import type { Step } from './step.ts';

const now = '2026-10-14T12:00:00.000Z';
const board = (...groups: Board['groups']): Board => ({ groups, pins: [], keepApart: [] });
const users: BoardUsers = { signedUp: new Set(['a', 'b', 'c']), storytellers: new Set() };
const without = (id: string): BoardUsers => ({
	...users,
	signedUp: new Set([...users.signedUp].filter((one) => one !== id)),
});

const saved: SavedBoard = { board: board(createGroupView('1', ['a']), createGroupView('2')), version: 4 };
const theirs: SavedBoard = { board: board(createGroupView('9', ['c'])), version: 5 };
const start = startDraft(saved, users, null);
const applyStep = (draft: Draft, step: Step) => reduceDraft(draft, { type: 'step', step, now, users });
const edited = applyStep(start, { type: 'movePlayer', userId: 'b', groupId: '2' });
const listSeats = (draft: Draft) => draft.history.board.groups.map(({ players }) => players);
const loadSaved = (draft: Draft, savedBoard: SavedBoard, currentUsers = users) =>
	reduceDraft(draft, { type: 'arrived', saved: savedBoard, users: currentUsers });

test('a step makes the draft unsaved; undo and discard restore the saved board', () => {
	expect(isUnsaved(start)).toBe(false);
	expect(isUnsaved(edited)).toBe(true);
	expect(listSeats(edited)).toEqual([['a'], ['b']]);
	expect(isUnsaved(reduceDraft(edited, { type: 'undo', users }))).toBe(false);
	expect(isUnsaved(reduceDraft(edited, { type: 'discard' }))).toBe(false);
	expect(isUnsaved(applyStep(edited, { type: 'removePlayer', userId: 'b' }))).toBe(false);
});

test('a refused step keeps the board and sets the refusal until the next step', () => {
	const refused = applyStep(edited, { type: 'movePlayer', userId: 'nobody', groupId: '2' });
	expect(refused.history).toBe(edited.history);
	expect(refused.refusal).toBe('That player is no longer signed up.');
	expect(applyStep(refused, { type: 'addGroup', id: 'x' }).refusal).toBeNull();
	expect(applyStep(start, { type: 'addGroup', id: 'x' }).history.board.groups.at(-1)).toMatchObject({
		createdAt: now,
	});
});

test('a new group with the id of a removed one has no script or co-storytellers in the form', () => {
	const removed = applyStep(start, { type: 'removeGroup', groupId: '1' });
	const added = applyStep(removed, { type: 'addGroup', id: '1' });
	const { groups } = JSON.parse(serializeBoard(added.history));
	expect(groups.at(-1)).toMatchObject({ id: '1', scriptId: null, coStorytellerIds: [] });
});

describe('a board that another user saved', () => {
	test('replaces a draft without changes', () => {
		const draft = loadSaved(start, theirs);
		expect(draft.base).toBe(theirs);
		expect(isUnsaved(draft)).toBe(false);
		expect(draft.theirs).toBeNull();
	});

	test('is kept beside a changed draft, after a reload and after a refused save', () => {
		for (const draft of [
			loadSaved(edited, theirs),
			reduceDraft(edited, { type: 'refused', theirs, users }),
		]) {
			expect(draft.theirs).toBe(theirs);
			expect(draft.base).toBe(saved);
			expect(listSeats(draft)).toEqual([['a'], ['b']]);
			const given = reduceDraft(draft, { type: 'discard' });
			expect(given.base).toBe(theirs);
			expect([isUnsaved(given), given.theirs]).toEqual([false, null]);
		}
	});

	test('is no conflict when it equals the draft', () => {
		const same = { board: edited.history.board, version: 5 };
		expect(loadSaved(edited, same)).toMatchObject({ base: same, theirs: null });
	});

	test('of the same version without a player who has left is saved', () => {
		const left: SavedBoard = {
			board: board({ ...createGroupView('1', []), withdrawn: ['a'] }, createGroupView('2')),
			version: 4,
		};
		const draft = loadSaved(start, left, without('a'));
		expect([isUnsaved(draft), draft.base]).toEqual([false, left]);
	});

	test('is ignored when it is older than the user’s own save', () => {
		const after = reduceDraft(edited, {
			type: 'saved',
			sent: edited.history.board,
			response: {
				groups: [createGroupView('1', ['a']), createGroupView('2', ['b'])],
				version: 5,
				dropped: [],
			},
		});
		expect(loadSaved(after, saved).base.version).toBe(5);
		expect(listSeats(loadSaved(after, saved))).toEqual([['a'], ['b']]);
	});
});

test('a chosen storyteller whom the event loses leaves the draft; one of the saved groups stays', () => {
	const withTess: BoardUsers = { ...users, storytellers: new Set(['t', 'u']) };
	const led: SavedBoard = {
		board: board({ ...createGroupView('1', ['a']), storytellerId: 'u' }, createGroupView('2')),
		version: 4,
	};
	const step: Step = { type: 'changeGroup', groupId: '2', storytellerId: 't' };
	const chosen = reduceDraft(startDraft(led, withTess, null), { type: 'step', step, now, users: withTess });
	const listLeaders = (draft: Draft) => draft.history.board.groups.map(({ storytellerId }) => storytellerId);
	expect(listLeaders(loadSaved(chosen, led, withTess))).toEqual(['u', 't']);
	expect(listLeaders(loadSaved(chosen, led, users))).toEqual(['u', null]);
	const player = applyStep(edited, { type: 'movePlayer', userId: 'c', groupId: '2' });
	expect(loadSaved(player, saved)).toMatchObject({ dropped: [] });
});

test('a save makes the draft the saved board, and keeps later changes', () => {
	const sent = edited.history.board;
	const response = {
		groups: [createGroupView('1', ['a']), createGroupView('2')],
		version: 5,
		dropped: ['b'],
	};
	const after = reduceDraft(edited, { type: 'saved', sent, response });
	expect([isUnsaved(after), after.base.version]).toEqual([false, 5]);
	expect(listSeats(after)).toEqual([['a'], []]);

	const editedAgain = applyStep(edited, { type: 'removePlayer', userId: 'a' });
	const later = reduceDraft(editedAgain, { type: 'saved', sent, response });
	expect(listSeats(later)).toEqual([[], ['b']]);
	expect(isUnsaved(later)).toBe(true);
});

describe('withdrawn players', () => {
	const before: SavedBoard = {
		board: board({ ...createGroupView('1', ['a']), withdrawn: ['x'] }),
		version: 4,
	};
	const removed = applyStep(startDraft(before, users, null), { type: 'removeWithdrawn', groupId: '1' });
	const listWithdrawn = ({ history }: Draft) => history.board.groups.map(({ withdrawn }) => withdrawn);

	test('are removed by a step of the draft, which is unsaved until it is undone or discarded', () => {
		expect([isUnsaved(removed), listWithdrawn(removed)]).toEqual([true, [[]]]);
		expect(isUnsaved(loadSaved(removed, before))).toBe(true);
		for (const back of [
			reduceDraft(removed, { type: 'undo', users }),
			reduceDraft(removed, { type: 'discard' }),
		])
			expect([isUnsaved(back), listWithdrawn(back)]).toEqual([false, [['x']]]);
	});

	test('are removed by every save, also while the draft is edited', () => {
		const renamed = applyStep(startDraft(before, users, null), {
			type: 'changeGroup',
			groupId: '1',
			name: 'Owls',
		});
		const sent = renamed.history.board;
		const { withdrawn: _, ...savedGroup } = { ...createGroupView('1', ['a']), name: 'Owls', withdrawn: [] };
		const response = { groups: [savedGroup], version: 5, dropped: [] };
		const after = reduceDraft(renamed, { type: 'saved', sent, response });
		expect([isUnsaved(after), listWithdrawn(after)]).toEqual([false, [undefined]]);
		const later = applyStep(renamed, { type: 'movePlayer', userId: 'b', groupId: '1' });
		const laterSaved = reduceDraft(later, { type: 'saved', sent, response });
		expect([isUnsaved(laterSaved), listWithdrawn(laterSaved)]).toEqual([true, [undefined]]);
		expect(isUnsaved(reduceDraft(laterSaved, { type: 'discard' }))).toBe(false);
		// The response to the save was lost: the newer board is the one that this user saved.
		const newer = { board: board(savedGroup), version: 5 };
		expect(loadSaved(renamed, newer)).toMatchObject({ base: newer, theirs: null });
	});

	test('are sent as known, not as part of a group, until the next save', () => {
		const sentBy = ({ history }: Draft) => JSON.parse(serializeBoard(history));
		const again = applyStep(removed, { type: 'movePlayer', userId: 'c', groupId: '1' });
		expect(sentBy(again)).toMatchObject({
			groups: [createGroupView('1', ['a', 'c'])],
			knownWithdrawn: ['x'],
		});
		const later: SavedBoard = {
			board: board({ ...createGroupView('1', []), withdrawn: ['x', 'a'] }),
			version: before.version,
		};
		// `a` withdrew while the draft was edited, so the creator did not seat `a` in spite of the withdrawal.
		expect(sentBy(loadSaved(again, later)).knownWithdrawn).toEqual(['x']);
		const undone = reduceDraft(again, { type: 'undo', users });
		expect(sentBy(undone).knownWithdrawn).toEqual(['x']);
		const response = { groups: [createGroupView('1', ['a', 'c'])], version: 5, dropped: [] };
		const after = reduceDraft(again, { type: 'saved', sent: again.history.board, response });
		expect(sentBy(after).knownWithdrawn).toEqual([]);
	});
});

test('a player who removes the signup leaves the draft and is listed as dropped', () => {
	const draft = loadSaved(edited, saved, without('b'));
	expect(listSeats(draft)).toEqual([['a'], []]);
	expect(draft.dropped).toEqual(['b']);
	expect(applyStep(draft, { type: 'addGroup', id: 'x' }).dropped).toEqual([]);
});

describe('auto-split', () => {
	const result = { proven: true, mutual: 1, oneSided: 0, milliseconds: 12, taughtGroupId: null };
	const response = { groups: [createGroupView('1', ['a', 'b']), createGroupView('2', ['c'])], result };
	const split = reduceDraft(start, { type: 'split', response, users });

	test('replaces the groups; its result is kept while the groups are unchanged', () => {
		expect(listSeats(split)).toEqual([['a', 'b'], ['c']]);
		expect(split.split).toBe(response);
		expect(isUnsaved(split)).toBe(true);
		expect(reduceDraft(split, { type: 'undo', users }).split).toBeNull();
		expect(applyStep(split, { type: 'movePlayer', userId: 'a', groupId: '2' }).split).toBeNull();
		const renamed = applyStep(split, { type: 'changeGroup', groupId: '1', name: 'Owls' });
		expect(renamed.split).toBe(response);
		const apart = applyStep(split, { type: 'keepApart', a: 'a', b: 'c' });
		expect(apart.split).toBeNull();
		expect(loadSaved(split, saved, without('b')).split).toBeNull();
		const sent = split.history.board;
		for (const [players, kept] of [
			[['a', 'b'], response],
			[['a'], null],
		] as const) {
			const groups = [createGroupView('1', [...players]), createGroupView('2', ['c'])];
			const after: DraftEvent = { type: 'saved', sent, response: { groups, version: 5, dropped: [] } };
			expect(reduceDraft(split, after).split).toBe(kept);
		}
		const order = applyStep(split, { type: 'movePlayer', userId: 'a', groupId: '1' });
		expect(listSeats(order)).toEqual([['b', 'a'], ['c']]);
		expect(order.split).toBe(response);
	});

	test('is the first draft without script, with the version that it was made from', () => {
		const about = { intent: 'groups.autoSplit', split: response } as const;
		const fresh = startDraft(saved, users, { ...about, version: 4 });
		expect([fresh.split, fresh.theirs, fresh.base.version]).toEqual([response, null, 4]);
		const late = startDraft(saved, users, { ...about, version: 3 });
		expect([late.theirs, late.base.version]).toEqual([saved, 3]);
	});
});

describe('a save that was refused without script', () => {
	const draft = board(createGroupView('1', ['a', 'b']), createGroupView('2', ['gone']));

	test('keeps the draft beside the newer saved board', () => {
		const shown = startDraft(saved, users, { intent: 'groups.save', version: 3, draft });
		expect(shown.theirs).toBe(saved);
		expect(listSeats(shown)).toEqual([['a', 'b'], []]);
		expect(shown.dropped).toEqual(['gone']);
		expect(isUnsaved(shown)).toBe(true);
	});

	test('keeps the draft after another refusal', () => {
		const shown = startDraft(saved, users, { intent: 'groups.save', version: 4, draft });
		expect([shown.theirs, shown.base.version, isUnsaved(shown)]).toEqual([null, 4, true]);
		expect(startDraft(saved, users, { intent: 'groups.save', version: 4, draft: null })).toEqual(start);
	});
});

test('a form contains the whole board; the server sets the date of a group without one', () => {
	const parsed = JSON.parse(
		serializeBoard(
			startHistory(board(createGroupView('1', ['a']), { ...createGroupView('2'), createdAt: '' })),
		),
	);
	const { createdAt: _, ...groupWithoutDate } = createGroupView('2');
	expect(parsed).toEqual({
		groups: [createGroupView('1', ['a']), groupWithoutDate],
		pins: [],
		keepApart: [],
		knownWithdrawn: [],
	});
});
