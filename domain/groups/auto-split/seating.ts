import { countUnfulfilledPlayers, getAt, type Instance, sumTogether } from './instance.ts';

/** A split and its value: more weight is better, then a lower penalty. */
export type Split = { groups: Int8Array; weight: number; penalty: number };

/** The penalty of a player without a fulfilled preference; it exceeds that of all repeated pairings. */
const UNFULFILLED_PENALTY = 1_000_000;

/** Returns a split with its value, computed from scratch. */
export function describeSplit(instance: Instance, groups: Int8Array): Split {
	return {
		groups: groups.slice(),
		weight: sumTogether(instance.weight, instance.size, groups),
		penalty:
			countUnfulfilledPlayers(instance, groups) * UNFULFILLED_PENALTY +
			sumTogether(instance.recentPairings, instance.size, groups),
	};
}

/** Returns whether split `a` is better than split `b`: more weight, or the same weight with a lower penalty. */
export const isBetter = (a: Omit<Split, 'groups'>, b: Omit<Split, 'groups'>): boolean =>
	a.weight > b.weight || (a.weight === b.weight && a.penalty < b.penalty);

/** A move: player `a` to group `to`, and player `b` from that group to the group of `a` (-1: no swap). */
export type Move = { a: number; b: number; to: number };

/** A split that can be changed. The effect of a move is read from tables that every move updates. */
export class Seating {
	readonly groups: Int8Array;
	readonly sizes: Int32Array;
	/** Per (player, group): the weight of the player's ties to it; the others count likewise. */
	readonly groupWeights: Int32Array;
	private readonly preferredCounts: Int32Array;
	private readonly pairingCounts: Int32Array;
	private readonly keepApartCounts: Int32Array;
	private readonly instance: Instance;

	constructor(instance: Instance, groups: Int8Array) {
		const cells = instance.size * instance.groupCount;
		this.instance = instance;
		this.groups = groups.slice();
		this.sizes = new Int32Array(instance.groupCount);
		this.groupWeights = new Int32Array(cells);
		this.preferredCounts = new Int32Array(cells);
		this.pairingCounts = new Int32Array(cells);
		this.keepApartCounts = new Int32Array(cells);
		for (const [player, group] of groups.entries()) this.updateTables(player, group, 1);
	}

	apply({ a, b, to }: Move): void {
		const from = getAt(this.groups, a);
		this.updateTables(a, from, -1);
		if (b >= 0) this.updateTables(b, to, -1);
		this.updateTables(a, to, 1);
		this.groups[a] = to;
		if (b < 0) return;
		this.updateTables(b, from, 1);
		this.groups[b] = from;
	}

	isAllowed({ a, b, to }: Move): boolean {
		const { groupCount, size, apart } = this.instance;
		const from = getAt(this.groups, a);
		const between = b < 0 ? 0 : getAt(apart, a * size + b);
		if (getAt(this.keepApartCounts, a * groupCount + to) - between > 0) return false;
		return b < 0 || getAt(this.keepApartCounts, b * groupCount + from) - between === 0;
	}

	getPenaltyChange({ a, b, to }: Move): number {
		const { hasRecentPairings } = this.instance;
		const from = getAt(this.groups, a);
		let unfulfilledChange =
			this.getOwnUnfulfilledChange(a, b, to) + (b < 0 ? 0 : this.getOwnUnfulfilledChange(b, a, from));
		unfulfilledChange +=
			this.getOthersUnfulfilledChange(a, b, from, to) +
			(b < 0 ? 0 : this.getOthersUnfulfilledChange(b, a, to, from));
		return (
			unfulfilledChange * UNFULFILLED_PENALTY +
			(hasRecentPairings ? this.getPairingChange({ a, b, to }, from) : 0)
		);
	}

	private getPairingChange({ a, b, to }: Move, from: number): number {
		const { groupCount, size, recentPairings } = this.instance;
		const moveChange =
			getAt(this.pairingCounts, a * groupCount + to) - getAt(this.pairingCounts, a * groupCount + from);
		if (b < 0) return moveChange;
		const swapChange =
			getAt(this.pairingCounts, b * groupCount + from) - getAt(this.pairingCounts, b * groupCount + to);
		return moveChange + swapChange - 2 * getAt(recentPairings, a * size + b);
	}

	/** Returns the change for the moving player; `other` leaves the group that the player enters. */
	private getOwnUnfulfilledChange(player: number, other: number, to: number): number {
		const { groupCount, size, preferenceTable, preferred } = this.instance;
		if (preferred[player]?.length === 0) return 0;
		const before = getAt(this.preferredCounts, player * groupCount + getAt(this.groups, player));
		const leavingCount = other < 0 ? 0 : getAt(preferenceTable, player * size + other);
		const after = getAt(this.preferredCounts, player * groupCount + to) - leavingCount;
		return Number(after === 0) - Number(before === 0);
	}

	/** Returns the change for players who prefer the moving player and stay themselves. */
	private getOthersUnfulfilledChange(player: number, other: number, from: number, to: number): number {
		const { groupCount, size, preferenceTable, preferredBy } = this.instance;
		let change = 0;
		for (const friend of preferredBy[player] ?? []) {
			if (friend === other) continue;
			const group = getAt(this.groups, friend);
			const fulfilledCount = getAt(this.preferredCounts, friend * groupCount + group);
			const swapped = other < 0 ? 0 : getAt(preferenceTable, friend * size + other);
			// A player who prefers both sees one leave and the other arrive.
			if (swapped > 0) continue;
			if (group === from) change += Number(fulfilledCount === 1);
			else if (group === to) change -= Number(fulfilledCount === 0);
		}
		return change;
	}

	private updateTables(player: number, group: number, sign: number): void {
		const { size, groupCount, weight, recentPairings, neighbors, apartFrom, preferredBy, hasRecentPairings } =
			this.instance;
		this.sizes[group] = getAt(this.sizes, group) + sign;
		for (const other of neighbors[player] ?? []) {
			const cell = other * groupCount + group;
			this.groupWeights[cell] = getAt(this.groupWeights, cell) + sign * getAt(weight, player * size + other);
		}
		for (const other of apartFrom[player] ?? []) {
			const cell = other * groupCount + group;
			this.keepApartCounts[cell] = getAt(this.keepApartCounts, cell) + sign;
		}
		for (const other of preferredBy[player] ?? []) {
			const cell = other * groupCount + group;
			this.preferredCounts[cell] = getAt(this.preferredCounts, cell) + sign;
		}
		if (!hasRecentPairings) return;
		for (let other = 0; other < size; other += 1) {
			const cell = other * groupCount + group;
			this.pairingCounts[cell] =
				getAt(this.pairingCounts, cell) + sign * getAt(recentPairings, player * size + other);
		}
	}
}
