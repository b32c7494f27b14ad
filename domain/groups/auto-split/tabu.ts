import { at } from './cells.ts';
import type { Instance } from './instance.ts';
import { isBetter, type Move, Seating, type Split } from './seating.ts';

export type Search = {
	steps: number;
	random: (bound: number) => number;
	/** Checked from time to time; true ends the search early. */
	isLate: () => boolean;
	/** The number of random swaps before the first step, to start from another split. */
	shakes?: number;
};

/**
 * Returns the best split found by tabu search. Each step swaps two players of different groups, or moves one
 * out of a larger group, and takes the best move that does not undo a recent one. Random swaps follow after
 * many steps without an improvement.
 */
export function searchTabu(instance: Instance, start: Split, search: Search): Split {
	const { steps, random, isLate } = search;
	const { size, groupCount, small, extra, weight, pin } = instance;
	const seating = new Seating(instance, start.groups);
	const forbiddenUntil = new Int32Array(size * groupCount);
	const drought = Math.max(200, size * 15);
	let here = { weight: start.weight, regret: start.regret };
	let best = start;
	let lastGain = 0;
	for (let i = search.shakes ?? 0; i > 0; i -= 1) shake();
	if (search.shakes) best = { groups: seating.groups.slice(), ...here };

	for (let step = 1; step <= steps; step += 1) {
		if ((step & 15) === 0 && isLate()) break;
		if (step - lastGain > drought) {
			lastGain = step;
			for (let i = 3 + random(Math.max(2, size >> 2)); i > 0; i -= 1) shake();
		}
		const move = choose(step);
		if (move) take(move, step);
		else shake();
		if (isBetter(here, best)) {
			best = { groups: seating.groups.slice(), ...here };
			lastGain = step;
		}
	}
	return best;

	function take(move: Move, step: number): void {
		const tenure = step + 3 + random(4 + (size >> 3));
		forbiddenUntil[move.a * groupCount + at(seating.groups, move.a)] = tenure;
		if (move.b >= 0) forbiddenUntil[move.b * groupCount + move.to] = tenure;
		here = { weight: here.weight + gainOf(move), regret: here.regret + seating.regretOf(move) };
		seating.apply(move);
	}

	function gainOf({ a, b, to }: Move): number {
		const { bond, groups } = seating;
		const from = at(groups, a);
		const gain = at(bond, a * groupCount + to) - at(bond, a * groupCount + from);
		if (b < 0) return gain;
		const back = at(bond, b * groupCount + from) - at(bond, b * groupCount + to);
		return gain + back - 2 * at(weight, a * size + b);
	}

	/** Returns the best allowed move, or null; equally good moves have the same chance. */
	function choose(step: number): Move | null {
		const { bond, groups, sizes } = seating;
		const top: Move & { gain: number; regret: number; ties: number } = {
			...{ a: -1, b: -1, to: -1 },
			...{ gain: -Infinity, regret: Infinity, ties: 0 },
		};
		for (let a = 0; a < size; a += 1) {
			if (at(pin, a) >= 0) continue;
			const from = at(groups, a);
			const stay = at(bond, a * groupCount + from);
			for (let b = a + 1; b < size; b += 1) {
				const to = at(groups, b);
				if (to === from || at(pin, b) >= 0) continue;
				const back = at(bond, b * groupCount + from) - at(bond, b * groupCount + to);
				const gain = at(bond, a * groupCount + to) - stay + back - 2 * at(weight, a * size + b);
				if (gain >= top.gain) consider({ a, b, to }, gain, step, top);
			}
			if (extra === 0 || at(sizes, from) === small) continue;
			for (let to = 0; to < groupCount; to += 1) {
				if (to === from || at(sizes, to) !== small) continue;
				const gain = at(bond, a * groupCount + to) - stay;
				if (gain >= top.gain) consider({ a, b: -1, to }, gain, step, top);
			}
		}
		return top.a < 0 ? null : { a: top.a, b: top.b, to: top.to };
	}

	function consider(
		move: Move,
		gain: number,
		step: number,
		top: Move & { gain: number; regret: number; ties: number },
	): void {
		if (!seating.isAllowed(move)) return;
		const { a, b, to } = move;
		const isForbidden =
			at(forbiddenUntil, a * groupCount + to) >= step ||
			(b >= 0 && at(forbiddenUntil, b * groupCount + at(seating.groups, a)) >= step);
		const weightThen = here.weight + gain;
		if (isForbidden && weightThen < best.weight) return;
		const regret = seating.regretOf(move);
		// A move that leads to a new best split is allowed even if it is tabu.
		if (isForbidden && !isBetter({ weight: weightThen, regret: here.regret + regret }, best)) return;
		if (gain === top.gain && regret > top.regret) return;
		top.ties = gain === top.gain && regret === top.regret ? top.ties + 1 : 1;
		if (top.ties > 1 && random(top.ties) > 0) return;
		Object.assign(top, { a, b, to, gain, regret });
	}

	/** Makes one random allowed swap, if one is found. */
	function shake(): void {
		for (let tries = 0; tries < 30; tries += 1) {
			const a = random(size);
			const b = random(size);
			const move = { a, b, to: at(seating.groups, b) };
			const isTrade = at(seating.groups, a) !== move.to && at(pin, a) < 0 && at(pin, b) < 0;
			if (!isTrade || !seating.isAllowed(move)) continue;
			here = { weight: here.weight + gainOf(move), regret: here.regret + seating.regretOf(move) };
			seating.apply(move);
			return;
		}
	}
}
