import { getAt, type Instance } from './instance.ts';
import { describeSplit, isBetter, type Move, Seating, type Split } from './seating.ts';

export type Search = {
	steps: number;
	random: (bound: number) => number;
	/** Checked from time to time; true ends the search early. */
	isLate: () => boolean;
	/** The number of random swaps before the first step, to start from another split. */
	randomSwaps?: number;
};

/**
 * Returns the best split found by tabu search. Each step takes the best swap, or move out of a larger group,
 * that does not undo a recent one. Random swaps follow many steps without an improvement.
 */
export function searchTabu(instance: Instance, start: Split, search: Search): Split {
	const { steps, random, isLate } = search;
	const { size, groupCount, small, extra, weight, pin } = instance;
	const seating = new Seating(instance, start.groups);
	const forbiddenUntil = new Int32Array(size * groupCount);
	const maxStepsWithoutGain = Math.max(200, size * 15);
	let current = { weight: start.weight, penalty: start.penalty };
	let best = start;
	let lastGainStep = 0;
	for (let i = search.randomSwaps ?? 0; i > 0; i -= 1) swapRandomly();
	if (search.randomSwaps) best = { groups: seating.groups.slice(), ...current };

	for (let step = 1; step <= steps; step += 1) {
		if ((step & 15) === 0 && isLate()) break;
		if (step - lastGainStep > maxStepsWithoutGain) {
			lastGainStep = step;
			for (let i = 3 + random(Math.max(2, size >> 2)); i > 0; i -= 1) swapRandomly();
		}
		const move = chooseMove(step);
		if (move) makeMove(move, step);
		else swapRandomly();
		if (isBetter(current, best)) {
			best = { groups: seating.groups.slice(), ...current };
			lastGainStep = step;
		}
	}
	return best;

	function makeMove(move: Move, step: number): void {
		const forbiddenUntilStep = step + 3 + random(4 + (size >> 3));
		forbiddenUntil[move.a * groupCount + getAt(seating.groups, move.a)] = forbiddenUntilStep;
		if (move.b >= 0) forbiddenUntil[move.b * groupCount + move.to] = forbiddenUntilStep;
		current = {
			weight: current.weight + computeGain(move),
			penalty: current.penalty + seating.getPenaltyChange(move),
		};
		seating.apply(move);
	}

	function computeGain({ a, b, to }: Move): number {
		const { groupWeights, groups } = seating;
		const from = getAt(groups, a);
		const gain = getAt(groupWeights, a * groupCount + to) - getAt(groupWeights, a * groupCount + from);
		if (b < 0) return gain;
		const swapGain = getAt(groupWeights, b * groupCount + from) - getAt(groupWeights, b * groupCount + to);
		return gain + swapGain - 2 * getAt(weight, a * size + b);
	}

	/** Returns the best allowed move, or null; equally good moves have the same chance. */
	function chooseMove(step: number): Move | null {
		const { groupWeights, groups, sizes } = seating;
		const bestMove: Move & { gain: number; penalty: number; ties: number } = {
			a: -1,
			b: -1,
			to: -1,
			gain: -Infinity,
			penalty: Infinity,
			ties: 0,
		};
		for (let a = 0; a < size; a += 1) {
			if (getAt(pin, a) >= 0) continue;
			const from = getAt(groups, a);
			const currentWeight = getAt(groupWeights, a * groupCount + from);
			for (let b = a + 1; b < size; b += 1) {
				const to = getAt(groups, b);
				if (to === from || getAt(pin, b) >= 0) continue;
				const swapGain =
					getAt(groupWeights, b * groupCount + from) - getAt(groupWeights, b * groupCount + to);
				const gain =
					getAt(groupWeights, a * groupCount + to) -
					currentWeight +
					swapGain -
					2 * getAt(weight, a * size + b);
				if (gain >= bestMove.gain) compareMove({ a, b, to }, gain, step, bestMove);
			}
			if (extra === 0 || getAt(sizes, from) === small) continue;
			for (let to = 0; to < groupCount; to += 1) {
				if (to === from || getAt(sizes, to) !== small) continue;
				const gain = getAt(groupWeights, a * groupCount + to) - currentWeight;
				if (gain >= bestMove.gain) compareMove({ a, b: -1, to }, gain, step, bestMove);
			}
		}
		return bestMove.a < 0 ? null : { a: bestMove.a, b: bestMove.b, to: bestMove.to };
	}

	function compareMove(
		move: Move,
		gain: number,
		step: number,
		bestMove: Move & { gain: number; penalty: number; ties: number },
	): void {
		if (!seating.isAllowed(move)) return;
		const { a, b, to } = move;
		const isForbidden =
			getAt(forbiddenUntil, a * groupCount + to) >= step ||
			(b >= 0 && getAt(forbiddenUntil, b * groupCount + getAt(seating.groups, a)) >= step);
		const newWeight = current.weight + gain;
		if (isForbidden && newWeight < best.weight) return;
		const penalty = seating.getPenaltyChange(move);
		// A move that leads to a new best split is allowed even if it is tabu.
		if (isForbidden && !isBetter({ weight: newWeight, penalty: current.penalty + penalty }, best)) return;
		if (gain === bestMove.gain && penalty > bestMove.penalty) return;
		bestMove.ties = gain === bestMove.gain && penalty === bestMove.penalty ? bestMove.ties + 1 : 1;
		if (bestMove.ties > 1 && random(bestMove.ties) > 0) return;
		Object.assign(bestMove, { a, b, to, gain, penalty });
	}

	function swapRandomly(): void {
		for (let tries = 0; tries < 30; tries += 1) {
			const a = random(size);
			const b = random(size);
			const move = { a, b, to: getAt(seating.groups, b) };
			const isSwap = getAt(seating.groups, a) !== move.to && getAt(pin, a) < 0 && getAt(pin, b) < 0;
			if (!isSwap || !seating.isAllowed(move)) continue;
			current = {
				weight: current.weight + computeGain(move),
				penalty: current.penalty + seating.getPenaltyChange(move),
			};
			seating.apply(move);
			return;
		}
	}
}

