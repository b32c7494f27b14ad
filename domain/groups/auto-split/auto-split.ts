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
	/** The groups' players in sign-up order, and their storytellers. */
	groups: { players: string[]; storytellerId: string | null }[];
	/** Nothing keeps more mutual pairs together, and with as many nothing fulfils more one-sided wishes. */
	proven: boolean;
	/** Mutual pairs in one group; wishes of one side only that came true. */
	mutual: number;
	oneSided: number;
	/** Whose wishes came true: the wished people in the same group, by person. */
	fulfilled: Record<string, string[]>;
	/** How many have a wish that could come true, and none that did. */
	forsaken: number;
	milliseconds: number;
};

export type AutoSplitOptions = {
	/** When to answer at the latest. */
	deadlineMs: number;
	/** Milliseconds from any fixed point; only differences are read. */
	clock: () => number;
	/** Another seed takes other ways through the same question (benchmarks). */
	seed?: number;
};

/**
 * Work a millisecond of the deadline, counted in steps and not by the clock, so that the same question gets the same answer on
 * every machine that is fast enough. All of it takes about two thirds of the deadline where it was measured.
 */
const PROOF_CELLS_A_MS = 20_000;
const SEARCH_CELLS_A_MS = 40_000;
const FIRST_STEPS = 3_000;
const TIE_STEPS = 1_500;

/**
 * Splits players into groups whose sizes differ by at most one (decisions, "Groups"): most mutual pairs together, then most
 * one-sided wishes (both proven when `proven`), then fewest people without a fulfilled wish, then least repeated
 * company; pins and keep-apart pairs hold whatever it costs. The answer is a conflict when no such split exists.
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

/** The first form alone: balanced and complete, with every pin and pair, and no look at wishes. */
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
	// What a clock has cut short is left out: it would differ from run to run.
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

/** Groups with a pin keep their place; the others stand in the order of their earliest sign-up. */
function orderGroups({ groupCount, pin }: Instance, groups: Int8Array): number[] {
	const all = Array.from({ length: groupCount }, (_, group) => group);
	const free = all
		.filter((group) => !pin.includes(group))
		.sort((a, b) => groups.indexOf(a) - groups.indexOf(b));
	return all.map((group) => (pin.includes(group) ? group : (free.shift() ?? group)));
}
