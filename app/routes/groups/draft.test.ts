import { describe, expect, test } from 'vitest';
import type { Board, BoardPeople } from '~/domain/groups/board.ts';
import { type Draft, isUnsaved, reduceDraft, type SavedBoard, startDraft, writeBoard } from './draft.ts';
import type { Step } from './step.ts';

const createdAt = '2026-10-01T10:00:00.000Z';
const now = '2026-10-14T12:00:00.000Z';
const group = (id: string, players: string[] = []) => ({
	...{ id, name: `Group ${id}`, players, storytellerId: null, maxPlayers: 15, createdAt },
});
const board = (...groups: Board['groups']): Board => ({ groups, pins: [], keepApart: [] });
const people: BoardPeople = { signedUp: new Set(['a', 'b', 'c']), storytellers: new Set() };
const without = (id: string): BoardPeople => ({
	...people,
	signedUp: new Set([...people.signedUp].filter((one) => one !== id)),
});

const saved: SavedBoard = { board: board(group('1', ['a']), group('2')), version: 4 };
const theirs: SavedBoard = { board: board(group('9', ['c'])), version: 5 };
const start = startDraft(saved, people, null);
const take = (draft: Draft, step: Step) => reduceDraft(draft, { type: 'step', step, now, people });
const edited = take(start, { type: 'movePlayer', userId: 'b', groupId: '2' });
const seatsOf = (draft: Draft) => draft.history.board.groups.map(({ players }) => players);
const arrive = (draft: Draft, what: SavedBoard, who = people) =>
	reduceDraft(draft, { type: 'arrived', saved: what, people: who });

test('a step makes the draft differ from what is saved; undo and discard end that', () => {
	expect(isUnsaved(start)).toBe(false);
	expect(isUnsaved(edited)).toBe(true);
	expect(seatsOf(edited)).toEqual([['a'], ['b']]);
	expect(isUnsaved(reduceDraft(edited, { type: 'undo', people }))).toBe(false);
	expect(isUnsaved(reduceDraft(edited, { type: 'discard' }))).toBe(false);
	expect(isUnsaved(take(edited, { type: 'removePlayer', userId: 'b' }))).toBe(false);
});

test('a refused step changes nothing and says why, until the next one', () => {
	const refused = take(edited, { type: 'movePlayer', userId: 'nobody', groupId: '2' });
	expect(refused.history).toBe(edited.history);
	expect(refused.refusal).toBe('That player is not signed up any more.');
	expect(take(refused, { type: 'addGroup', id: 'x' }).refusal).toBeNull();
	expect(take(start, { type: 'addGroup', id: 'x' }).history.board.groups.at(-1)).toMatchObject({
		createdAt: now,
	});
});

describe('what is saved meanwhile', () => {
	test('is taken over while nothing is unsaved', () => {
		const draft = arrive(start, theirs);
		expect(draft.base).toBe(theirs);
		expect(isUnsaved(draft)).toBe(false);
		expect(draft.theirs).toBeNull();
	});

	test('stands against the draft, which is kept, by whatever way it comes', () => {
		for (const draft of [arrive(edited, theirs), reduceDraft(edited, { type: 'refused', theirs, people })]) {
			expect(draft.theirs).toBe(theirs);
			expect(draft.base).toBe(saved);
			expect(seatsOf(draft)).toEqual([['a'], ['b']]);
			const given = reduceDraft(draft, { type: 'discard' });
			expect(given.base).toBe(theirs);
			expect([isUnsaved(given), given.theirs]).toEqual([false, null]);
		}
	});

	test('is no conflict when it says the same', () => {
		const same = { board: edited.history.board, version: 5 };
		expect(arrive(edited, same)).toMatchObject({ base: same, theirs: null });
	});

	test('what is older than the own save is ignored', () => {
		const after = reduceDraft(edited, {
			type: 'saved',
			sent: edited.history.board,
			answer: { groups: edited.history.board.groups, version: 5, dropped: [] },
		});
		expect(arrive(after, saved).base.version).toBe(5);
		expect(seatsOf(arrive(after, saved))).toEqual([['a'], ['b']]);
	});
});

