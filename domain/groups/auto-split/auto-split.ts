import {
	explainConflict,
	findBalancedSplit,
	findBestSplit,
	isEnumerable,
	type SplitConflict,
} from './balanced-split.ts';
import { proveSplit } from './exact.ts';
import { buildInstance, countUnfulfilledPlayers, type Instance, type SplitRequest } from './instance.ts';
import { createRandomInteger, hashToSeed } from './random.ts';
import { describeSplit, type Split } from './seating.ts';
import { seatStorytellers } from './storytellers.ts';
import { searchInRounds, searchTabu } from './tabu.ts';

export type AutoSplitRequest = SplitRequest & {
	storytellers: readonly string[];
	storytellerPreferences: Readonly<Record<string, readonly string[]>>;
	/** Further players, who do not count for the sizes of the groups (`seatTravellers`). */
	travellers?: readonly string[];
	/** Players who get one group together, whose storyteller is one of `teachers` (`splitTogether`). */
	firstTimers?: readonly string[];
	teachers?: readonly string[];
};

export type Outcome =
	| { result: AutoSplitResult; conflict?: never }
	| { result: null; conflict: SplitConflict };

export type AutoSplitResult = {
	/** The groups' players in signup order, and their storytellers. */
	groups: { players: string[]; storytellerId: string | null }[];
	/** Whether no split has more mutual pairs, and none with as many fulfills more one-sided preferences. */
	proven: boolean;
	/** The index of the group with the first-timers, or null when they were not kept together. */
	taughtGroup: number | null;
	/** The number of mutual pairs in the same group, and of fulfilled one-sided preferences. */
	mutual: number;
	oneSided: number;
	/** The fulfilled preferences by user: the preferred users in the same group. */
	fulfilled: Record<string, string[]>;
	/** The number of players who have preferences among the players, none of which is fulfilled. */
	unfulfilledPlayers: number;
	milliseconds: number;
};

export type AutoSplitOptions = {
	deadlineMs: number;
	/** Returns milliseconds from any fixed point; only differences are used. */
	clock: () => number;
	/** A seed for the random search; benchmarks vary it. */
	seed?: number;
};

/**
 * The work per millisecond of the deadline. Steps instead of time give a request the same result on every
 * machine that is fast enough. All of it took about two thirds of the deadline.
 */
const PROOF_STEPS_PER_MS = 20_000;
const SEARCH_STEPS_PER_MS = 40_000;
const FIRST_STEPS = 3_000;
const TIE_BREAK_STEPS = 1_500;

/**
 * Returns a split into groups whose sizes differ by at most one (decision 0019). It maximizes mutual pairs,
 * then fulfilled one-sided preferences (both proven when `proven`). Then it minimizes players without a
 * fulfilled preference, then repeated pairings. Pins and keep-apart pairs are respected, and first-timers
 * have one group; otherwise it returns a conflict. Travellers are seated after the players.
 */
export function autoSplit(request: AutoSplitRequest, options: AutoSplitOptions): Outcome {
	const splitPart = (part: AutoSplitRequest, time: number) =>
		splitTogether(part, (whole, share) =>
			splitPlayers(whole, { ...options, deadlineMs: options.deadlineMs * time * share }),
		);
	if (!request.travellers?.length) return splitPart(request, 1);
	return seatTravellers(request, (part) => splitPart(part, 1 / 2));
}

/**
 * Splits the players, then all with those players where they are. So Travellers change no player's group,
 * come where most of their preferences are, and even out the groups. Nothing is proven for the whole.
 */
function seatTravellers(
	{ travellers = [], ...request }: AutoSplitRequest,
	split: (request: AutoSplitRequest) => Outcome,
): Outcome {
	const first = split(request);
	if (travellers.length === 0 || !first.result) return first;
	const pins = first.result.groups.flatMap(({ players }, group) =>
		players.map((userId) => ({ userId, group })),
	);
	const ownPins = request.pins.filter(({ userId }) => travellers.includes(userId));
	const whole = split({
		...request,
		players: [...request.players, ...travellers],
		pins: [...pins, ...ownPins],
	});
	// The reasons would name every player as pinned.
	if (!whole.result) return { result: null, conflict: null };
	const milliseconds = first.result.milliseconds + whole.result.milliseconds;
	return { result: { ...whole.result, proven: false, milliseconds } };
}

