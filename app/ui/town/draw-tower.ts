import { round } from './geometry.ts';
import type { Palette } from './palette.ts';
import { writeWindow } from './windows.ts';

type TowerIds = { glow: string; lit: string; belfry: string };

export type TowerPlace = { x: number; base: number; top: number; width: number };

type Measures = TowerPlace & { half: number; spire: number; eave: number; belfry: number; sill: number };

/** Returns the SVG of the bell tower: flag, spire, open belfry with its bell, cornice, shaft with slits. */
export function drawTower(place: TowerPlace, palette: Palette, ids: TowerIds): string {
	const spire = (place.base - place.top) * 0.36;
	const belfry = place.width * 1.02;
	const eave = place.top + spire;
	const measures = { ...place, half: place.width / 2, spire, eave, belfry, sill: eave + belfry };
	return [
		drawGlow(measures, ids),
		drawPennant(measures, palette),
		drawSpire(measures, palette),
		drawBelfry(measures, palette, ids),
		drawBell(measures, palette),
		drawCornice(measures, palette),
		drawShaft(measures, palette, ids),
	].join('');
}

function path(commands: readonly (string | number)[], fill: string, rule = ''): string {
	const d = commands.map((part) => (typeof part === 'number' ? round(part) : part)).join(' ');
	return `<path d="${d}" fill="${fill}"${rule}/>`;
}

function box(x: number, y: number, width: number, height: number, fill: string): string {
	return path(['M', x, y, 'h', width, 'v', height, 'h', -width, 'z'], fill);
}

function drawGlow({ x, eave, belfry, width }: Measures, ids: TowerIds): string {
	const y = round(eave + belfry * 0.55);
	return `<circle cx="${round(x)}" cy="${y}" r="${round(width * 2.6)}" fill="url(#${ids.glow})" opacity=".8"/>`;
}

function drawPennant({ x, top, width }: Measures, palette: Palette): string {
	const tip = top - width * 0.42;
	const poleWidth = width * 0.028 + 0.6;
	const fork = width * 0.085;
	const notch = width * 0.09;
	const flagLength = width * 0.36;
	const cloth = ['M', x, tip, 'h', flagLength, 'l', -notch, fork, 'l', notch, fork, 'h', -flagLength, 'z'];
	const ball = `cx="${round(x)}" cy="${round(top - width * 0.06)}" r="${round(width * 0.05)}"`;
	return (
		box(x - poleWidth / 2, tip, poleWidth, top + 6 - tip, palette.pennant) +
		path(cloth, palette.pennant) +
		`<circle ${ball} fill="${palette.pennant}"/>`
	);
}

function drawSpire({ x, top, spire, eave, half }: Measures, palette: Palette): string {
	const low = eave - spire * 0.16;
	const bend = top + spire * 0.55;
	const right = ['M', x, top, 'C', x + half * 0.3, bend, x + half * 0.62, low, x + half * 1.28, eave];
	const left = ['H', x - half * 1.28, 'C', x - half * 0.62, low, x - half * 0.3, bend, x, top, 'z'];
	const hip = ['C', x + half * 0.2, eave - spire * 0.2, x + half * 0.06, top + spire * 0.5, x, top, 'z'];
	return (
		path([...right, ...left], palette.tower) +
		path([...right, 'H', x + half * 0.3, ...hip], palette.towerSide)
	);
}

function outlineArch({ x, width, eave, belfry, sill }: Measures): (string | number)[] {
	const half = width * 0.3;
	const foot = sill - belfry * 0.08;
	const spring = eave + belfry * 0.3 + half * 0.6;
	return ['M', x - half, foot, 'V', spring, 'A', half, half, '0 0 1', x + half, spring, 'V', foot, 'z'];
}

function drawBelfry(measures: Measures, palette: Palette, ids: TowerIds): string {
	const { x, half, eave, belfry, sill } = measures;
	const arch = outlineArch(measures);
	const wall = ['M', x - half * 1.02, eave, 'H', x + half * 1.02, 'V', sill, 'H', x - half * 1.02, 'z'];
	return (
		path([...wall, ...arch], palette.tower, ' fill-rule="evenodd"') +
		box(x + half * 0.78, eave, half * 0.24, belfry, palette.towerSide) +
		path(arch, `url(#${ids.belfry})`)
	);
}

function drawBell({ x, width, eave, belfry }: Measures, palette: Palette): string {
	const arch = width * 0.3;
	const [w, h] = [arch * 0.68, belfry * 0.5];
	const top = eave + belfry * 0.3 - arch * 0.14;
	const bell = [
		...['M', x, top],
		...['c', w * 0.62, 0, w * 0.62, h * 0.3, w * 0.7, h * 0.58],
		...['c', w * 0.06, h * 0.18, w * 0.2, h * 0.22, w * 0.36, h * 0.34],
		...['h', -w * 2.12],
		...['c', w * 0.16, -h * 0.12, w * 0.3, -h * 0.16, w * 0.36, -h * 0.34],
		...['c', w * 0.08, -h * 0.28, w * 0.08, -h * 0.58, w * 0.7, -h * 0.58, 'z'],
	];
	const clapper = `cx="${round(x)}" cy="${round(top + h * 0.98)}" r="${round(w * 0.2)}"`;
	return (
		box(x - arch, top, arch * 2, width * 0.045, palette.tower) +
		path(bell, palette.tower) +
		`<circle ${clapper} fill="${palette.tower}"/>`
	);
}

function drawCornice({ x, half, sill, width }: Measures, palette: Palette): string {
	return (
		box(x - half * 1.2, sill, half * 2.4, width * 0.07, palette.towerSide) +
		box(x - half * 1.1, sill + width * 0.07, half * 2.2, width * 0.05, palette.tower)
	);
}

function drawShaft({ x, half, sill, width, base }: Measures, palette: Palette, ids: TowerIds): string {
	const top = sill + width * 0.12;
	const parts = [
		box(x - half * 0.94, top, half * 1.88, base - top, palette.tower),
		box(x + half * 0.66, top, half * 0.28, base - top, palette.towerSide),
	];
	for (let y = top + width * 0.34; y < base - width * 0.5; y += width * 0.92) {
		const slit = { x: x - width * 0.07, y, width: width * 0.14, height: width * 0.36, arched: true };
		parts.push(`<path d="${writeWindow(slit)}" fill="url(#${ids.lit})"/>`);
		const band = y + width * 0.62;
		if (band < base - width * 0.7) {
			parts.push(box(x - half * 0.99, band, half * 1.98, width * 0.04, palette.towerSide));
		}
	}
	return parts.join('');
}
