import type { Instance } from './instance.ts';
import { describeSplit, isBetter, type Split } from './seating.ts';
import { type Search, searchTabu } from './tabu.ts';

/** Steps of one round, half of them softened. */
const ROUND = 1_000;
/** What a mutual pair weighs in softened searches, in one-sided wishes. */
const SOFTENED = [2, 3, 5, 10];

/**
 * Tabu search in rounds. Where a mutual pair outweighs everything, no path leads from one good set of pairs to another; so
 * each round first searches from a random start with mutual pairs that weigh little, then from there in earnest.
 * Answers the best of all rounds, `start` included.
 */
export function searchWidely(instance: Instance, start: Split, search: Omit<Search, 'shakes'>): Split {
	const { random, isLate } = search;
	let best = searchTabu(instance, start, { ...search, steps: Math.min(ROUND, search.steps) });
	for (let done = ROUND, round = 0; done < search.steps && !isLate(); done += ROUND, round += 1) {
		const soft = soften(instance, SOFTENED[round % SOFTENED.length] ?? 2);
		const steps = ROUND / 2;
		const shaken = { random, isLate, steps, shakes: instance.size * 3 };
		const elsewhere = searchTabu(soft, describeSplit(soft, best.groups), shaken);
		const found = searchTabu(instance, describeSplit(instance, elsewhere.groups), { random, isLate, steps });
		if (isBetter(found, best)) best = found;
	}
	return best;
}

function soften(instance: Instance, mutualWeight: number): Instance {
	const weight = instance.weight.map((value) => (value === instance.mutualWeight ? mutualWeight : value));
	return { ...instance, weight, mutualWeight };
}