function splitPlayers(request: TaughtRequest, { deadlineMs, clock, seed = 0 }: AutoSplitOptions): Outcome {
	const start = clock();
	const instance = buildInstance(request);
	const balanced = findBalancedSplit(instance);
	if (!balanced.found) return { result: null, conflict: explainConflict(request) };
	const createDeadlineCheck = (share: number) => () => clock() - start >= deadlineMs * share;
	const { split, proven } = improveSplit(instance, describeSplit(instance, balanced.found), {
		deadlineMs,
		createDeadlineCheck,
		random: createRandomInteger(
			hashToSeed(JSON.stringify([...instance.preferenceTable, ...instance.pin])) + seed,
		),
	});
	return { result: buildResult(request, instance, split, { proven, milliseconds: clock() - start }) };
}

/** Returns a balanced split that respects pins and keep-apart pairs but no preferences, or null. */
export function splitWithoutPreferences(request: AutoSplitRequest): AutoSplitResult | null {
	const splitPart = (part: TaughtRequest): Outcome => {
		const instance = buildInstance(part);
		const balanced = findBalancedSplit(instance);
		if (!balanced.found) return { result: null, conflict: null };
		const split = describeSplit(instance, balanced.found);
		return { result: buildResult(part, instance, split, { proven: false, milliseconds: 0 }) };
	};
	return seatTravellers(request, (part) => splitTogether(part, splitPart)).result;
}

type SearchLimits = {
	deadlineMs: number;
	createDeadlineCheck: (share: number) => () => boolean;
	random: (bound: number) => number;
};

function improveSplit(
	instance: Instance,
	start: Split,
	{ deadlineMs, createDeadlineCheck, random }: SearchLimits,
) {
	const isLate = createDeadlineCheck(0.95);
	const isDone = ({ weight, penalty }: Split) => weight === instance.totalWeight && penalty === 0;
	if (isDone(start)) return { split: start, proven: true };
	const { size, groupCount } = instance;
	let split = searchInRounds(instance, start, { steps: FIRST_STEPS, random, isLate });
	const maxNodes = Math.floor((deadlineMs * PROOF_STEPS_PER_MS) / (size * groupCount));
	const isProofLate = createDeadlineCheck(0.8);
	const proof = proveSplit(instance, split.weight, { maxNodes, isLate: isProofLate });
	// A result that was cut off by the clock is ignored, because it would differ from run to run.
	const isComplete = proof.proven || !isProofLate();
	if (proof.groups && isComplete) split = describeSplit(instance, proof.groups);
	if (isDone(split)) return { split, proven: true };
	if (proof.proven && isEnumerable(instance)) return { split: findBestSplit(instance, split), proven: true };
	if (proof.proven) {
		return { split: searchTabu(instance, split, { steps: TIE_BREAK_STEPS, random, isLate }), proven: true };
	}
	const steps = Math.floor((deadlineMs * SEARCH_STEPS_PER_MS) / ((size * size) / 2));
	return { split: searchInRounds(instance, split, { steps, random, isLate }), proven: false };
}

function buildResult(
	request: TaughtRequest,
	instance: Instance,
	{ groups }: Split,
	{ proven, milliseconds }: { proven: boolean; milliseconds: number },
): AutoSplitResult {
	const groupOrder = orderGroups(instance, groups);
	const players = groupOrder.map((group) => request.players.filter((_, index) => groups[index] === group));
	const { taughtGroup = null } = request;
	const storytellers = seatStorytellers(players, request.storytellers, request.storytellerPreferences, {
		group: taughtGroup,
		teachers: request.teachers ?? [],
	});
	const fulfilled: Record<string, string[]> = {};
	let mutual = 0;
	let oneSided = 0;
	for (const [index, id] of request.players.entries()) {
		const fulfilledIndexes = (instance.preferred[index] ?? []).filter(
			(other) => groups[other] === groups[index],
		);
		if (fulfilledIndexes.length > 0)
			fulfilled[id] = fulfilledIndexes.map((other) => request.players[other] ?? '');
		const mutualCount = fulfilledIndexes.filter((other) => instance.preferred[other]?.includes(index)).length;
		mutual += mutualCount / 2;
		oneSided += fulfilledIndexes.length - mutualCount;
	}
	return {
		groups: players.map((ids, groupIndex) => ({
			players: ids,
			storytellerId: storytellers[groupIndex] ?? null,
		})),
		taughtGroup,
		proven,
		mutual,
		oneSided,
		fulfilled,
		unfulfilledPlayers: countUnfulfilledPlayers(instance, groups),
		milliseconds: Math.round(milliseconds),
	};
}

