import type { Instance } from './instance.ts';
import { describeSplit, isBetter, type Split } from './seating.ts';
import { type Search, searchTabu } from './tabu.ts';

/** The steps of one round; half of them use softened weights. */
const ROUND_STEPS = 1_000;
/** The weights of a mutual pair in softened searches, in one-sided preferences. */
const SOFT_MUTUAL_WEIGHTS = [2, 3, 5, 10];

/**
 * Returns the best split of several rounds of tabu search, including `start`. When a mutual pair outweighs
 * everything else, the search cannot get from one good set of pairs to another. Each round therefore first
 * searches from a random start with a low weight for mutual pairs, and then continues with the real weights.
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
