import { at } from './cells.ts';
import type { Instance } from './instance.ts';
import { describeSplit, isBetter, type Split } from './seating.ts';

/** How many seats a search may try before it gives up. */
const MOST_TRIES = 200_000;
/** Up to so many ways to seat everybody, all of them are compared: 16 players in two groups. */
const ENUMERABLE = 100_000;

/** `none`: there is no balanced split; `unknown`: none was found within the tries. */
export type PlainSplit = { found: Int8Array } | { found: null; proven: boolean };

/**
 * The first balanced split that respects pins and keep-apart pairs: people one after the other into the emptiest group,
 * those with the most constraints first. Wishes play no part. Deterministic.
 */
export function splitPlainly(instance: Instance): PlainSplit {
	let found: Int8Array | null = null;
	const isWhole = visitSplits(instance, (groups) => {
		found = groups.slice();
		return true;
	});
	return found ? { found } : { found: null, proven: isWhole };
}

/** Whether an instance is small enough for `findBestSplit`. */
export const isEnumerable = ({ size, groupCount }: Instance): boolean => groupCount ** size <= ENUMERABLE;

/** The best of all balanced splits, found by comparing them all. */
export function findBestSplit(instance: Instance, start: Split): Split {
	let best = start;
	visitSplits(instance, (groups) => {
		const split = describeSplit(instance, groups);
		if (isBetter(split, best)) best = split;
		return false;
	});
	return best;
}

/** Calls `visit` with each balanced split in turn until it returns true; false when the tries ran out first. */
function visitSplits(instance: Instance, visit: (groups: Int8Array) => boolean): boolean {
	const { size, groupCount, small, extra, pin, apartFrom } = instance;
	const order = Array.from({ length: size }, (_, i) => i).sort(
		(a, b) =>
			Number(at(pin, b) >= 0) - Number(at(pin, a) >= 0) ||
			(apartFrom[b]?.length ?? 0) - (apartFrom[a]?.length ?? 0) ||
			a - b,
	);
	const groups = new Int8Array(size).fill(-1);
	const sizes = new Int32Array(groupCount);
	let larger = 0;
	let tries = 0;

	const isFree = (player: number, group: number) =>
		(at(sizes, group) < small || (at(sizes, group) === small && larger < extra)) &&
		(at(pin, player) < 0 || at(pin, player) === group) &&
		!(apartFrom[player] ?? []).some((other) => at(groups, other) === group);

	const seat = (place: number): boolean => {
		const player = order[place];
		if (player === undefined) return visit(groups);
		const choices = Array.from({ length: groupCount }, (_, group) => group)
			.filter((group) => isFree(player, group))
			.sort((a, b) => at(sizes, a) - at(sizes, b) || a - b);
		let hasTriedEmpty = false;
		for (const group of choices) {
			// Empty groups that no pin names are all the same.
			const isAnyEmpty = at(sizes, group) === 0 && !pin.includes(group);
			if (isAnyEmpty && hasTriedEmpty) continue;
			hasTriedEmpty ||= isAnyEmpty;
			tries += 1;
			if (tries > MOST_TRIES) return false;
			const isLarger = Number(at(sizes, group) === small);
			groups[player] = group;
			sizes[group] = at(sizes, group) + 1;
			larger += isLarger;
			if (seat(place + 1)) return true;
			groups[player] = -1;
			sizes[group] = at(sizes, group) - 1;
			larger -= isLarger;
		}
		return false;
	};

	seat(0);
	return tries <= MOST_TRIES;
}
