import type { AutoSplitRequest, Outcome } from './auto-split.ts';
import type { SplitConflict } from './conflict.ts';

/** The request with the first-timers pinned to one group, which `teachers` may run. */
export type TaughtRequest = AutoSplitRequest & { taughtGroup?: number };

/**
 * Splits with all first-timers in one group: `split` is called for each group that can be theirs, with a share of the
 * time, and the best result is returned. Groups without pins are alike, so one of them is enough. The result is proven when
 * all of these are. Without first-timers, `split` is called once with the request as it is.
 */
export function splitTogether(
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
