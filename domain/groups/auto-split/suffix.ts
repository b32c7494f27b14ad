import { getAt, type Instance } from './instance.ts';

/** The maximum number of enumerated splits of the last players. */
const MAX_SPLITS = 100_000;
/** The maximum number of size combinations in the table for one length. */
const MAX_SHAPES = 200_000;

/**
 * Returns the least weight that the last `length` players must lose among themselves with these free seats.
 */
export type SuffixBound = (length: number, freeSeats: ArrayLike<number>) => number;

/**
 * Enumerates the splits of the last players of `order`, and returns a lookup of the least loss. For more
 * players it is that of those enumerated, a valid lower bound. From `limit` on, losses need not be exact.
 */
export function createSuffixBound(instance: Instance, order: readonly number[], limit: number): SuffixBound {
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
