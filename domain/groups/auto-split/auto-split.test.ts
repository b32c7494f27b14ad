import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addConstraints, createSplitRequest, PREFERENCE_PATTERNS } from '~/bench/groups-instances.ts';
import { solveWithHighs } from '~/bench/groups-solver.ts';
import {
	type AutoSplitRequest,
	type AutoSplitResult,
	autoSplit,
	splitWithoutPreferences,
} from './auto-split.ts';
import { describeConflict } from './balanced-split.ts';
import { createRandomInteger } from './random.ts';

/** The solver takes long for large groups, so they are only tested with SPLIT_TEST=long. */
const isLong = process.env.SPLIT_TEST === 'long';
/** A clock that never advances, so that only the number of steps ends the search. */
const options = { deadlineMs: 1_000, clock: () => 0 };
const solve = (request: AutoSplitRequest, deadlineMs = 1_000): AutoSplitResult => {
	const { result } = autoSplit(request, { ...options, deadlineMs });
	if (!result) throw new Error('no split');
	return result;
};
const createRequest = (players: number, more: Partial<AutoSplitRequest> = {}): AutoSplitRequest => ({
	players: Array.from({ length: players }, (_, i) => `p${i}`),
	groupCount: 2,
	playerPreferences: {},
	pins: [],
	keepApart: [],
	recentPairings: [],
	storytellers: [],
	storytellerPreferences: {},
	...more,
});

/** Returns the value of the best balanced split, found by trying all of them. */
function bruteForce({
	players,
	groupCount,
	playerPreferences,
	pins,
	keepApart,
}: AutoSplitRequest): string | null {
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
		const listFulfilled = (a: string) =>
			(playerPreferences[a] ?? []).filter((b) => groupOf.has(b) && groupOf.get(a) === groupOf.get(b));
		let [mutual, oneSided, unfulfilledPlayers] = [0, 0, 0];
		for (const player of players) {
			const own = listFulfilled(player);
			const mutualCount = own.filter((other) => playerPreferences[other]?.includes(player)).length;
			mutual += mutualCount / 2;
			oneSided += own.length - mutualCount;
			unfulfilledPlayers += Number(
				own.length === 0 && (playerPreferences[player] ?? []).some((other) => groupOf.has(other)),
			);
		}
		const isBest =
			!best ||
			mutual > best[0] ||
			(mutual === best[0] && (oneSided > best[1] || (oneSided === best[1] && unfulfilledPlayers < best[2])));
		if (isBest) best = [mutual, oneSided, unfulfilledPlayers];
	}
	return best?.join(' ') ?? null;
}
const formatValue = ({ mutual, oneSided, unfulfilledPlayers }: AutoSplitResult) =>
	`${mutual} ${oneSided} ${unfulfilledPlayers}`;

const smallRequest = fc
	.record({
		size: fc.integer({ min: 2, max: 8 }),
		groupCount: fc.integer({ min: 1, max: 3 }),
		hasConstraints: fc.boolean(),
	})
	.chain(({ size, groupCount, hasConstraints }) => {
		const player = fc.integer({ min: 0, max: size - 1 });
		const most = hasConstraints ? 3 : 0;
		return fc.record({
			size: fc.constant(size),
			groupCount: fc.constant(groupCount),
			playerPreferences: fc.array(fc.uniqueArray(player, { maxLength: 5 }), {
				minLength: size,
				maxLength: size,
			}),
			pins: fc.uniqueArray(fc.record({ index: player, group: fc.integer({ min: 0, max: groupCount - 1 }) }), {
				maxLength: most,
				selector: ({ index }) => index,
			}),
			apart: fc.array(fc.tuple(player, player), { maxLength: most }),
		});
	})
	.map(({ size, groupCount, playerPreferences, pins, apart }) =>
		createRequest(size, {
			groupCount,
			playerPreferences: Object.fromEntries(
				playerPreferences.map((own, i) => [`p${i}`, own.filter((j) => j !== i).map((j) => `p${j}`)]),
			),
			pins: pins.map(({ index, group }) => ({ userId: `p${index}`, group })),
			keepApart: apart.filter(([a, b]) => a !== b).map(([a, b]) => [`p${a}`, `p${b}`] as const),
		}),
	);

