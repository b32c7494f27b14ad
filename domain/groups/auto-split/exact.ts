import { getAt, type Instance } from './instance.ts';
import { createSuffixBound } from './suffix.ts';

export type Proof = {
	/** A split with a higher weight than the given one, or null. */
	groups: Int8Array | null;
	/** Whether the search was completed: no split is better than the result. */
	proven: boolean;
	nodes: number;
};

/**
 * Searches for the split with the highest weight that respects pins and keep-apart pairs, by branch and
 * bound. `weight` is that of a known split; only better ones are searched for.
 *
 * It seats one player after another, next the one with the most ties to those already seated. It abandons a
 * position when three losses together leave nothing to gain. They are what is already lost, the least that
 * unseated players must lose to seated ones (given the free seats), and the least that they must lose among
 * themselves.
 */
export function proveSplit(
	instance: Instance,
	weight: number,
	{ maxNodes, isLate }: { maxNodes: number; isLate: () => boolean },
): Proof {
	const { size, groupCount, small, extra, pin, apartFrom, totalWeight } = instance;
	const order = orderPlayers(instance);
	const places = new Int32Array(size);
	for (const [place, player] of order.entries()) places[player] = place;
	let limit = totalWeight - weight;
	const boundSuffix = createSuffixBound(instance, order, limit);
	const groups = new Int8Array(size).fill(-1);
	const sizes = new Int32Array(groupCount);
	const freeSeats = new Int32Array(groupCount);
	const groupWeights = new Int32Array(size * groupCount);
	const seatedWeights = new Int32Array(size);
	const chosenCounts = new Int32Array(groupCount);
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
		if (nodes > maxNodes || ((nodes & 1023) === 0 && isLate())) isStopped = true;
		if (isStopped) return;
		updateFreeSeats();
		const suffix = boundSuffix(size - place, freeSeats);
		if (loss + suffix >= limit) return;
		if (loss + suffix + boundLossToSeated(place, limit - loss - suffix) >= limit) return;
		const player = order[place] ?? 0;
		const own = choices[place] as Int32Array;
		const count = listChoices(player, own);
		for (let i = 0; i < count; i += 1) {
			const group = getAt(own, i);
			const cost = loss + getAt(seatedWeights, player) - getAt(groupWeights, player * groupCount + group);
			// The choices are sorted by cost.
			if (cost >= limit) return;
			const isLarger = Number(getAt(sizes, group) === small);
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
		sizes[group] = getAt(sizes, group) + sign;
		const place = getAt(places, player);
		for (const other of instance.neighbors[player] ?? []) {
			if (getAt(places, other) < place) continue;
			const change = sign * getAt(instance.weight, player * size + other);
			const cell = other * groupCount + group;
			groupWeights[cell] = getAt(groupWeights, cell) + change;
			seatedWeights[other] = getAt(seatedWeights, other) + change;
		}
	}

	function updateFreeSeats(): void {
		const maxSize = small + Number(larger < extra);
		for (let group = 0; group < groupCount; group += 1)
			freeSeats[group] = Math.max(0, maxSize - getAt(sizes, group));
	}

	/**
	 * Writes the possible groups for a player into `target`, lowest cost first, and returns their number. Of
	 * interchangeable empty groups it has one.
	 */
	function listChoices(player: number, target: Int32Array): number {
		let count = 0;
		let hasEmpty = false;
		for (let group = 0; group < groupCount; group += 1) {
			if (getAt(freeSeats, group) === 0) continue;
			if (getAt(pin, player) >= 0 && getAt(pin, player) !== group) continue;
			if (getAt(sizes, group) === 0 && getAt(pinned, group) === 0) {
				if (hasEmpty) continue;
				hasEmpty = true;
			}
			if ((apartFrom[player] ?? []).some((other) => getAt(groups, other) === group)) continue;
			const value = getAt(groupWeights, player * groupCount + group);
			let place = count;
			while (place > 0 && getAt(groupWeights, player * groupCount + getAt(target, place - 1)) < value) {
				target[place] = getAt(target, place - 1);
				place -= 1;
			}
			target[place] = group;
			count += 1;
		}
		return count;
	}

	/**
	 * Returns the least weight that the unseated players must lose to the seated ones. Each joins their best
	 * group; where too many want one, those who lose the least join their second best.
	 */
	function boundLossToSeated(from: number, sufficientLoss: number): number {
		chosenCounts.fill(0);
		let sum = 0;
		let isOverfull = false;
		for (let place = from; place < size; place += 1) {
			const player = order[place] ?? 0;
			const [first] = [findBestGroup(player, -1)];
			sum +=
				getAt(seatedWeights, player) - (first < 0 ? 0 : getAt(groupWeights, player * groupCount + first));
			if (first < 0) return sufficientLoss;
			chosenCounts[first] = getAt(chosenCounts, first) + 1;
			if (getAt(chosenCounts, first) > getAt(freeSeats, first)) isOverfull = true;
		}
		if (!isOverfull || sum >= sufficientLoss) return sum;
		for (let group = 0; group < groupCount; group += 1) {
			const excess = getAt(chosenCounts, group) - getAt(freeSeats, group);
			if (excess > 0) sum += sumLeastLosses(from, group, excess);
		}
		return sum;
	}

	function findBestGroup(player: number, excludedGroup: number): number {
		let best = -1;
		let bestWeight = -1;
		for (let group = 0; group < groupCount; group += 1) {
			const value = getAt(groupWeights, player * groupCount + group);
			if (value > bestWeight && group !== excludedGroup && getAt(freeSeats, group) > 0) {
				bestWeight = value;
				best = group;
			}
		}
		return best;
	}

	function sumLeastLosses(from: number, group: number, count: number): number {
		const losses: number[] = [];
		for (let place = from; place < size; place += 1) {
			const player = order[place] ?? 0;
			if (findBestGroup(player, -1) !== group) continue;
			const second = findBestGroup(player, group);
			const bestWeight = getAt(groupWeights, player * groupCount + group);
			losses.push(second < 0 ? totalWeight : bestWeight - getAt(groupWeights, player * groupCount + second));
		}
		losses.sort((a, b) => a - b);
		let sum = 0;
		for (let i = 0; i < count; i += 1) sum += losses[i] ?? 0;
		return sum;
	}
}

/**
 * Returns the players in search order: pinned ones first, then those with the strongest ties to those before.
 */
function orderPlayers({ size, pin, neighbors, weight, apartFrom }: Instance): number[] {
	const order: number[] = [];
	const placedWeights = new Float64Array(size);
	const isPlaced = new Uint8Array(size);
	const computeDegree = (player: number) =>
		(neighbors[player] ?? []).reduce((sum, other) => sum + getAt(weight, player * size + other), 0) +
		(apartFrom[player]?.length ?? 0);
	const degrees = Array.from({ length: size }, (_, player) => computeDegree(player));
	while (order.length < size) {
		let next = -1;
		for (let player = 0; player < size; player += 1) {
			if (getAt(isPlaced, player)) continue;
			if (next < 0 || comparePlayers(player, next) < 0) next = player;
		}
		order.push(next);
		isPlaced[next] = 1;
		for (const other of neighbors[next] ?? [])
			placedWeights[other] = getAt(placedWeights, other) + getAt(weight, next * size + other);
	}
	return order;

	function comparePlayers(a: number, b: number): number {
		return (
			Number(getAt(pin, b) >= 0) - Number(getAt(pin, a) >= 0) ||
			getAt(placedWeights, b) - getAt(placedWeights, a) ||
			getAt(degrees, b) - getAt(degrees, a) ||
			a - b
		);
	}
}
