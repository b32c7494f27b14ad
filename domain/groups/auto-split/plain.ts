import { at } from './cells.ts';
import type { Instance } from './instance.ts';

/** How many seats a search for a first split may try before it gives up. */
const MOST_TRIES = 200_000;

/** `none`: there is no balanced split; `unknown`: none was found within the tries. */
export type PlainSplit = { found: Int8Array } | { found: null; proven: boolean };

/**
 * The first balanced split that respects pins and keep-apart pairs: people one after the other into the emptiest group,
 * those with the most constraints first. Wishes play no part. Deterministic.
 */
export function splitPlainly(instance: Instance): PlainSplit {
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
		if (player === undefined) return true;
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

	if (seat(0)) return { found: groups };
	return { found: null, proven: tries <= MOST_TRIES };
}
