import { formatCount } from '../../format-count.ts';
import { isolate } from '../../isolate.ts';
import { findBalancedSplit } from './balanced-split.ts';
import { buildInstance, type SplitRequest } from './instance.ts';

/**
 * The reason why no balanced split exists: a minimal set of pins and keep-apart pairs. Null when the reason
 * could not be determined.
 */
export type SplitConflict = {
	pins: SplitRequest['pins'];
	keepApart: SplitRequest['keepApart'];
	/** How many first-timers cannot play together. */
	firstTimers?: number;
} | null;

/**
 * Returns a minimal set of pins and keep-apart pairs that makes the request impossible, or null when the
 * impossibility could not be proven.
 */
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

/**
 * Returns the text of the refusal; `nameOf` returns a user's name, `groupName` a group's name by its index.
 */
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
