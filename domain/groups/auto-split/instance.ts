/** Returns the value at `index`, which must exist; the solver's loops never leave their tables. */
export const getAt = (table: ArrayLike<number>, index: number): number => table[index] as number;

/** The input of auto-split. Ids are opaque; `players` has no duplicates. */
export type SplitRequest = {
	/** The players to split, earliest signup first; there is a seat for each of them. */
	players: readonly string[];
	groupCount: number;
	/** The player preferences by user; preferences for users who do not play are ignored. */
	playerPreferences: Readonly<Record<string, readonly string[]>>;
	/** The pinned users and their groups (index from 0). */
	pins: readonly { userId: string; group: number }[];
	keepApart: readonly (readonly [string, string])[];
	/** How often two users were in the same group recently. */
	recentPairings: readonly { a: string; b: string; times: number }[];
};

/**
 * A request as tables over player indexes. A pair's `weight` is the loss when the two are separated. A mutual
 * pair weighs more than all one-sided preferences, as decision 0019 ranks splits.
 */
export type Instance = {
	size: number;
	groupCount: number;
	/** Every group has `small` players; `extra` of the groups have one more. */
	small: number;
	extra: number;
	mutualWeight: number;
	totalWeight: number;
	weight: Int32Array;
	neighbors: number[][];
	recentPairings: Int32Array;
	hasRecentPairings: boolean;
	/** The players that a player prefers, and those who prefer the player. */
	preferred: number[][];
	preferredBy: number[][];
	preferenceTable: Uint8Array;
	/** The group of a pinned player, or -1. */
	pin: Int8Array;
	apart: Uint8Array;
	apartFrom: number[][];
};

/** Returns the tables for a request; pins, pairs and preferences for users outside `players` are ignored. */
export function buildInstance(request: SplitRequest): Instance {
	const { players, groupCount } = request;
	const size = players.length;
	const indexes = new Map(players.map((id, index) => [id, index]));
	const preferenceTable = new Uint8Array(size * size);
	for (const [index, id] of players.entries()) {
		for (const other of request.playerPreferences[id] ?? []) {
			const to = indexes.get(other);
			if (to !== undefined && to !== index) preferenceTable[index * size + to] = 1;
		}
	}
	const apart = new Uint8Array(size * size);
	for (const [a, b] of request.keepApart) setPair(apart, [indexes.get(a), indexes.get(b)], size, 1);
	const recentPairings = new Int32Array(size * size);
	for (const { a, b, times } of request.recentPairings) {
		setPair(recentPairings, [indexes.get(a), indexes.get(b)], size, times);
	}
	const pin = new Int8Array(size).fill(-1);
	for (const { userId, group } of request.pins) {
		const index = indexes.get(userId);
		if (index !== undefined && group >= 0 && group < groupCount) pin[index] = group;
	}
	const listRow = (cells: Uint8Array, index: number) =>
		listIndexes(size, (other) => getAt(cells, index * size + other));
	return {
		size,
		groupCount,
		small: Math.floor(size / groupCount),
		extra: size % groupCount,
		...computeWeights(preferenceTable, size),
		recentPairings,
		hasRecentPairings: recentPairings.some((times) => times > 0),
		preferred: Array.from({ length: size }, (_, i) => listRow(preferenceTable, i)),
		preferredBy: Array.from({ length: size }, (_, i) =>
			listIndexes(size, (other) => getAt(preferenceTable, other * size + i)),
		),
		preferenceTable,
		pin,
		apart,
		apartFrom: Array.from({ length: size }, (_, i) => listRow(apart, i)),
	};
}

function computeWeights(preferenceTable: Uint8Array, size: number) {
	const weight = new Int32Array(size * size);
	const countPreferences = (a: number, b: number) =>
		getAt(preferenceTable, a * size + b) + getAt(preferenceTable, b * size + a);
	let oneSided = 0;
	for (let a = 0; a < size; a += 1) {
		for (let b = a + 1; b < size; b += 1) oneSided += Number(countPreferences(a, b) === 1);
	}
	const mutualWeight = oneSided + 1;
	let totalWeight = 0;
	for (let a = 0; a < size; a += 1) {
		for (let b = a + 1; b < size; b += 1) {
			const count = countPreferences(a, b);
			const value = count === 2 ? mutualWeight : count;
			setPair(weight, [a, b], size, value);
			totalWeight += value;
		}
	}
	const neighbors = Array.from({ length: size }, (_, i) =>
		listIndexes(size, (other) => getAt(weight, i * size + other)),
	);
	return { weight, mutualWeight, totalWeight, neighbors };
}

function setPair(
	cells: Int32Array | Uint8Array,
	[a, b]: [number | undefined, number | undefined],
	size: number,
	value: number,
): void {
	if (a === undefined || b === undefined || a === b) return;
	cells[a * size + b] = value;
	cells[b * size + a] = value;
}

function listIndexes(size: number, isIncluded: (index: number) => number): number[] {
	const found: number[] = [];
	for (let i = 0; i < size; i += 1) if (isIncluded(i)) found.push(i);
	return found;
}

/** Returns the sum of `cells` over the pairs in the same group; `groups` has the group of each player. */
export function sumTogether(cells: ArrayLike<number>, size: number, groups: ArrayLike<number>): number {
	let sum = 0;
	for (let a = 0; a < size; a += 1) {
		for (let b = a + 1; b < size; b += 1) {
			if (getAt(groups, a) === getAt(groups, b)) sum += getAt(cells, a * size + b);
		}
	}
	return sum;
}

/** Returns the number of players who have preferences among the players, none of which is fulfilled. */
export function countUnfulfilledPlayers({ size, preferred }: Instance, groups: ArrayLike<number>): number {
	let count = 0;
	for (let i = 0; i < size; i += 1) {
		const own = preferred[i] ?? [];
		if (own.length > 0 && !own.some((other) => getAt(groups, other) === getAt(groups, i))) count += 1;
	}
	return count;
}
