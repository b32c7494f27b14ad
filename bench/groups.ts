import {
	type AutoSplitAnswer,
	type AutoSplitQuestion,
	autoSplit,
} from '~/domain/groups/auto-split/auto-split.ts';
import { AUTO_SPLIT_DEADLINE_MS } from '~/domain/limits.ts';
import { MOODS, type Mood, makeNight } from './groups-instances.ts';
import { askOracle } from './groups-oracle.ts';

/** A count or a time, with its maximum (`most`) or minimum (`least`). */
export type Measure = { name: string; value: number; most?: number; least?: number };

const ORACLE_SECONDS = 30;
const TOLERANCE = 0.01;

/**
 * `npm run bench -- groups`: compares auto-split with the HiGHS solver (two and three groups), and with ten long runs of
 * auto-split (sixty players in four groups). The solver and the long runs take several minutes.
 */
export function* measureGroups(): Generator<Measure> {
	yield* measureTwoGroups();
	yield* measureThreeGroups();
	yield* measureSixtyPlayers();
}

const runAutoSplit = (
	question: AutoSplitQuestion,
	{ deadlineMs = AUTO_SPLIT_DEADLINE_MS, seed = 0 } = {},
): AutoSplitAnswer => {
	const { answer } = autoSplit(question, { deadlineMs, seed, clock: () => performance.now() });
	if (!answer) throw new Error('auto-split found no split');
	return answer;
};

type Comparison = { compared: number; differing: number; unproven: number; times: number[] };

function compare(instances: readonly { question: AutoSplitQuestion; name: string }[]): Comparison {
	const comparison: Comparison = { compared: 0, differing: 0, unproven: 0, times: [] };
	runAutoSplit(makeNight(1, 16, 2, 'many'));
	for (const { question, name } of instances) {
		const start = performance.now();
		const { proven, mutual, oneSided } = runAutoSplit(question);
		comparison.times.push(performance.now() - start);
		comparison.unproven += Number(!proven);
		const oracle = askOracle(question, ORACLE_SECONDS);
		if (!oracle) continue;
		comparison.compared += 1;
		if (oracle.mutual === mutual && oracle.oneSided === oneSided) continue;
		comparison.differing += 1;
		console.log(`${name}: auto-split ${mutual}/${oneSided}, solver ${oracle.mutual}/${oracle.oneSided}`);
	}
	return comparison;
}

const createInstances = (
	sizes: readonly number[],
	groupCount: number,
	moods: readonly Mood[],
	seeds: number,
) =>
	sizes.flatMap((size) =>
		moods.flatMap((mood) =>
			Array.from({ length: seeds }, (_, seed) => ({
				question: makeNight(seed + 1, size, groupCount, mood),
				name: `${size} players, ${groupCount} groups, ${mood}, ${seed + 1}`,
			})),
		),
	);

const createRange = (first: number, last: number, step = 1) =>
	Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, i) => first + i * step);

const EASY_MOODS = MOODS.filter((mood) => mood !== 'unanswered');

function measureTwoGroups(): Measure[] {
	// Instances with `unanswered` preferences are hard for the solver only, so the solver gets the small ones.
	const easyInstances = createInstances(createRange(16, 30), 2, EASY_MOODS, 5);
	const { compared, differing, unproven, times } = compare([
		...easyInstances,
		...createInstances(createRange(16, 20), 2, ['unanswered'], 2),
	]);
	const hardResults = createInstances(createRange(21, 30), 2, ['unanswered'], 3).map(({ question }) => {
		const start = performance.now();
		const { proven } = runAutoSplit(question);
		return { proven, time: performance.now() - start };
	});
	const allTimes = [...times, ...hardResults.map(({ time }) => time)].sort((a, b) => a - b);
	return [
		{ name: '2 groups: instances that the solver finished', value: compared, least: 200 },
		{ name: '2 groups: optima that differ from the solver’s', value: differing, most: 0 },
		{
			name: '2 groups: not proven',
			value: unproven + hardResults.filter(({ proven }) => !proven).length,
			most: 0,
		},
		{
			name: '2 groups: milliseconds, 95th percentile',
			value: allTimes[Math.floor(allTimes.length * 0.95)] ?? 0,
			most: 1_000,
		},
		{
			name: '2 groups: milliseconds, median',
			value: allTimes[Math.floor(allTimes.length / 2)] ?? 0,
			most: 1_000,
		},
	];
}

function measureThreeGroups(): Measure[] {
	const { compared, differing, unproven } = compare(
		createInstances(createRange(24, 36, 3), 3, EASY_MOODS, 3),
	);
	return [
		{ name: '3 groups: instances that the solver finished, of 45', value: compared, least: 30 },
		{ name: '3 groups: optima that differ from the solver’s', value: differing, most: 0 },
		{ name: '3 groups: not proven, of 45', value: unproven, most: 15 },
	];
}

/** A run of one second may be at most 1% below the best of ten runs of ten seconds with other seeds. */
function* measureSixtyPlayers(): Generator<Measure> {
	for (const mood of MOODS) {
		const question = makeNight(1, 60, 4, mood);
		const start = performance.now();
		const quick = runAutoSplit(question);
		const time = performance.now() - start;
		let best = quick;
		for (let seed = 1; seed <= 10; seed += 1) {
			const long = runAutoSplit(question, { deadlineMs: 10_000, seed });
			const isBetter =
				long.mutual > best.mutual || (long.mutual === best.mutual && long.oneSided > best.oneSided);
			if (isBetter) best = long;
		}
		const shortfall =
			quick.mutual < best.mutual
				? 1 - quick.mutual / best.mutual
				: 1 - quick.oneSided / Math.max(1, best.oneSided);
		console.log(
			`60 players, ${mood}: ${quick.mutual}/${quick.oneSided}, best ${best.mutual}/${best.oneSided}`,
		);
		yield {
			name: `60 in 4 groups, ${mood}: below the best of ten long runs`,
			value: shortfall,
			most: TOLERANCE,
		};
		yield { name: `60 in 4 groups, ${mood}: milliseconds`, value: time, most: AUTO_SPLIT_DEADLINE_MS };
	}
}
