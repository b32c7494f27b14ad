import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { drawPageStars, drawScenery } from './draw-town.ts';
import { layoutTown, type SceneParams } from './layout-town.ts';
import { DRAWING_VERSION, parseSceneryFile, toSceneryUrl } from './scenery-url.ts';
import { BANNER_VARIANTS, chooseVariant, getSceneParams, sceneNames, scenes } from './scenes.ts';
import { countSlots, listLitWindows } from './windows.ts';

const all = sceneNames.flatMap((name) =>
	scenes[name].map((params: SceneParams, variant: number) => ({ name, variant, params })),
);
const files = all.flatMap((one) => (['dark', 'light'] as const).map((theme) => ({ ...one, theme })));

type Box = { x: number; y: number; width: number; height: number };

function overlaps(a: Box, b: Box): boolean {
	const beside = a.x + a.width <= b.x || b.x + b.width <= a.x;
	return !beside && a.y < b.y + b.height && b.y < a.y + a.height;
}

describe('the drawn town', () => {
	it('returns the same town for the same seed', () => {
		for (const { params } of all) expect(layoutTown({ ...params })).toEqual(layoutTown(params));
	});

	it('has the same shapes in both themes with different colors', () => {
		const colorless = (svg: string) =>
			svg
				.replaceAll(/<g fill="[^"]*">|<\/g>/g, '')
				.replaceAll(/<circle[^>]*\/>/g, '')
				.replaceAll(/(fill|stop-color|stroke|opacity|stop-opacity|offset)="[^"]*"/g, '');
		for (const { params } of all) {
			expect(colorless(drawScenery(params, 'dark'))).toBe(colorless(drawScenery(params, 'light')));
		}
	});

	it('lights one more window per player and keeps the others', () => {
		for (const { params } of all) {
			const slots = countSlots(params);
			for (let lit = 1; lit <= slots; lit++) {
				const before = listLitWindows(params, lit - 1);
				expect(listLitWindows(params, lit).slice(0, -1)).toEqual(before);
				expect(listLitWindows(params, lit)).toHaveLength(lit);
			}
		}
	});

	it('lights at most all windows, and none for zero', () => {
		const hero = getSceneParams('hero');
		expect(listLitWindows(hero, 500)).toHaveLength(countSlots(hero));
		expect(listLitWindows(hero, 0)).toHaveLength(0);
		expect(listLitWindows(hero, -1)).toHaveLength(0);
	});

	it('has at least 40 windows in the large heroes and 36 on a phone', () => {
		expect(countSlots(getSceneParams('hero'))).toBeGreaterThanOrEqual(40);
		expect(countSlots(getSceneParams('hero-wide'))).toBeGreaterThanOrEqual(40);
		expect(countSlots(getSceneParams('hero-mobile'))).toBeGreaterThanOrEqual(36);
	});

	it('never lights two windows that overlap', () => {
		for (const { params } of all) {
			const slots = listLitWindows(params, countSlots(params));
			const clashes = slots.flatMap((a, index) => slots.slice(index + 1).filter((b) => overlaps(a, b)));
			expect(clashes).toEqual([]);
		}
	});

	it('has windows in every place with a default number of lit windows', () => {
		expect(countSlots(getSceneParams('sign-in'))).toBeGreaterThanOrEqual(26);
		expect(countSlots(getSceneParams('footer'))).toBeGreaterThanOrEqual(9);
		expect(countSlots(getSceneParams('empty'))).toBeGreaterThanOrEqual(2);
	});
});

describe('the scenery files', () => {
	it.each(files)(
		'draws $name $variant ($theme) as a small, complete file without styles',
		({ params, theme }) => {
			const svg = drawScenery(params, theme);
			expect(svg.length).toBeLessThan(60_000);
			expect(svg).not.toMatch(/NaN|undefined|Infinity|null/);
			expect(svg).not.toMatch(/style=|<style|<script|<image|<filter/);
			expect(svg.match(/<g[ >]/g)?.length ?? 0).toBe(svg.match(/<\/g>/g)?.length ?? 0);
		},
	);

	it('draws a different town for every banner variant', () => {
		for (const name of ['banner', 'banner-mobile'] as const) {
			expect(new Set(scenes[name].map((params) => drawScenery(params, 'dark'))).size).toBe(BANNER_VARIANTS);
		}
	});

	it('changes its version whenever a drawing changes', () => {
		const hash = createHash('sha256');
		for (const { params, theme } of files) hash.update(drawScenery(params, theme));
		const version = hash.update(drawPageStars()).digest('hex').slice(0, 10);
		expect(DRAWING_VERSION, `set DRAWING_VERSION in scenery-url.ts to '${version}'`).toBe(version);
	});
});

describe('scenery addresses', () => {
	it('parses every address that it creates', () => {
		for (const { name, variant, theme } of files) {
			const address = toSceneryUrl({ name, variant, theme });
			expect(parseSceneryFile(address.replace('/scenery/', ''))).toEqual({ name, variant, theme });
		}
	});

	it.each([
		'',
		'hero-0-dark.svg',
		'hero-0-dark.ffffffffff.svg',
		`hero-1-dark.${DRAWING_VERSION}.svg`,
		`hero-00-dark.${DRAWING_VERSION}.svg`,
		`banner-16-dark.${DRAWING_VERSION}.svg`,
		`banner-0-dusk.${DRAWING_VERSION}.svg`,
		`stars-0-light.${DRAWING_VERSION}.svg`,
		`constructor-0-dark.${DRAWING_VERSION}.svg`,
		`../hero-0-dark.${DRAWING_VERSION}.svg`,
	])('refuses %s', (file) => {
		expect(parseSceneryFile(file)).toBeNull();
	});

	it('spreads events over the banner variants, always the same variant per event', () => {
		const chosen = Array.from({ length: 200 }, (_, index) => chooseVariant(String(index + 1)));
		expect(new Set(chosen).size).toBe(BANNER_VARIANTS);
		expect(Math.max(...chosen)).toBeLessThan(BANNER_VARIANTS);
		expect(chooseVariant('47')).toBe(chooseVariant('47'));
	});
});
