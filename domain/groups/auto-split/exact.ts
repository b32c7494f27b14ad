import { at } from './cells.ts';
import type { Instance } from './instance.ts';
import { boundSuffixes } from './suffix.ts';

export type Proof = {
	/** A split with a higher weight than the given one, or null. */
	groups: Int8Array | null;
	/** Whether the search was completed: no split is better than the result. */
	proven: boolean;
	/** The number of visited positions. */
	nodes: number;
};

/**
 * Searches for the split with the highest weight that respects pins and keep-apart pairs, by branch and
 * bound. `weight` is that of a known split; only better ones are searched for.
 *
 * It seats one player after another, next the one with the most ties to those already seated. It abandons a
 * position when three losses together leave nothing to gain: what is already lost, the least that the
 * unseated players must lose to the seated ones (given the free seats), and the least that they must lose
 * among themselves.
 */
export function proveSplit(
	instance: Instance,
	weight: number,
	{ mostNodes, isLate }: { mostNodes: number; isLate: () => boolean },
): Proof {
	const { size, groupCount, small, extra, pin, apartFrom, totalWeight } = instance;
	const order = orderPlayers(instance);
	const places = new Int32Array(size);
	for (const [place, player] of order.entries()) places[player] = place;
	let limit = totalWeight - weight;
	const boundSuffix = boundSuffixes(instance, order, limit);
	const groups = new Int8Array(size).fill(-1);
	const sizes = new Int32Array(groupCount);
	const room = new Int32Array(groupCount);
	const bond = new Int32Array(size * groupCount);
	const tied = new Int32Array(size);
	const picked = new Int32Array(groupCount);
	const choices = Array.from({ length: size }, () => new Int32Array(groupCount));
	const pinned = new Uint8Array(groupCount);
	for (const group of pin) if (group >= 0) pinned[group] = 1;
	let found: Int8Array | null = null;
	let nodes = 0;
	let isStopped = false;
	let larger = 0;

	visit(0, 0);
	return { groups: found, proven: !isStopped, nodes };

	function visit(place: number, loss: number): void {
		if (place === size) {
			if (loss < limit) {
				limit = loss;
				found = groups.slice();
			}
			return;
		}
		nodes += 1;
		if (nodes > mostNodes || ((nodes & 1023) === 0 && isLate())) isStopped = true;
		if (isStopped) return;
		measureRoom();
		const suffix = boundSuffix(size - place, room);
		if (loss + suffix >= limit) return;
		if (loss + suffix + leastToSeated(place, limit - loss - suffix) >= limit) return;
		const player = order[place] ?? 0;
		const own = choices[place] as Int32Array;
		const count = listChoices(player, own);
		for (let i = 0; i < count; i += 1) {
			const group = at(own, i);
			const cost = loss + at(tied, player) - at(bond, player * groupCount + group);
			// The choices are sorted by cost.
			if (cost >= limit) return;
			const isLarger = Number(at(sizes, group) === small);
			if (isLarger && larger === extra) continue;
			seat(player, group, 1);
			larger += isLarger;
			visit(place + 1, cost);
			larger -= isLarger;
			seat(player, group, -1);
		}
	}

	function seat(player: number, group: number, sign: number): void {
		groups[player] = sign > 0 ? group : -1;
		sizes[group] = at(sizes, group) + sign;
		const place = at(places, player);
		for (const other of instance.neighbours[player] ?? []) {
			if (at(places, other) < place) continue;
			const change = sign * at(instance.weight, player * size + other);
			const cell = other * groupCount + group;
			bond[cell] = at(bond, cell) + change;
			tied[other] = at(tied, other) + change;
		}
	}

	function measureRoom(): void {
		const most = small + Number(larger < extra);
		for (let group = 0; group < groupCount; group += 1) room[group] = Math.max(0, most - at(sizes, group));
	}

	/**
	 * Writes the possible groups for a player into `into`, lowest cost first, and returns their number. Of
	 * interchangeable empty groups only one is included.
	 */
	function listChoices(player: number, into: Int32Array): number {
		let count = 0;
		let hasEmpty = false;
		for (let group = 0; group < groupCount; group += 1) {
			if (at(room, group) === 0) continue;
			if (at(pin, player) >= 0 && at(pin, player) !== group) continue;
			if (at(sizes, group) === 0 && at(pinned, group) === 0) {
				if (hasEmpty) continue;
				hasEmpty = true;
			}
			if ((apartFrom[player] ?? []).some((other) => at(groups, other) === group)) continue;
			const value = at(bond, player * groupCount + group);
			let place = count;
			while (place > 0 && at(bond, player * groupCount + at(into, place - 1)) < value) {
				into[place] = at(into, place - 1);
				place -= 1;
			}
			into[place] = group;
			count += 1;
		}
		return count;
	}

	/**
	 * Returns the least weight that the unseated players must lose to the seated ones: each player joins their
	 * best group, and where too many want the same group, those who lose the least join their second best.
	 */
	function leastToSeated(from: number, enough: number): number {
		picked.fill(0);
		let sum = 0;
		let crowded = false;
		for (let place = from; place < size; place += 1) {
			const player = order[place] ?? 0;
			const [first] = [bestGroup(player, -1)];
			sum += at(tied, player) - (first < 0 ? 0 : at(bond, player * groupCount + first));
			if (first < 0) return enough;
			picked[first] = at(picked, first) + 1;
			if (at(picked, first) > at(room, first)) crowded = true;
		}
		if (!crowded || sum >= enough) return sum;
		for (let group = 0; group < groupCount; group += 1) {
			const over = at(picked, group) - at(room, group);
			if (over > 0) sum += leastRegrets(from, group, over);
		}
		return sum;
	}

	function bestGroup(player: number, except: number): number {
		let best = -1;
		let most = -1;
		for (let group = 0; group < groupCount; group += 1) {
			const value = at(bond, player * groupCount + group);
			if (value > most && group !== except && at(room, group) > 0) {
				most = value;
				best = group;
			}
		}
		return best;
	}

	function leastRegrets(from: number, group: number, count: number): number {
		const regrets: number[] = [];
		for (let place = from; place < size; place += 1) {
			const player = order[place] ?? 0;
			if (bestGroup(player, -1) !== group) continue;
			const second = bestGroup(player, group);
			const most = at(bond, player * groupCount + group);
			regrets.push(second < 0 ? totalWeight : most - at(bond, player * groupCount + second));
		}
		regrets.sort((a, b) => a - b);
		let sum = 0;
		for (let i = 0; i < count; i += 1) sum += regrets[i] ?? 0;
		return sum;
	}
}

/**
 * Returns the players in search order: pinned players first, then always the one with the strongest ties to
 * those before.
 */
function orderPlayers({ size, pin, neighbours, weight, apartFrom }: Instance): number[] {
	const order: number[] = [];
	const tie = new Float64Array(size);
	const isPlaced = new Uint8Array(size);
	const degree = (player: number) =>
		(neighbours[player] ?? []).reduce((sum, other) => sum + at(weight, player * size + other), 0) +
		(apartFrom[player]?.length ?? 0);
	const degrees = Array.from({ length: size }, (_, player) => degree(player));
	while (order.length < size) {
		let next = -1;
		for (let player = 0; player < size; player += 1) {
			if (at(isPlaced, player)) continue;
			if (next < 0 || rank(player, next) < 0) next = player;
		}
		order.push(next);
		isPlaced[next] = 1;
		for (const other of neighbours[next] ?? []) tie[other] = at(tie, other) + at(weight, next * size + other);
	}
	return order;

	function rank(a: number, b: number): number {
		return (
			Number(at(pin, b) >= 0) - Number(at(pin, a) >= 0) ||
			at(tie, b) - at(tie, a) ||
			at(degrees, b) - at(degrees, a) ||
			a - b
		);
	}
}
