import { explainConflict, type SplitConflict } from './conflict.ts';
import { proveSplit } from './exact.ts';
import { buildInstance, countForsaken, type Instance, type SplitQuestion } from './instance.ts';
import { findBestSplit, isEnumerable, splitPlainly } from './plain.ts';
import { makeRandom, seedOf } from './random.ts';
import { describeSplit, type Split } from './seating.ts';
import { seatStorytellers } from './storytellers.ts';
import { searchTabu } from './tabu.ts';
import { searchWidely } from './wide.ts';

export type AutoSplitQuestion = SplitQuestion & {
	storytellers: readonly string[];
	storytellerWishes: Readonly<Record<string, readonly string[]>>;
};

export type AutoSplitAnswer = {
	/** The groups' players in signup order, and their storytellers. */
	groups: { players: string[]; storytellerId: string | null }[];
	/**
	 * Whether the result is proven optimal: no split has more mutual pairs, and none with as many mutual pairs
	 * fulfills more one-sided preferences.
	 */
	proven: boolean;
	/** The number of mutual pairs in the same group, and of fulfilled one-sided preferences. */
	mutual: number;
	oneSided: number;
	/** The fulfilled preferences by user: the preferred users in the same group. */
	fulfilled: Record<string, string[]>;
	/** The number of players who have preferences among the players, none of which is fulfilled. */
	forsaken: number;
	milliseconds: number;
};

export type AutoSplitOptions = {
	/** The maximum running time. */
	deadlineMs: number;
	/** Returns milliseconds from any fixed point; only differences are used. */
	clock: () => number;
	/** A seed for the random search; benchmarks vary it. */
	seed?: number;
};

/**
 * The work per millisecond of the deadline. It is counted in steps instead of time, so that the same question
 * gets the same result on every machine that is fast enough. In measurements, all of it took about two thirds
 * of the deadline.
 */
const PROOF_CELLS_A_MS = 20_000;
const SEARCH_CELLS_A_MS = 40_000;
const FIRST_STEPS = 3_000;
const TIE_STEPS = 1_500;

/**
 * Returns a split of the players into groups whose sizes differ by at most one (decisions, "Groups"). It
 * maximizes, in this order: mutual pairs in the same group, fulfilled one-sided preferences (both proven when
 * `proven`). Then it minimizes the players without a fulfilled preference, and then repeated pairings from
 * recent events. Pins and keep-apart pairs are always respected. Returns a conflict when no such split
 * exists.
 */
export function autoSplit(
	question: AutoSplitQuestion,
	{ deadlineMs, clock, seed = 0 }: AutoSplitOptions,
): { answer: AutoSplitAnswer; conflict?: never } | { answer: null; conflict: SplitConflict } {
	const start = clock();
	const instance = buildInstance(question);
	const plain = splitPlainly(instance);
	if (!plain.found) return { answer: null, conflict: explainConflict(question) };
	const isPast = (share: number) => () => clock() - start >= deadlineMs * share;
	const { split, proven } = improve(instance, describeSplit(instance, plain.found), {
		deadlineMs,
		isPast,
		random: makeRandom(seedOf(JSON.stringify([...instance.wishes, ...instance.pin])) + seed),
	});
	return { answer: describe(question, instance, split, { proven, milliseconds: clock() - start }) };
}

/**
 * Returns a balanced split that respects all pins and keep-apart pairs but ignores preferences, or null when
 * none is found.
 */
export function splitWithoutWishes(question: AutoSplitQuestion): AutoSplitAnswer | null {
	const instance = buildInstance(question);
	const plain = splitPlainly(instance);
	if (!plain.found) return null;
	return describe(question, instance, describeSplit(instance, plain.found), {
		proven: false,
		milliseconds: 0,
	});
}

type Budget = {
	deadlineMs: number;
	isPast: (share: number) => () => boolean;
	random: (bound: number) => number;
};

function improve(instance: Instance, start: Split, { deadlineMs, isPast, random }: Budget) {
	const isLate = isPast(0.95);
	const isDone = ({ weight, regret }: Split) => weight === instance.totalWeight && regret === 0;
	if (isDone(start)) return { split: start, proven: true };
	const { size, groupCount } = instance;
	let split = searchWidely(instance, start, { steps: FIRST_STEPS, random, isLate });
	const mostNodes = Math.floor((deadlineMs * PROOF_CELLS_A_MS) / (size * groupCount));
	const isProofLate = isPast(0.8);
	const proof = proveSplit(instance, split.weight, { mostNodes, isLate: isProofLate });
	// A result that was cut off by the clock is ignored, because it would differ from run to run.
	const isWhole = proof.proven || !isProofLate();
	if (proof.groups && isWhole) split = describeSplit(instance, proof.groups);
	if (isDone(split)) return { split, proven: true };
	if (proof.proven && isEnumerable(instance)) return { split: findBestSplit(instance, split), proven: true };
	if (proof.proven) {
		return { split: searchTabu(instance, split, { steps: TIE_STEPS, random, isLate }), proven: true };
	}
	const steps = Math.floor((deadlineMs * SEARCH_CELLS_A_MS) / ((size * size) / 2));
	return { split: searchWidely(instance, split, { steps, random, isLate }), proven: false };
}

function describe(
	question: AutoSplitQuestion,
	instance: Instance,
	{ groups }: Split,
	{ proven, milliseconds }: { proven: boolean; milliseconds: number },
): AutoSplitAnswer {
	const places = orderGroups(instance, groups);
	const players = places.map((group) => question.players.filter((_, index) => groups[index] === group));
	const storytellers = seatStorytellers(players, question.storytellers, question.storytellerWishes);
	const fulfilled: Record<string, string[]> = {};
	let mutual = 0;
	let oneSided = 0;
	for (const [index, id] of question.players.entries()) {
		const kept = (instance.wished[index] ?? []).filter((other) => groups[other] === groups[index]);
		if (kept.length > 0) fulfilled[id] = kept.map((other) => question.players[other] ?? '');
		const returned = kept.filter((other) => instance.wished[other]?.includes(index)).length;
		mutual += returned / 2;
		oneSided += kept.length - returned;
	}
	return {
		groups: players.map((ids, place) => ({ players: ids, storytellerId: storytellers[place] ?? null })),
		...{ proven, mutual, oneSided, fulfilled, forsaken: countForsaken(instance, groups) },
		milliseconds: Math.round(milliseconds),
	};
}

/**
 * Returns the order of the groups: those with a pin keep their index, the others are sorted by their earliest
 * signup.
 */
function orderGroups({ groupCount, pin }: Instance, groups: Int8Array): number[] {
	const all = Array.from({ length: groupCount }, (_, group) => group);
	const free = all
		.filter((group) => !pin.includes(group))
		.sort((a, b) => groups.indexOf(a) - groups.indexOf(b));
	return all.map((group) => (pin.includes(group) ? group : (free.shift() ?? group)));
}