/** The steps of one round; half of them use softened weights. */
const ROUND_STEPS = 1_000;
/** The weights of a mutual pair in softened searches, in one-sided preferences. */
const SOFT_MUTUAL_WEIGHTS = [2, 3, 5, 10];

/**
 * Returns the best split of several rounds of tabu search. When mutual pairs outweigh all else, a search
 * cannot leave a good set of pairs. So each round starts at random with a low weight for them, then continues
 * with the real weights.
 */
export function searchInRounds(instance: Instance, start: Split, search: Omit<Search, 'randomSwaps'>): Split {
	const { random, isLate } = search;
	let best = searchTabu(instance, start, { ...search, steps: Math.min(ROUND_STEPS, search.steps) });
	for (let done = ROUND_STEPS, round = 0; done < search.steps && !isLate(); done += ROUND_STEPS, round += 1) {
		const softInstance = softenWeights(
			instance,
			SOFT_MUTUAL_WEIGHTS[round % SOFT_MUTUAL_WEIGHTS.length] ?? 2,
		);
		const steps = ROUND_STEPS / 2;
		const softSearch: Search = { random, isLate, steps, randomSwaps: instance.size * 3 };
		const softSplit = searchTabu(softInstance, describeSplit(softInstance, best.groups), softSearch);
		const found = searchTabu(instance, describeSplit(instance, softSplit.groups), { random, isLate, steps });
		if (isBetter(found, best)) best = found;
	}
	return best;
}

function softenWeights(instance: Instance, mutualWeight: number): Instance {
	const weight = instance.weight.map((value) => (value === instance.mutualWeight ? mutualWeight : value));
	return { ...instance, weight, mutualWeight };
}
