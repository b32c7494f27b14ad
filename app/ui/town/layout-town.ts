import { findTopAt, type Point, type Polygon } from './geometry.ts';
import { buildHouse, type House, type Slot } from './house.ts';
import { createRandom, type Random } from './random.ts';
import type { RoofKind } from './roof.ts';
import { layoutSky, type Sky } from './sky.ts';

/** All parameters of one view of the town. The seed and these numbers determine every point of it. */
export type SceneParams = {
	width: number;
	height: number;
	seed: number;
	/** The size of houses and their details; 1 in the hero of 1280 by 600. */
	scale: number;
	/** The tower's position as a share of the width, and the distance of its spire's tip from the top. */
	tower: { x: number; top: number };
	/** Null: no sky, only roofs that fade into the page. */
	sky: { stars: number; horizon: number } | null;
	moon: { x: number; y: number; radius: number } | null;
	/** The line that the houses stand on; by default the bottom of the picture. */
	base?: number;
	farScale?: number;
	nearScale?: number;
	hasCat?: boolean;
	/** Closes the picture with a low curve in the page's color. */
	hasGround?: boolean;
	/** No window closer than this to the left or right edge is ever lit, because it may be cut off. */
	inset?: number;
};

export type TownSlot = Slot & { layer: 'middle' | 'near' };
type Hill = readonly (readonly [Point, Point, Point])[];

export type Town = {
	params: SceneParams;
	base: number;
	sky: Sky | null;
	hills: readonly { start: number; curves: Hill }[];
	far: readonly House[];
	farLights: readonly Slot[];
	middle: readonly House[];
	near: readonly House[];
	/** Every visible window, in the order in which they are lit. */
	slots: readonly TownSlot[];
	smoke: readonly Point[];
};

/** Returns the layout of the town. All random numbers come from one stream, in this order, back to front. */
export function layoutTown(params: SceneParams): Town {
	const { width, height, scale, farScale = 1 } = params;
	const base = params.base ?? height;
	const random = createRandom(params.seed);
	const sky = params.sky ? layoutSky(random, params, params.sky.stars) : null;
	const hills = [
		layoutHill(random, width, base - 128 * scale * farScale, 44 * scale),
		layoutHill(random, width, base - 104 * scale * farScale, 34 * scale),
	];
	const plans = planRows(params);
	const street = { width, base };
	const far = buildRow(random, street, plans.far);
	const farLights = far.flatMap((house) => house.slots.filter(() => random() < 0.05));
	const middle = buildRow(random, street, plans.middle);
	const near = buildRow(random, street, plans.near);
	const slots = shuffleSlots(random, findVisibleSlots(params, middle, near));
	const chimneys = [...near, ...middle].flatMap((house) => (house.chimneyTop ? [house.chimneyTop] : []));
	const smoke = chimneys.filter(() => random() < 0.16);
	return { params, base, sky, hills, far, farLights, middle, near, slots, smoke };
}

function layoutHill(random: Random, width: number, start: number, swing: number) {
	const count = 6;
	const step = width / count;
	const curves = Array.from({ length: count }, (_, index) => {
		const left = step * index;
		const first: Point = [left + step * 0.35, start - swing * (0.2 + random())];
		const second: Point = [left + step * 0.65, start - swing * random()];
		const end: Point = [left + step, start - swing * 0.3 * random()];
		return [first, second, end] as const;
	});
	return { start, curves };
}

/** Returns the plans of the three rows of houses. */
function planRows({
	scale,
	farScale = 1,
	nearScale = 1,
}: SceneParams): Record<'far' | 'middle' | 'near', RowPlan> {
	return {
		far: {
			beyond: 20,
			scale: 0.5 * scale,
			widths: [22 * scale, 46 * scale],
			heights: [78 * scale * farScale, 112 * scale * farScale],
			kinds: ['gable', 'side', 'hip', 'steep'],
			gaps: 0.1,
		},
		middle: {
			beyond: 30,
			scale: 0.8 * scale,
			widths: [40 * scale, 82 * scale],
			heights: [62 * scale, 104 * scale],
			kinds: ['gable', 'side', 'step', 'steep', 'mansard', 'hip'],
			gaps: 0.05,
		},
		near: {
			beyond: 40,
			scale: 1.15 * scale,
			widths: [70 * scale, 132 * scale],
			heights: [22 * scale * nearScale, 60 * scale * nearScale],
			kinds: ['gable', 'side', 'mansard', 'hip', 'side', 'step'],
			gaps: 0.08,
		},
	};
}

/** Returns the windows that are not hidden by a house in front, an edge or the ground. */
function findVisibleSlots(params: SceneParams, middle: readonly House[], near: readonly House[]): TownSlot[] {
	const { inset = 6 } = params;
	const lowest = params.height - (params.hasGround ? 40 * params.scale : 6);
	const isInside = (slot: Slot) =>
		slot.x > inset && slot.x + slot.width < params.width - inset && slot.y + slot.height < lowest;
	const nearOutlines = near.flatMap((house) => house.outlines);
	const inMiddle = listSlots(middle, 'middle', 0.5).filter(
		(slot) => isInside(slot) && isAbove(slot, nearOutlines),
	);
	return [...inMiddle, ...listSlots(near, 'near', 1).filter(isInside)];
}

/** Returns a row's windows without hidden ones; `at` is the checked position across the window, 0 to 1. */
function listSlots(row: readonly House[], layer: TownSlot['layer'], at: number): TownSlot[] {
	return row.flatMap((house, index) => {
		const later = row.slice(index + 1).flatMap((other) => other.outlines);
		return house.slots
			.filter((slot) => findTopAt(later, slot.x + slot.width * at) >= slot.y + slot.height)
			.map((slot) => ({ ...slot, layer }));
	});
}

function isAbove(slot: Slot, outlines: readonly Polygon[]): boolean {
	const foot = slot.y + slot.height + 3;
	return [0, 0.25, 0.5, 0.75, 1].every((at) => findTopAt(outlines, slot.x + slot.width * at) >= foot);
}

function shuffleSlots(random: Random, slots: readonly TownSlot[]): TownSlot[] {
	return slots
		.map((slot) => ({ slot, rank: random() * (slot.layer === 'near' ? 1 : 1.15) }))
		.sort((a, b) => a.rank - b.rank)
		.map(({ slot }) => slot);
}

type Range = readonly [least: number, most: number];

type RowPlan = {
	/** How far the row goes on beyond both edges. */
	beyond: number;
	/** The size of the details: at 1 a window is 7 wide. */
	scale: number;
	widths: Range;
	heights: Range;
	kinds: readonly RoofKind[];
	/** A quarter of the probability of a gap between two houses, so 0 to 0.25. */
	gaps: number;
};

/** Returns the houses of a street from left to right, each overlapping the previous one a little. */
function buildRow(
	random: Random,
	{ width: streetWidth, base }: { width: number; base: number },
	plan: RowPlan,
): House[] {
	const houses: House[] = [];
	let x = -plan.beyond;
	while (x < streetWidth + plan.beyond) {
		const width = randomBetween(random, plan.widths);
		const height = randomBetween(random, plan.heights);
		houses.push(buildHouse(random, { x, width, base, height, scale: plan.scale }, plan.kinds));
		x += width * 0.98 + (random() < plan.gaps * 4 ? random() * 10 * plan.scale : 0);
	}
	return houses;
}

function randomBetween(random: Random, [min, max]: Range): number {
	return min + random() * (max - min);
}
