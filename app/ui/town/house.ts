import { findTopAt, type Point, type Polygon } from './geometry.ts';
import type { Random } from './random.ts';
import { getRoofPitch, outlineRoof, type RoofKind } from './roof.ts';

export type Slot = { x: number; y: number; width: number; height: number; arched: boolean };

export type Part = 'chimney' | 'wall' | 'roof' | 'dormer';

export type House = {
	kind: RoofKind;
	roof: Polygon;
	/** In drawing order, back to front. */
	shapes: readonly { part: Part; points: Polygon }[];
	/** The outlines that can hide a window behind them. */
	outlines: readonly Polygon[];
	chimneyTop: Point | null;
	slots: readonly Slot[];
};

export type Plot = { x: number; width: number; base: number; height: number; scale: number };

/** Returns one house for its plot. The order of the random numbers is part of the picture. */
export function buildHouse(random: Random, plot: Plot, kinds: readonly RoofKind[]): House {
	const { x, width, base, height, scale } = plot;
	const kind = kinds[Math.floor(random() * kinds.length)] ?? 'gable';
	const wallTop = base - height;
	const roofHeight = getRoofPitch(kind) * width * (0.85 + random() * 0.3);
	const wall: Polygon = [
		[x, base],
		[x, wallTop],
		[x + width, wallTop],
		[x + width, base],
	];
	const roof = outlineRoof(kind, { x, width, wallTop, height: roofHeight, overhang: 3 * scale });
	const chimney = random() < 0.72 && kind !== 'step' ? buildChimney(random, plot, roof) : null;
	const dormers = placeDormers(kind, plot, wallTop, roofHeight);
	return {
		kind,
		roof,
		shapes: [
			...(chimney?.shapes ?? []).map((points) => ({ part: 'chimney' as const, points })),
			{ part: 'wall', points: wall },
			{ part: 'roof', points: roof },
			...dormers.map((dormer) => ({ part: 'dormer' as const, points: dormer.points })),
		],
		outlines: chimney ? [wall, roof, chimney.stack] : [wall, roof],
		chimneyTop: chimney?.top ?? null,
		slots: [
			...dormers.map((dormer) => dormer.slot),
			...placeWallWindows(random, plot, wallTop),
			...placeAtticWindow(kind, plot, wallTop, roofHeight),
		],
	};
}

type Chimney = { shapes: readonly Polygon[]; stack: Polygon; top: Point };

function buildChimney(random: Random, { x, width, scale }: Plot, roof: Polygon): Chimney {
	const stackWidth = 5.5 * scale + random() * 3 * scale;
	const side = random() < 0.5 ? 0.2 : 0.68;
	const left = x + width * (side + random() * 0.12);
	const right = left + stackWidth;
	const roofTop = findTopAt([roof], left + stackWidth / 2);
	const top = roofTop - 9 * scale - random() * 8 * scale;
	// An unused random number, kept because without it every drawn town would change.
	random();
	const foot = roofTop + 14 * scale;
	const stack: Polygon = [
		[left, foot],
		[left, top],
		[right, top],
		[right, foot],
	];
	const lip = 1.2 * scale;
	const cap: Polygon = [
		[left - lip, top],
		[left - lip, top - 2.4 * scale],
		[right + lip, top - 2.4 * scale],
		[right + lip, top],
	];
	return { shapes: [cap, stack], stack, top: [left + stackWidth / 2, top - 4 * scale] };
}

type Dormer = { points: Polygon; slot: Slot };

function placeDormers(kind: RoofKind, plot: Plot, wallTop: number, roofHeight: number): Dormer[] {
	const { x, width, scale } = plot;
	const isBroad = kind === 'side' || kind === 'mansard' || kind === 'hip';
	if (!isBroad || width <= 46 * scale) return [];
	const places = width > 84 * scale ? [0.32, 0.68] : [0.5];
	return places.map((place) => {
		const dormerWidth = 13 * scale;
		const left = x + width * place - dormerWidth / 2;
		const top = wallTop - roofHeight * 0.62;
		const foot = top + roofHeight * 0.5;
		const eave = top + 4 * scale;
		const points: Polygon = [
			[left, foot],
			[left, eave],
			[left + dormerWidth / 2, top - 5 * scale],
			[left + dormerWidth, eave],
			[left + dormerWidth, foot],
		];
		const slot = {
			x: left + dormerWidth / 2 - 3 * scale,
			y: top + 4.5 * scale,
			width: 6 * scale,
			height: 8.5 * scale,
			arched: false,
		};
		return { points, slot };
	});
}

function placeWallWindows(random: Random, plot: Plot, wallTop: number): Slot[] {
	const { x, width, height, scale } = plot;
	const size = { width: 7 * scale, height: 11 * scale };
	const step = { x: size.width + 8 * scale, y: size.height + 11 * scale };
	const columns = Math.max(1, Math.floor((width - 8 * scale) / step.x));
	const rows = Math.max(1, Math.floor((height - 6 * scale) / step.y));
	const left = x + (width - (columns * size.width + (columns - 1) * 8 * scale)) / 2;
	const isArched = random() < 0.4;
	const slots: Slot[] = [];
	for (let row = 0; row < rows; row++) {
		for (let column = 0; column < columns; column++) {
			if (random() < 0.12) continue;
			slots.push({
				x: left + column * step.x,
				y: wallTop + 9 * scale + row * step.y,
				...size,
				arched: isArched && row === 0,
			});
		}
	}
	return slots;
}

function placeAtticWindow(kind: RoofKind, plot: Plot, wallTop: number, roofHeight: number): Slot[] {
	const { x, width, scale } = plot;
	const hasAttic = kind === 'gable' || kind === 'steep' || kind === 'step';
	if (!hasAttic || width <= 30 * scale) return [];
	return [
		{
			x: x + width / 2 - 3 * scale,
			y: wallTop - roofHeight * 0.42,
			width: 6 * scale,
			height: 10 * scale,
			arched: true,
		},
	];
}
