import { at } from './cells.ts';
import { countCompany, countForsaken, type Instance, weighSplit } from './instance.ts';

/** A split and its value: more weight is better, then less regret. */
export type Split = { groups: Int8Array; weight: number; regret: number };

/** The regret of a player without a fulfilled preference; it exceeds that of all repeated pairings. */
const FORSAKEN = 1_000_000;

/** Returns a split with its value, computed from scratch. */
export function describeSplit(instance: Instance, groups: Int8Array): Split {
	return {
		groups: groups.slice(),
		weight: weighSplit(instance, groups),
		regret: countForsaken(instance, groups) * FORSAKEN + countCompany(instance, groups),
	};
}

/** Returns whether split `a` is better than split `b`: more weight, or the same weight with less regret. */
export const isBetter = (a: Omit<Split, 'groups'>, b: Omit<Split, 'groups'>): boolean =>
	a.weight > b.weight || (a.weight === b.weight && a.regret < b.regret);

/**
 * A move: player `a` moves to group `to`; player `b` from that group moves to the group of `a` (-1: no swap).
 */
export type Move = { a: number; b: number; to: number };

/** A split that can be changed. The effect of a move is read from tables that every move updates. */
export class Seating {
	readonly groups: Int8Array;
	readonly sizes: Int32Array;
	/**
	 * Per (player, group): the weight of the player's ties to that group; `held`, `past` and `clash` likewise
	 * count preferences, recent pairings and keep-apart pairs.
	 */
	readonly bond: Int32Array;
	private readonly held: Int32Array;
	private readonly past: Int32Array;
	private readonly clash: Int32Array;
	private readonly instance: Instance;

	constructor(instance: Instance, groups: Int8Array) {
		const cells = instance.size * instance.groupCount;
		this.instance = instance;
		this.groups = groups.slice();
		this.sizes = new Int32Array(instance.groupCount);
		this.bond = new Int32Array(cells);
		this.held = new Int32Array(cells);
		this.past = new Int32Array(cells);
		this.clash = new Int32Array(cells);
		for (const [player, group] of groups.entries()) this.enter(player, group, 1);
	}

	/** Makes the move and updates the tables. */
	apply({ a, b, to }: Move): void {
		const from = at(this.groups, a);
		this.enter(a, from, -1);
		if (b >= 0) this.enter(b, to, -1);
		this.enter(a, to, 1);
		this.groups[a] = to;
		if (b < 0) return;
		this.enter(b, from, 1);
		this.groups[b] = from;
	}

	/** Returns whether the move respects all keep-apart pairs. */
	isAllowed({ a, b, to }: Move): boolean {
		const { groupCount, size, apart } = this.instance;
		const from = at(this.groups, a);
		const between = b < 0 ? 0 : at(apart, a * size + b);
		if (at(this.clash, a * groupCount + to) - between > 0) return false;
		return b < 0 || at(this.clash, b * groupCount + from) - between === 0;
	}

	/** Returns how much regret a move adds. */
	regretOf({ a, b, to }: Move): number {
		const { hasCompany } = this.instance;
		const from = at(this.groups, a);
		let forsaken = this.forsakenAfter(a, b, to) + (b < 0 ? 0 : this.forsakenAfter(b, a, from));
		forsaken += this.forsakenFriends(a, b, from, to) + (b < 0 ? 0 : this.forsakenFriends(b, a, to, from));
		return forsaken * FORSAKEN + (hasCompany ? this.companyOf({ a, b, to }, from) : 0);
	}

	private companyOf({ a, b, to }: Move, from: number): number {
		const { groupCount, size, company } = this.instance;
		const alone = at(this.past, a * groupCount + to) - at(this.past, a * groupCount + from);
		if (b < 0) return alone;
		const back = at(this.past, b * groupCount + from) - at(this.past, b * groupCount + to);
		return alone + back - 2 * at(company, a * size + b);
	}

	/** Returns the change for the moving player; `other` leaves the group that the player enters. */
	private forsakenAfter(player: number, other: number, to: number): number {
		const { groupCount, size, wishes, wished } = this.instance;
		if (wished[player]?.length === 0) return 0;
		const before = at(this.held, player * groupCount + at(this.groups, player));
		const gone = other < 0 ? 0 : at(wishes, player * size + other);
		const after = at(this.held, player * groupCount + to) - gone;
		return Number(after === 0) - Number(before === 0);
	}

	/** Returns the change for players who prefer the moving player and stay themselves. */
	private forsakenFriends(player: number, other: number, from: number, to: number): number {
		const { groupCount, size, wishes, wishedBy } = this.instance;
		let change = 0;
		for (const friend of wishedBy[player] ?? []) {
			if (friend === other) continue;
			const group = at(this.groups, friend);
			const kept = at(this.held, friend * groupCount + group);
			const swapped = other < 0 ? 0 : at(wishes, friend * size + other);
			// A player who prefers both sees one leave and the other arrive.
			if (swapped > 0) continue;
			if (group === from) change += Number(kept === 1);
			else if (group === to) change -= Number(kept === 0);
		}
		return change;
	}

	private enter(player: number, group: number, sign: number): void {
		const { size, groupCount, weight, company, neighbours, apartFrom, wishedBy, hasCompany } = this.instance;
		this.sizes[group] = at(this.sizes, group) + sign;
		for (const other of neighbours[player] ?? []) {
			const cell = other * groupCount + group;
			this.bond[cell] = at(this.bond, cell) + sign * at(weight, player * size + other);
		}
		for (const other of apartFrom[player] ?? []) {
			const cell = other * groupCount + group;
			this.clash[cell] = at(this.clash, cell) + sign;
		}
		for (const other of wishedBy[player] ?? []) {
			const cell = other * groupCount + group;
			this.held[cell] = at(this.held, cell) + sign;
		}
		if (!hasCompany) return;
		for (let other = 0; other < size; other += 1) {
			const cell = other * groupCount + group;
			this.past[cell] = at(this.past, cell) + sign * at(company, player * size + other);
		}
	}
}
