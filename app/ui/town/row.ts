import { buildHouse, type House } from './house.ts';
import type { Random } from './random.ts';
import type { RoofKind } from './roof.ts';

type Range = readonly [least: number, most: number];

export type RowPlan = {
	from: number;
	to: number;
	base: number;
	/** The size of the details: at 1 a window is 7 wide. */
	scale: number;
	widths: Range;
	heights: Range;
	kinds: readonly RoofKind[];
	/** A quarter of the probability of a gap between two houses, so 0 to 0.25. */
	gaps: number;
};

/** Returns the houses of a street from left to right, each overlapping the previous one a little. */
export function buildRow(random: Random, plan: RowPlan): House[] {
	const houses: House[] = [];
	let x = plan.from;
	while (x < plan.to) {
		const width = randomBetween(random, plan.widths);
		const height = randomBetween(random, plan.heights);
		houses.push(buildHouse(random, { x, width, base: plan.base, height, scale: plan.scale }, plan.kinds));
		x += width * 0.98 + (random() < plan.gaps * 4 ? random() * 10 * plan.scale : 0);
	}
	return houses;
}

function randomBetween(random: Random, [min, max]: Range): number {
	return min + random() * (max - min);
}
