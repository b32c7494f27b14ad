import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { constrain, MOODS, makeNight } from '~/bench/groups-instances.ts';
import { askOracle } from '~/bench/groups-oracle.ts';
import { type AutoSplitAnswer, type AutoSplitQuestion, autoSplit, splitWithoutWishes } from './auto-split.ts';
import { describeConflict } from './conflict.ts';

/** The solver takes long for large groups, so they are only tested with SPLIT_TEST=long. */
const isLong = process.env.SPLIT_TEST === 'long';
/** A clock that never advances, so that only the number of steps ends the search. */
const options = { deadlineMs: 1_000, clock: () => 0 };
const solve = (question: AutoSplitQuestion, deadlineMs = 1_000): AutoSplitAnswer => {
	const { answer } = autoSplit(question, { ...options, deadlineMs });
	if (!answer) throw new Error('no split');
	return answer;
};
const night = (players: number, more: Partial<AutoSplitQuestion> = {}): AutoSplitQuestion => ({
	players: Array.from({ length: players }, (_, i) => `p${i}`),
	groupCount: 2,
	...{ wishes: {}, pins: [], keepApart: [], company: [], storytellers: [], storytellerWishes: {} },
	...more,
});

/** Returns the value of the best balanced split, found by trying all of them. */
function bruteForce({ players, groupCount, wishes, pins, keepApart }: AutoSplitQuestion): string | null {
	const [small, extra] = [Math.floor(players.length / groupCount), players.length % groupCount];
	let best: [number, number, number] | null = null;
	for (let code = 0; code < groupCount ** players.length; code += 1) {
		const groupOf = new Map(players.map((id, i) => [id, Math.floor(code / groupCount ** i) % groupCount]));
		const sizes = Array.from(
			{ length: groupCount },
			(_, g) => [...groupOf.values()].filter((x) => x === g).length,
		);
		if (sizes.some((size) => size < small || size > small + Number(extra > 0))) continue;
		if (pins.some(({ userId, group }) => groupOf.get(userId) !== group)) continue;
		if (keepApart.some(([a, b]) => groupOf.get(a) === groupOf.get(b))) continue;
		const kept = (a: string) =>
			(wishes[a] ?? []).filter((b) => groupOf.has(b) && groupOf.get(a) === groupOf.get(b));
		let [mutual, oneSided, forsaken] = [0, 0, 0];
		for (const player of players) {
			const own = kept(player);
			const answered = own.filter((other) => wishes[other]?.includes(player)).length;
			mutual += answered / 2;
			oneSided += own.length - answered;
			forsaken += Number(own.length === 0 && (wishes[player] ?? []).some((other) => groupOf.has(other)));
		}
		const isBest =
			!best ||
			mutual > best[0] ||
			(mutual === best[0] && (oneSided > best[1] || (oneSided === best[1] && forsaken < best[2])));
		if (isBest) best = [mutual, oneSided, forsaken];
	}
	return best?.join(' ') ?? null;
}
const worthOf = ({ mutual, oneSided, forsaken }: AutoSplitAnswer) => `${mutual} ${oneSided} ${forsaken}`;

const small = fc
	.record({
		size: fc.integer({ min: 2, max: 8 }),
		groupCount: fc.integer({ min: 1, max: 3 }),
		isBound: fc.boolean(),
	})
	.chain(({ size, groupCount, isBound }) => {
		const player = fc.integer({ min: 0, max: size - 1 });
		const most = isBound ? 3 : 0;
		return fc.record({
			size: fc.constant(size),
			groupCount: fc.constant(groupCount),
			wishes: fc.array(fc.uniqueArray(player, { maxLength: 5 }), { minLength: size, maxLength: size }),
			pins: fc.uniqueArray(fc.record({ who: player, group: fc.integer({ min: 0, max: groupCount - 1 }) }), {
				maxLength: most,
				selector: ({ who }) => who,
			}),
			apart: fc.array(fc.tuple(player, player), { maxLength: most }),
		});
	})
	.map(({ size, groupCount, wishes, pins, apart }) =>
		night(size, {
			groupCount,
			wishes: Object.fromEntries(
				wishes.map((own, i) => [`p${i}`, own.filter((j) => j !== i).map((j) => `p${j}`)]),
			),
			pins: pins.map(({ who, group }) => ({ userId: `p${who}`, group })),
			keepApart: apart.filter(([a, b]) => a !== b).map(([a, b]) => [`p${a}`, `p${b}`] as const),
		}),
	);

