import { round } from './geometry.ts';
import type { Slot } from './house.ts';
import { layoutTown, type SceneParams, type Town, type TownSlot } from './layout-town.ts';

/** Scenes are constants, so each is laid out once and the map cannot outgrow their number. */
const towns = new WeakMap<SceneParams, Town>();

export function getTown(params: SceneParams): Town {
	const cached = towns.get(params);
	if (cached) return cached;
	const town = layoutTown(params);
	towns.set(params, town);
	return town;
}

/** Returns the first `lit` windows in their fixed order, so that one more signup lights only one more window. */
export function listLitWindows(params: SceneParams, lit: number): readonly TownSlot[] {
	return getTown(params).slots.slice(0, Math.max(0, Math.floor(lit)));
}

export function countSlots(params: SceneParams): number {
	return getTown(params).slots.length;
}

export function writeWindow({ x, y, width, height, arched }: Slot): string {
	const w = round(width);
	const half = round(width / 2);
	if (!arched) return `M${round(x)} ${round(y)}h${w}v${round(height)}h${-w}z`;
	const foot = round(y + height);
	return `M${round(x)} ${foot}V${round(y + width / 2)}a${half} ${half} 0 0 1 ${w} 0V${foot}z`;
}

export function writeBars({ x, y, width, height }: Slot): string {
	const upright = `M${round(x + width / 2)} ${round(y + 0.5)}v${round(height - 0.5)}`;
	return `${upright}M${round(x)} ${round(y + height / 2)}h${round(width)}`;
}