describe('auto-split', () => {
	test('returns the best of all balanced splits, or a conflict when there is none', () => {
		fc.assert(
			fc.property(smallRequest, (request) => {
				const { result } = autoSplit(request, options);
				expect(result && formatValue(result)).toBe(bruteForce(request));
				if (!result) return;
				expect(result.proven).toBe(true);
				for (const { userId, group } of request.pins) expect(result.groups[group]?.players).toContain(userId);
			}),
			{ numRuns: 60 },
		);
	}, 180_000);

	test('among equal splits leaves the fewest players without a fulfilled preference, also when only a swap of three players leads there', () => {
		const request = createRequest(5, {
			playerPreferences: { p3: ['p0', 'p2'], p4: ['p0'] },
			pins: [{ userId: 'p0', group: 0 }],
			keepApart: [
				['p1', 'p3'],
				['p1', 'p2'],
			],
		});
		expect(formatValue(solve(request))).toBe('0 2 0');
	});

	test.each([
		...PREFERENCE_PATTERNS.flatMap((pattern) =>
			(isLong ? [16, 19] : [12, 13]).map((size) => [pattern, size, 2, 1] as const),
		),
		['few', 24, 3, 2] as const,
		['friends', 24, 3, 3] as const,
	])(
		'finds the same optimum as the HiGHS solver: %s preferences, %i players, %i groups',
		(pattern, size, groupCount, seed) => {
			const request = createSplitRequest(seed, size, groupCount, pattern);
			const result = solve(request);
			expect(result.proven).toBe(true);
			expect({ mutual: result.mutual, oneSided: result.oneSided }).toEqual(solveWithHighs(request, 80));
		},
		180_000,
	);

	test.each(PREFERENCE_PATTERNS)(
		'finds the same optimum as the solver with pins and pairs: %s preferences',
		(pattern) => {
			const request = addConstraints(createSplitRequest(5, isLong ? 18 : 13, 2, pattern));
			const { proven, mutual, oneSided } = solve(request);
			expect({ proven, mutual, oneSided }).toEqual({ proven: true, ...solveWithHighs(request, 80) });
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
		'%i players in %i groups: sizes differ by at most one and every player has a seat',
		(size, groupCount) => {
			for (const request of [
				createSplitRequest(1, size, groupCount, 'many'),
				createSplitRequest(2, size, groupCount, 'friends'),
			]) {
				const { groups } = solve(request, 100);
				const sizes = groups.map(({ players }) => players.length);
				expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
				expect(groups.flatMap(({ players }) => players).sort()).toEqual([...request.players].sort());
			}
		},
		180_000,
	);

	test('returns the same result for the same request', () => {
		for (const pattern of PREFERENCE_PATTERNS) {
			const request = createSplitRequest(3, 21, 3, pattern);
			expect(solve(request, 50)).toEqual(solve(request, 50));
		}
	}, 180_000);

	test('among equal splits leaves the fewest players without a fulfilled preference, then repeats the fewest pairings', () => {
		const ids = (...numbers: number[]) => numbers.map((i) => `p${i}`);
		// Every split into two and two fulfills a preference of p0 or that of p3.
		const request = createRequest(4, { playerPreferences: { p0: ids(1, 2), p1: ids(3), p2: ids(3) } });
		expect(formatValue(solve(request))).toBe(bruteForce(request));
		const recentPairings = [
			{ a: 'p0', b: 'p1', times: 3 },
			{ a: 'p0', b: 'p2', times: 1 },
		];
		const { groups } = solve(createRequest(4, { recentPairings }));
		expect(groups.map(({ players }) => players)).toEqual([ids(0, 3), ids(1, 2)]);
	});

	test('returns a complete, balanced, unproven split after the deadline', () => {
		let time = 0;
		const lateOptions = { deadlineMs: 100, clock: () => (time += 1_000) };
		const { result } = autoSplit(createSplitRequest(1, 60, 4, 'many'), lateOptions);
		expect(result?.proven).toBe(false);
		expect(result?.groups.map(({ players }) => players.length)).toEqual([15, 15, 15, 15]);
	});

	test('Travellers change no group of the players, and come where their preferences are', () => {
		fc.assert(
			fc.property(smallRequest, fc.integer({ min: 1, max: 4 }), (small, count) => {
				const { result: before } = autoSplit(small, options);
				if (!before) return;
				const travellers = Array.from({ length: count }, (_, i) => `t${i}`);
				const { groups } = solve({ ...small, travellers });
				expect(groups.map(({ players }) => players.filter((id) => !id.startsWith('t')))).toEqual(
					before.groups.map(({ players }) => players),
				);
				expect(groups.flatMap(({ players }) => players.filter((id) => id.startsWith('t'))).sort()).toEqual(
					travellers,
				);
				const sizes = groups.map(({ players }) => players.length);
				expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
			}),
		);
		const playerPreferences = { p0: ['p1'], p1: ['p0'], p2: ['p3'], p3: ['p2'], t0: ['p3'], t1: ['p0'] };
		const friends = createRequest(4, { playerPreferences, travellers: ['t0', 't1'] });
		expect(solve(friends)).toMatchObject({
			proven: false,
			mutual: 2,
			oneSided: 2,
			groups: [{ players: ['p0', 'p1', 't1'] }, { players: ['p2', 'p3', 't0'] }],
		});
		expect(splitWithoutPreferences(friends)?.groups.map(({ players }) => players.length)).toEqual([3, 3]);
	});

	test('a Traveller who is kept apart from a player of each group is a conflict', () => {
		const keepApart: [string, string][] = [
			['t0', 'p0'],
			['t0', 'p1'],
			['p0', 'p1'],
		];
		expect(autoSplit(createRequest(2, { keepApart, travellers: ['t0'] }), options)).toEqual({
			result: null,
			conflict: null,
		});
	});

	test('returns the fulfilled preferences', () => {
		const result = solve(
			createRequest(4, { playerPreferences: { p0: ['p1', 'gone'], p1: ['p0'], p2: ['p0'] } }),
		);
		expect(result.fulfilled).toEqual({ p0: ['p1'], p1: ['p0'] });
		expect(result).toMatchObject({ mutual: 1, oneSided: 0, unfulfilledPlayers: 1, proven: true });
	});

	test('splits no players, and one player', () => {
		expect(solve(createRequest(0)).groups.map(({ players }) => players)).toEqual([[], []]);
		expect(solve(createRequest(1)).groups.map(({ players }) => players)).toEqual([[], ['p0']]);
	});
});

describe('conflicting pins and pairs', () => {
	const explain = (request: AutoSplitRequest) => {
		const { result, conflict } = autoSplit(request, options);
		return result
			? 'possible'
			: describeConflict(conflict ?? null, request.groupCount, {
					nameOf: (id) => id.toUpperCase(),
					groupName: (group) => `Group ${group + 1}`,
				});
	};

	test.each<[string, Partial<AutoSplitRequest>, string]>([
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
		expect(explain(createRequest(6, more))).toBe(
			`No balanced split into 2 groups is possible while ${reasons}.`,
		);
	});

	test('ignores a pair with a user who does not play', () => {
		expect(
			explain(createRequest(6, { keepApart: [['p0', 'gone']], pins: [{ userId: 'gone', group: 1 }] })),
		).toBe('possible');
	});
});

test('a split without preferences is balanced and respects pins and pairs', () => {
	const request = addConstraints(createSplitRequest(1, 17, 2, 'many'));
	const { groups, proven } = splitWithoutPreferences(request) ?? { groups: [], proven: true };
	expect(proven).toBe(false);
	expect(groups.map(({ players }) => players.length).sort()).toEqual([8, 9]);
	const [first, second] = groups.map(({ players }) => new Set(players));
	expect(first?.has('0') && second?.has('1') && second?.has('2') && first?.has('3')).toBe(true);
});

describe('first-timers', () => {
	/** Returns an instance in which a third of the players are first-timers; every third one has pins and pairs. */
	const createTaught = (seed: number) => {
		const [size, groupCount] = [
			[9, 2],
			[10, 2],
			[10, 3],
			[11, 3],
		][seed % 4] as [number, number];
		const pattern = PREFERENCE_PATTERNS[seed % PREFERENCE_PATTERNS.length] ?? 'few';
		const free = createSplitRequest(seed, size, groupCount, pattern);
		const request = seed % 3 === 0 ? addConstraints(free) : free;
		const random = createRandomInteger(seed);
		const firstTimers = request.players.filter(() => random(3) === 0);
		return { ...request, firstTimers };
	};

	test('the solver agrees on random instances', () => {
		const differing: number[] = [];
		for (let seed = 1; seed <= (isLong ? 200 : 12); seed += 1) {
			const request = createTaught(seed);
			const { result } = autoSplit(request, options);
			const best = solveWithHighs(request, 80);
			const own = result && { mutual: result.mutual, oneSided: result.oneSided };
			if (JSON.stringify(own) !== JSON.stringify(best) || result?.proven === false) differing.push(seed);
		}
		expect(differing).toEqual([]);
	}, 900_000);

	const teach = (more: Partial<AutoSplitRequest>) =>
		autoSplit(
			createRequest(8, {
				firstTimers: ['p1', 'p6', 'p7'],
				storytellers: ['x', 'y'],
				teachers: ['y'],
				...more,
			}),
			options,
		);
	const isTogether = ({ result }: ReturnType<typeof teach>) => {
		const group = result?.groups[result.taughtGroup ?? -1];
		return ['p1', 'p6', 'p7'].every((id) => group?.players.includes(id)) && group?.storytellerId === 'y';
	};

	test.each<[string, Partial<AutoSplitRequest>]>([
		['without pins', {}],
		['against their preferences', { playerPreferences: { p1: ['p0', 'p2', 'p3'], p0: ['p1'] } }],
		['with one of them pinned', { pins: [{ userId: 'p6', group: 1 }] }],
		[
			'with others pinned to both groups',
			{
				pins: [
					{ userId: 'p0', group: 0 },
					{ userId: 'p2', group: 1 },
				],
			},
		],
		['with Travellers', { travellers: ['t1'] }],
		[
			'kept apart from others',
			{
				keepApart: [
					['p1', 'p0'],
					['p6', 'p2'],
				],
			},
		],
	])('have one group and a teacher, %s', (_, more) => {
		const outcome = teach(more);
		expect(isTogether(outcome)).toBe(true);
		const request = createRequest(8, {
			firstTimers: ['p1', 'p6', 'p7'],
			storytellers: ['x', 'y'],
			teachers: ['y'],
			...more,
		});
		const simple = splitWithoutPreferences(request);
		expect(isTogether({ result: simple } as ReturnType<typeof teach>)).toBe(true);
	});

	test('have a result that is not proven, when one of the runs is not', () => {
		const request = { ...createSplitRequest(1, 40, 4, 'oneSided'), firstTimers: ['1', '6', '7'] };
		expect(request.players).toEqual(expect.arrayContaining(request.firstTimers));
		expect(solve(request, 1)).toMatchObject({ proven: false, taughtGroup: 0 });
	});

	test('without any, nothing is different', () => {
		const request = createSplitRequest(3, 16, 2, 'few');
		expect({ ...solve({ ...request, firstTimers: [] }) }).toEqual(solve(request));
		expect(solve({ ...request, firstTimers: ['other'] })).toEqual(solve(request));
		expect(solve(request).taughtGroup).toBeNull();
	});

	test.each<[string, Partial<AutoSplitRequest>, string]>([
		['kept apart', { keepApart: [['p1', 'p6']] }, '3 first-timers play together'],
		[
			'pinned to two groups',
			{
				pins: [
					{ userId: 'p1', group: 0 },
					{ userId: 'p6', group: 1 },
				],
			},
			'3 first-timers play together',
		],
		[
			'more than a group has seats',
			{ firstTimers: ['p0', 'p1', 'p2', 'p3', 'p4'] },
			'5 first-timers play together',
		],
		[
			'and pins are impossible anyway',
			{
				keepApart: [
					['p0', 'p2'],
					['p0', 'p3'],
					['p2', 'p3'],
				],
			},
			'p0 and p2 are kept apart, p0 and p3 are kept apart, p2 and p3 are kept apart',
		],
	])('cannot be together when they are %s', (_, more, reason) => {
		const { conflict = null } = teach(more);
		const names = { nameOf: (id: string) => id, groupName: (group: number) => `Group ${group + 1}` };
		expect(describeConflict(conflict, 2, names)).toBe(
			`No balanced split into 2 groups is possible while ${reason}.`,
		);
	});
});
