import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seatStorytellers } from './storytellers.ts';

const GROUPS = [
	['a', 'b'],
	['c', 'd'],
];

test.each<[string, string[], Record<string, string[]>, (string | null)[]]>([
	['each to those who prefer them', ['x', 'y'], { a: ['y'], c: ['x'], d: ['x'] }, ['y', 'x']],
	[
		'the best for both, not for the first alone',
		['x', 'y'],
		{ a: ['x', 'y'], b: ['x', 'y'], c: ['x'] },
		['y', 'x'],
	],
	['no preferences: in order', ['x', 'y'], {}, ['x', 'y']],
	['one for two groups', ['x'], { d: ['x'] }, [null, 'x']],
	['three for two groups: the preferred ones', ['x', 'y', 'z'], { a: ['z'], d: ['y'] }, ['z', 'y']],
	['none', [], { a: ['x'] }, [null, null]],
])('%s', (_name, storytellers, storytellerPreferences, seats) => {
	expect(seatStorytellers(GROUPS, storytellers, storytellerPreferences)).toEqual(seats);
});

test.each<[string, string[], string[], (string | null)[]]>([
	['the teacher has the first-timers, whatever is preferred', ['x', 'y'], ['y'], ['x', 'y']],
	['a single teacher too', ['y'], ['y'], [null, 'y']],
	['no other storyteller has them', ['x', 'y'], [], ['y', null]],
	['of two teachers, the preferred one', ['x', 'y'], ['x', 'y'], ['x', 'y']],
])('%s', (_name, storytellers, teachers, seats) => {
	const preferences = { a: ['y', 'x'], b: ['y'], c: ['y'], d: ['y'] };
	expect(seatStorytellers(GROUPS, storytellers, preferences, { group: 1, teachers })).toEqual(seats);
});

const permutations = (ids: (string | null)[]): (string | null)[][] =>
	ids.length === 0
		? [[]]
		: ids.flatMap((id, i) => permutations(ids.toSpliced(i, 1)).map((rest) => [id, ...rest]));

test('is as good as the best of all assignments', () => {
	const ids = ['x', 'y', 'z', 'w'];
	const storytellerPreferences = fc.array(fc.subarray(ids), { minLength: 9, maxLength: 9 });
	fc.assert(
		fc.property(storytellerPreferences, fc.subarray(ids), (lists, storytellers) => {
			const groups = [
				['0', '1', '2'],
				['3', '4', '5'],
				['6', '7', '8'],
			];
			const byPlayer = Object.fromEntries(lists.map((list, i) => [String(i), list]));
			const computeValue = (seats: (string | null)[]) =>
				groups.reduce((sum, players, i) => {
					const id = seats[i] ?? null;
					return (
						sum + (id === null ? 0 : 100 + players.filter((player) => byPlayer[player]?.includes(id)).length)
					);
				}, 0);
			const all = permutations([...storytellers, null, null, null]).map((order) =>
				computeValue(order.slice(0, 3)),
			);
			expect(computeValue(seatStorytellers(groups, storytellers, byPlayer))).toBe(Math.max(...all));
		}),
		{ numRuns: 60 },
	);
});