test('a save makes the draft the saved board, says who was dropped, and keeps what was changed since', () => {
	const sent = edited.history.board;
	const answer = { groups: [group('1', ['a']), group('2')], version: 5, dropped: ['b'] };
	const after = reduceDraft(edited, { type: 'saved', sent, answer });
	expect([isUnsaved(after), after.dropped, after.base.version]).toEqual([false, ['b'], 5]);
	expect(seatsOf(after)).toEqual([['a'], []]);
	expect(arrive(after, { board: board(...answer.groups), version: 5 }).dropped).toEqual(['b']);

	const further = take(edited, { type: 'removePlayer', userId: 'a' });
	const later = reduceDraft(further, { type: 'saved', sent, answer });
	expect(seatsOf(later)).toEqual([[], ['b']]);
	expect(isUnsaved(later)).toBe(true);
});

test('who takes the answer back leaves the draft and is named', () => {
	const draft = arrive(edited, saved, without('b'));
	expect(seatsOf(draft)).toEqual([['a'], []]);
	expect(draft.dropped).toEqual(['b']);
	expect(take(draft, { type: 'addGroup', id: 'x' }).dropped).toEqual([]);
});

describe('auto-split', () => {
	const result = { proven: true, mutual: 1, oneSided: 0, milliseconds: 12 };
	const answer = { groups: [group('1', ['a', 'b']), group('2', ['c'])], result };
	const split = reduceDraft(start, { type: 'split', answer, people });

	test('replaces the groups; its word holds while they are those that it made', () => {
		expect(seatsOf(split)).toEqual([['a', 'b'], ['c']]);
		expect(split.split).toBe(answer);
		expect(isUnsaved(split)).toBe(true);
		expect(reduceDraft(split, { type: 'undo', people }).split).toBeNull();
		expect(take(split, { type: 'movePlayer', userId: 'a', groupId: '2' }).split).toBeNull();
		const renamed = take(split, { type: 'changeGroup', groupId: '1', name: 'Owls' });
		expect(renamed.split).toBe(answer);
		const order = take(split, { type: 'movePlayer', userId: 'a', groupId: '1' });
		expect(seatsOf(order)).toEqual([['b', 'a'], ['c']]);
		expect(order.split).toBe(answer);
	});

	test('without script the page starts with it, and with the version that it was made from', () => {
		const about = { intent: 'groups.autoSplit', split: answer } as const;
		const fresh = startDraft(saved, people, { ...about, version: 4 });
		expect([fresh.split, fresh.theirs, fresh.base.version]).toEqual([answer, null, 4]);
		const late = startDraft(saved, people, { ...about, version: 3 });
		expect([late.theirs, late.base.version]).toEqual([saved, 3]);
	});
});

describe('a save that was refused without script', () => {
	const draft = board(group('1', ['a', 'b']), group('2', ['gone']));

	test('keeps the draft against what is saved now', () => {
		const shown = startDraft(saved, people, { intent: 'groups.save', version: 3, draft });
		expect(shown.theirs).toBe(saved);
		expect(seatsOf(shown)).toEqual([['a', 'b'], []]);
		expect(shown.dropped).toEqual(['gone']);
		expect(isUnsaved(shown)).toBe(true);
	});

	test('for another reason it is only kept', () => {
		const shown = startDraft(saved, people, { intent: 'groups.save', version: 4, draft });
		expect([shown.theirs, shown.base.version, isUnsaved(shown)]).toEqual([null, 4, true]);
		expect(startDraft(saved, people, { intent: 'groups.save', version: 4, draft: null })).toEqual(start);
	});
});

test('a form carries the board whole; a group without a date is dated by the server', () => {
	const carried = JSON.parse(writeBoard({ ...board(group('1', ['a']), { ...group('2'), createdAt: '' }) }));
	const { createdAt: _, ...undated } = group('2');
	expect(carried).toEqual({ groups: [group('1', ['a']), undated], pins: [], keepApart: [] });
});