/** Returns the order of the groups: those with a pin keep their index, others follow the earliest signup. */
function orderGroups({ groupCount, pin }: Instance, groups: Int8Array): number[] {
	const all = Array.from({ length: groupCount }, (_, group) => group);
	const free = all
		.filter((group) => !pin.includes(group))
		.sort((a, b) => groups.indexOf(a) - groups.indexOf(b));
	return all.map((group) => (pin.includes(group) ? group : (free.shift() ?? group)));
}

/** The request with the first-timers pinned to one group, which `teachers` may run. */
type TaughtRequest = AutoSplitRequest & { taughtGroup?: number };

/**
 * Splits with all first-timers in one group: calls `split` for each group that can be theirs, with a share of
 * the time, and returns the best result. Of groups without pins, which are alike, one is enough. The result
 * is proven when all are.
 */
function splitTogether(
	request: AutoSplitRequest,
	split: (request: TaughtRequest, share: number) => Outcome,
): Outcome {
	const firstTimers = request.players.filter((id) => request.firstTimers?.includes(id));
	if (firstTimers.length === 0) return split(request, 1);
	const groups = listGroups(request, firstTimers);
	const outcomes = groups.map((group) => {
		const pins = request.pins.filter(({ userId }) => !firstTimers.includes(userId));
		const together = firstTimers.map((userId) => ({ userId, group }));
		return split({ ...request, pins: [...pins, ...together], taughtGroup: group }, 1 / groups.length);
	});
	const found = outcomes.flatMap(({ result }) => result ?? []);
	const [best] = found.toSorted(
		(one, other) =>
			other.mutual - one.mutual ||
			other.oneSided - one.oneSided ||
			one.unfulfilledPlayers - other.unfulfilledPlayers,
	);
	if (!best) return { result: null, conflict: explain(request, firstTimers, outcomes, split) };
	const milliseconds = found.reduce((sum, result) => sum + result.milliseconds, 0);
	const isProven = outcomes.every(({ result, conflict }) => (result ? result.proven : conflict !== null));
	return { result: { ...best, proven: isProven, milliseconds } };
}

/** Returns the groups that the first-timers can have: that of their pins, or one of each kind. */
function listGroups({ pins, groupCount }: AutoSplitRequest, firstTimers: readonly string[]): number[] {
	const pinned = new Set(pins.map(({ group }) => group));
	const own = new Set(pins.filter(({ userId }) => firstTimers.includes(userId)).map(({ group }) => group));
	// With two of them, no group has all first-timers.
	if (own.size > 0) return own.size === 1 ? [...own] : [];
	const all = Array.from({ length: groupCount }, (_, group) => group);
	const free = all.find((group) => !pinned.has(group));
	return all.filter((group) => pinned.has(group) || group === free);
}

/** Returns the pins and pairs that are impossible without the first-timers, too; otherwise that they play together. */
function explain(
	request: AutoSplitRequest,
	firstTimers: readonly string[],
	outcomes: readonly Outcome[],
	split: (request: TaughtRequest, share: number) => Outcome,
): SplitConflict {
	const without = split({ ...request, playerPreferences: {}, firstTimers: [] }, 0);
	if (!without.result) return without.conflict ?? null;
	if (outcomes.some(({ conflict }) => conflict === null)) return null;
	return { pins: [], keepApart: [], firstTimers: firstTimers.length };
}
