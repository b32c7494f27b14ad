import type { Point, Polygon } from './geometry.ts';

export type RoofKind = 'gable' | 'steep' | 'side' | 'hip' | 'mansard' | 'step';

export type RoofPlace = { x: number; width: number; wallTop: number; height: number; overhang: number };

/** Returns the height of a roof of this kind, as a share of the house's width. */
export function getRoofPitch(kind: RoofKind): number {
	if (kind === 'gable') return 0.62;
	if (kind === 'steep') return 0.95;
	return kind === 'side' ? 0.42 : 0.5;
}

/** Returns the roof's outline from its left eave over the ridge to its right eave. */
export function outlineRoof(kind: RoofKind, place: RoofPlace): Polygon {
	const { x, width, wallTop, height, overhang } = place;
	const right = x + width;
	const ridge = wallTop - height;
	switch (kind) {
		case 'gable':
		case 'steep':
			return [
				[x - overhang * 1.6, wallTop + overhang * 0.8],
				[x - overhang * 0.2, wallTop - overhang * 0.9],
				[x + width / 2, ridge],
				[right + overhang * 0.2, wallTop - overhang * 0.9],
				[right + overhang * 1.6, wallTop + overhang * 0.8],
			];
		case 'side':
			return [
				[x - overhang, wallTop + overhang * 0.6],
				[x + width * 0.04, ridge],
				[right - width * 0.04, ridge],
				[right + overhang, wallTop + overhang * 0.6],
			];
		case 'hip':
			return [
				[x - overhang, wallTop + overhang * 0.6],
				[x + width * 0.28, ridge],
				[x + width * 0.72, ridge],
				[right + overhang, wallTop + overhang * 0.6],
			];
		case 'mansard':
			return [
				[x - overhang, wallTop + overhang * 0.4],
				[x + width * 0.09, wallTop - height * 0.72],
				[x + width * 0.3, ridge],
				[x + width * 0.7, ridge],
				[right - width * 0.09, wallTop - height * 0.72],
				[right + overhang, wallTop + overhang * 0.4],
			];
		case 'step':
			return outlineSteps(place);
	}
}

const STEPS = 4;

function outlineSteps({ x, width, wallTop, height, overhang }: RoofPlace): Polygon {
	const tread = width / 2 / (STEPS + 0.5);
	const rise = (height * 1.1) / STEPS;
	const left: Point[] = [];
	const right: Point[] = [];
	for (let step = 0; step < STEPS; step++) {
		const y = wallTop - rise * (step + 1);
		left.push([x + step * tread, y], [x + (step + 1) * tread, y]);
		right.unshift([x + width - (step + 1) * tread, y], [x + width - step * tread, y]);
	}
	const top = wallTop - rise * (STEPS + 0.55);
	return [
		[x - overhang * 0.5, wallTop],
		...left,
		[x + STEPS * tread, top],
		[x + width - STEPS * tread, top],
		...right,
		[x + width + overhang * 0.5, wallTop],
	];
}
