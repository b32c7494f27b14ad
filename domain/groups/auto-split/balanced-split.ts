import { formatCount } from '../../format-count.ts';
import { isolate } from '../../isolate.ts';
import { buildInstance, getAt, type Instance, type SplitRequest } from './instance.ts';
import { describeSplit, isBetter, type Split } from './seating.ts';

/** The maximum number of seats that a search may try. */
const MAX_TRIES = 200_000;
/** The maximum number of splits that are all compared, enough for 16 players in two groups. */
const MAX_ENUMERATED_SPLITS = 100_000;

/** `proven`: no balanced split exists. Otherwise none was found within the maximum number of tries. */
export type BalancedSplit = { found: Int8Array } | { found: null; proven: boolean };

/**
 * Returns the first balanced split that respects pins and keep-apart pairs, without preferences: one player
 * after another, the most constrained first, in the smallest group.
 */
export function findBalancedSplit(instance: Instance): BalancedSplit {
	let found: Int8Array | null = null;
	const isComplete = visitSplits(instance, (groups) => {
		found = groups.slice();
		return true;
	});
	return found ? { found } : { found: null, proven: isComplete };
}

/** Returns whether an instance is small enough for `findBestSplit`. */
export const isEnumerable = ({ size, groupCount }: Instance): boolean =>
	groupCount ** size <= MAX_ENUMERATED_SPLITS;

/** Returns the best of all balanced splits by comparing them all. */
export function findBestSplit(instance: Instance, start: Split): Split {
	let best = start;
	visitSplits(instance, (groups) => {
		const split = describeSplit(instance, groups);
		if (isBetter(split, best)) best = split;
		return false;
	});
	return best;
}

/** Calls `visit` with each balanced split until it returns true. Returns false after too many tries. */
function visitSplits(instance: Instance, visit: (groups: Int8Array) => boolean): boolean {
	const { size, groupCount, small, extra, pin, apartFrom } = instance;
	const order = Array.from({ length: size }, (_, i) => i).sort(
		(a, b) =>
			Number(getAt(pin, b) >= 0) - Number(getAt(pin, a) >= 0) ||
			(apartFrom[b]?.length ?? 0) - (apartFrom[a]?.length ?? 0) ||
			a - b,
	);
	const groups = new Int8Array(size).fill(-1);
	const sizes = new Int32Array(groupCount);
	let larger = 0;
	let tries = 0;

	const isFree = (player: number, group: number) =>
		(getAt(sizes, group) < small || (getAt(sizes, group) === small && larger < extra)) &&
		(getAt(pin, player) < 0 || getAt(pin, player) === group) &&
		!(apartFrom[player] ?? []).some((other) => getAt(groups, other) === group);

	const seat = (place: number): boolean => {
		const player = order[place];
		if (player === undefined) return visit(groups);
		const choices = Array.from({ length: groupCount }, (_, group) => group)
			.filter((group) => isFree(player, group))
			.sort((a, b) => getAt(sizes, a) - getAt(sizes, b) || a - b);
		let hasTriedEmpty = false;
		for (const group of choices) {
			// Empty groups without a pin are interchangeable, so try only one of them.
			const isInterchangeable = getAt(sizes, group) === 0 && !pin.includes(group);
			if (isInterchangeable && hasTriedEmpty) continue;
			hasTriedEmpty ||= isInterchangeable;
			tries += 1;
			if (tries > MAX_TRIES) return false;
			const isLarger = Number(getAt(sizes, group) === small);
			groups[player] = group;
			sizes[group] = getAt(sizes, group) + 1;
			larger += isLarger;
			if (seat(place + 1)) return true;
			groups[player] = -1;
			sizes[group] = getAt(sizes, group) - 1;
			larger -= isLarger;
		}
		return false;
	};

	seat(0);
	return tries <= MAX_TRIES;
}

/** Why no balanced split exists: a minimal set of pins and keep-apart pairs; null when not determined. */
export type SplitConflict = {
	pins: SplitRequest['pins'];
	keepApart: SplitRequest['keepApart'];
	/** How many first-timers cannot play together. */
	firstTimers?: number;
} | null;

/** Returns a minimal set of pins and keep-apart pairs that is impossible, or null when that is not proven. */
export function explainConflict(request: SplitRequest): SplitConflict {
	const isImpossible = (pins: SplitRequest['pins'], keepApart: SplitRequest['keepApart']): boolean => {
		const balanced = findBalancedSplit(
			buildInstance({ ...request, playerPreferences: {}, recentPairings: [], pins, keepApart }),
		);
		return balanced.found === null && balanced.proven;
	};
	let { pins, keepApart } = request;
	if (!isImpossible(pins, keepApart)) return null;
	for (const pair of keepApart) {
		const rest = keepApart.filter((other) => other !== pair);
		if (isImpossible(pins, rest)) keepApart = rest;
	}
	for (const pin of pins) {
		const rest = pins.filter((other) => other !== pin);
		if (isImpossible(rest, keepApart)) pins = rest;
	}
	return { pins, keepApart };
}

/** Returns the text of the refusal; `groupName` takes the index of a group. */
export function describeConflict(
	conflict: SplitConflict,
	groupCount: number,
	{ nameOf, groupName }: { nameOf: (userId: string) => string; groupName: (group: number) => string },
): string {
	if (!conflict) {
		return "Auto-Split couldn't find a balanced split that keeps everyone who is pinned in their group and every pair apart. Please remove some of these rules.";
	}
	const reasons = [
		...conflict.pins.map(
			({ userId, group }) => `${isolate(nameOf(userId))} is pinned to ${isolate(groupName(group))}`,
		),
		...conflict.keepApart.map(([a, b]) => `${isolate(nameOf(a))} and ${isolate(nameOf(b))} are kept apart`),
		...(conflict.firstTimers ? [`${formatCount(conflict.firstTimers, 'first-timer')} play together`] : []),
	];
	return `No balanced split into ${formatCount(groupCount, 'group')} is possible while ${reasons.join(', ')}.`;
}