describe('auto-split', () => {
	test('is the best of all balanced splits, or says that there is none', () => {
		fc.assert(
			fc.property(small, (question) => {
				const { answer } = autoSplit(question, options);
				expect(answer && worthOf(answer)).toBe(bruteForce(question));
				if (!answer) return;
				expect(answer.proven).toBe(true);
				for (const { userId, group } of question.pins)
					expect(answer.groups[group]?.players).toContain(userId);
			}),
			{ numRuns: 60 },
		);
	}, 180_000);

	test('among equals leaves fewest without a wish, also where only a trade of three leads there', () => {
		const question = night(5, {
			wishes: { p3: ['p0', 'p2'], p4: ['p0'] },
			pins: [{ userId: 'p0', group: 0 }],
			keepApart: [
				['p1', 'p3'],
				['p1', 'p2'],
			],
		});
		expect(worthOf(solve(question))).toBe('0 2 0');
	});

	test.each([
		...MOODS.flatMap((mood) => (isLong ? [16, 19] : [12, 13]).map((size) => [mood, size, 2, 1] as const)),
		['few', 24, 3, 2] as const,
		['friends', 24, 3, 3] as const,
	])(
		'finds what the HiGHS solver finds: %s wishes, %i people, %i groups',
		(mood, size, groupCount, seed) => {
			const question = makeNight(seed, size, groupCount, mood);
			const answer = solve(question);
			expect(answer.proven).toBe(true);
			expect({ mutual: answer.mutual, oneSided: answer.oneSided }).toEqual(askOracle(question, 80));
		},
		180_000,
	);

	test.each(MOODS)(
		'finds what the solver finds with pins and pairs: %s wishes',
		(mood) => {
			const question = constrain(makeNight(5, isLong ? 18 : 13, 2, mood));
			const { proven, mutual, oneSided } = solve(question);
			expect({ proven, mutual, oneSided }).toEqual({ proven: true, ...askOracle(question, 80) });
		},
		180_000,
	);

	test.each([
		[16, 2],
		[17, 2],
		[30, 2],
		[31, 4],
		[60, 4],
		[3, 5],
	])(
		'%i people in %i groups: sizes differ by at most one and nobody is lost',
		(size, groupCount) => {
			for (const question of [
				makeNight(1, size, groupCount, 'many'),
				makeNight(2, size, groupCount, 'friends'),
			]) {
				const { groups } = solve(question, 100);
				const sizes = groups.map(({ players }) => players.length);
				expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
				expect(groups.flatMap(({ players }) => players).sort()).toEqual([...question.players].sort());
			}
		},
		180_000,
	);

	test('is the same for the same question', () => {
		for (const mood of MOODS) {
			const question = makeNight(3, 21, 3, mood);
			expect(solve(question, 50)).toEqual(solve(question, 50));
		}
	}, 180_000);

	test('among equals leaves fewest without a wish, then repeats least company', () => {
		const ids = (...numbers: number[]) => numbers.map((i) => `p${i}`);
		// Every split into two and two fulfills a preference of p0 or that of p3.
		const question = night(4, { wishes: { p0: ids(1, 2), p1: ids(3), p2: ids(3) } });
		expect(worthOf(solve(question))).toBe(bruteForce(question));
		const company = [
			{ a: 'p0', b: 'p1', times: 3 },
			{ a: 'p0', b: 'p2', times: 1 },
		];
		const { groups } = solve(night(4, { company }));
		expect(groups.map(({ players }) => players)).toEqual([ids(0, 3), ids(1, 2)]);
	});

	test('a deadline that has passed leaves a whole, balanced split that claims nothing', () => {
		let time = 0;
		const late = { deadlineMs: 100, clock: () => (time += 1_000) };
		const { answer } = autoSplit(makeNight(1, 60, 4, 'many'), late);
		expect(answer?.proven).toBe(false);
		expect(answer?.groups.map(({ players }) => players.length)).toEqual([15, 15, 15, 15]);
	});

	test('tells whose wishes came true', () => {
		const answer = solve(night(4, { wishes: { p0: ['p1', 'gone'], p1: ['p0'], p2: ['p0'] } }));
		expect(answer.fulfilled).toEqual({ p0: ['p1'], p1: ['p0'] });
		expect(answer).toMatchObject({ mutual: 1, oneSided: 0, forsaken: 1, proven: true });
	});

	test('nobody at all, and one person', () => {
		expect(solve(night(0)).groups.map(({ players }) => players)).toEqual([[], []]);
		expect(solve(night(1)).groups.map(({ players }) => players)).toEqual([[], ['p0']]);
	});
});

describe('what no balanced split respects', () => {
	const explain = (question: AutoSplitQuestion) => {
		const { answer, conflict } = autoSplit(question, options);
		return answer
			? 'possible'
			: describeConflict(conflict ?? null, question.groupCount, {
					nameOf: (id) => id.toUpperCase(),
					groupName: (group) => `Group ${group + 1}`,
				});
	};

	test.each<[string, Partial<AutoSplitQuestion>, string]>([
		[
			'two pinned together and kept apart',
			{
				pins: [
					{ userId: 'p0', group: 1 },
					{ userId: 'p2', group: 1 },
				],
				keepApart: [
					['p0', 'p2'],
					['p0', 'p1'],
				],
			},
			'P0 is pinned to Group 2, P2 is pinned to Group 2, P0 and P2 are kept apart',
		],
		[
			'three kept apart in two groups',
			{
				keepApart: [
					['p3', 'p4'],
					['p0', 'p1'],
					['p1', 'p2'],
					['p0', 'p2'],
				],
			},
			'P0 and P1 are kept apart, P1 and P2 are kept apart, P0 and P2 are kept apart',
		],
		[
			'too many pinned to one group',
			{ pins: [0, 1, 2, 3].map((i) => ({ userId: `p${i}`, group: 0 })) },
			'P0 is pinned to Group 1, P1 is pinned to Group 1, P2 is pinned to Group 1, P3 is pinned to Group 1',
		],
	])('%s', (_name, more, reasons) => {
		expect(explain(night(6, more))).toBe(`No balanced split into 2 groups is possible while ${reasons}.`);
	});

	test('a pair with somebody who does not play hinders nobody', () => {
		expect(explain(night(6, { keepApart: [['p0', 'gone']], pins: [{ userId: 'gone', group: 1 }] }))).toBe(
			'possible',
		);
	});
});

test('the plain form is balanced and respects pins and pairs', () => {
	const question = constrain(makeNight(1, 17, 2, 'many'));
	const { groups, proven } = splitWithoutWishes(question) ?? { groups: [], proven: true };
	expect(proven).toBe(false);
	expect(groups.map(({ players }) => players.length).sort()).toEqual([8, 9]);
	const [first, second] = groups.map(({ players }) => new Set(players));
	expect(first?.has('0') && second?.has('1') && second?.has('2') && first?.has('3')).toBe(true);
});
