import { getAt, type Instance } from './instance.ts';

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

	/** Writes a player's possible groups into `target`, lowest cost first, and returns their number. */
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

/** Returns the players in search order: pinned ones, then those with the strongest ties to those before. */
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

/** The maximum number of enumerated splits of the last players. */
const MAX_SPLITS = 100_000;
/** The maximum number of size combinations in the table for one length. */
const MAX_SHAPES = 200_000;

/** Returns the least weight that the last `length` players must lose among themselves in these seats. */
type SuffixBound = (length: number, freeSeats: ArrayLike<number>) => number;

/**
 * Enumerates the splits of the last players of `order`, and returns a lookup of the least loss. For more
 * players it is that of those enumerated, a valid lower bound. From `limit` on, losses need not be exact.
 */
function createSuffixBound(instance: Instance, order: readonly number[], limit: number): SuffixBound {
	const { size, groupCount, small, extra, weight } = instance;
	const maxSize = small + Number(extra > 0);
	const base = maxSize + 1;
	const length = countEnumerable(instance);
	if (base ** groupCount > MAX_SHAPES) return () => 0;
	const exact = Array.from({ length: length + 1 }, () => new Map<number, number>());
	const groups = new Int8Array(size).fill(-1);
	const sizes = new Int32Array(groupCount);

	const enumerate = (taken: number, used: number, loss: number): void => {
		if (taken > 0) {
			const key = encodeSizes(sizes, base, maxSize);
			const known = exact[taken]?.get(key);
			if (known === undefined || known > loss) exact[taken]?.set(key, loss);
		}
		if (taken === length) return;
		const player = order[size - 1 - taken] ?? 0;
		const last = Math.min(used + 1, groupCount);
		for (let group = 0; group < last; group += 1) {
			if (getAt(sizes, group) === maxSize) continue;
			let cost = loss;
			for (let place = size - taken; place < size; place += 1) {
				const other = order[place] ?? 0;
				if (getAt(groups, other) !== group) cost += getAt(weight, player * size + other);
			}
			if (cost >= limit) continue;
			groups[player] = group;
			sizes[group] = getAt(sizes, group) + 1;
			enumerate(taken + 1, Math.max(used, group + 1), cost);
			sizes[group] = getAt(sizes, group) - 1;
		}
		groups[player] = -1;
	};
	enumerate(0, 0, 0);

	const known = Array.from({ length: length + 1 }, () => new Map<number, number>());
	const shapes = exact.map((table) =>
		[...table].map(([key, loss]) => ({ shape: decodeSizes(key, base, groupCount), loss })),
	);
	return (requestedLength, freeSeats) => {
		const taken = Math.min(requestedLength, length);
		const key = encodeSizes(freeSeats, base, Math.min(maxSize, taken));
		const found = known[taken]?.get(key);
		if (found !== undefined) return found;
		const freeShape = decodeSizes(key, base, groupCount);
		let minLoss = limit;
		for (const { shape, loss } of shapes[taken] ?? []) {
			if (loss < minLoss && shape.every((count, i) => count <= (freeShape[i] ?? 0))) minLoss = loss;
		}
		known[taken]?.set(key, minLoss);
		return minLoss;
	};
}

function countEnumerable({ size, groupCount }: Instance): number {
	let splits = 1;
	let length = 0;
	while (
		length < size &&
		splits * groupCount <= MAX_SPLITS * (length < groupCount ? 1 : factorial(groupCount))
	) {
		splits *= groupCount;
		length += 1;
	}
	return length;
}

const factorial = (n: number): number => (n <= 1 ? 1 : n * factorial(n - 1));

const sorted = new Int32Array(64);
/** Returns the sizes, limited to `maxSize` and sorted in descending order, as one number. */
function encodeSizes(sizes: ArrayLike<number>, base: number, maxSize: number): number {
	const count = sizes.length;
	for (let i = 0; i < count; i += 1) {
		const value = Math.min(getAt(sizes, i), maxSize);
		let place = i;
		while (place > 0 && getAt(sorted, place - 1) < value) {
			sorted[place] = getAt(sorted, place - 1);
			place -= 1;
		}
		sorted[place] = value;
	}
	let key = 0;
	for (let i = 0; i < count; i += 1) key = key * base + getAt(sorted, i);
	return key;
}

function decodeSizes(key: number, base: number, count: number): number[] {
	const sizes: number[] = [];
	for (let rest = key, i = 0; i < count; i += 1) {
		sizes.unshift(rest % base);
		rest = Math.floor(rest / base);
	}
	return sizes;
}
