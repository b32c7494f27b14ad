import type { SceneParams } from './layout-town.ts';

/** The number of different towns for event banners. Few files keep the caches effective. */
export const BANNER_VARIANTS = 16;

const heroMoon = { x: 1150, y: 290, radius: 22 };

const hero: SceneParams = {
	width: 1280,
	height: 600,
	seed: 11,
	scale: 1,
	tower: { x: 0.5, top: 150 },
	sky: { stars: 70, horizon: 0.84 },
	moon: heroMoon,
	hasCat: true,
	hasGround: true,
};

const heroWide: SceneParams = {
	...hero,
	width: 1920,
	tower: { x: 0.5, top: 180 },
	sky: { stars: 100, horizon: 0.84 },
	moon: { ...heroMoon, x: 1530 },
	inset: 240,
};

const heroMobile: SceneParams = {
	width: 390,
	height: 640,
	seed: 97,
	scale: 0.6,
	nearScale: 1.4,
	tower: { x: 0.5, top: 404 },
	sky: { stars: 50, horizon: 0.9 },
	moon: { x: 338, y: 118, radius: 15 },
	hasCat: true,
	hasGround: true,
};

const signIn: SceneParams = {
	width: 1280,
	height: 800,
	seed: 19,
	scale: 1.3,
	tower: { x: 0.735, top: 112 },
	sky: { stars: 110, horizon: 0.86 },
	moon: { x: 1120, y: 170, radius: 30 },
	hasCat: true,
};

const signInMobile: SceneParams = {
	width: 390,
	height: 844,
	seed: 19,
	scale: 0.9,
	base: 420,
	tower: { x: 0.84, top: 58 },
	sky: { stars: 60, horizon: 0.44 },
	moon: { x: 100, y: 84, radius: 15 },
};

const footer: SceneParams = {
	width: 1280,
	height: 172,
	seed: 23,
	scale: 0.86,
	farScale: 0.9,
	tower: { x: 0.8, top: 14 },
	sky: null,
	moon: null,
};

const footerMobile: SceneParams = {
	...footer,
	width: 390,
	height: 124,
	seed: 5,
	scale: 0.62,
	tower: { x: 0.72, top: 14 },
};

const empty: SceneParams = {
	width: 390,
	height: 150,
	seed: 5,
	scale: 0.44,
	tower: { x: 0.7, top: 26 },
	sky: { stars: 30, horizon: 0.86 },
	moon: null,
};

const emptyWide: SceneParams = {
	...empty,
	width: 1160,
	height: 220,
	scale: 0.62,
	tower: { x: 0.5, top: 38 },
	sky: { stars: 60, horizon: 0.86 },
};

const asleep: SceneParams = { ...empty, seed: 9, moon: { x: 70, y: 50, radius: 12 } };
const asleepWide: SceneParams = { ...emptyWide, seed: 9, moon: { x: 400, y: 64, radius: 15 } };

function createBanner(variant: number): SceneParams {
	return {
		width: 1160,
		height: 300,
		seed: 47 + 13 * variant,
		scale: 0.72,
		tower: { x: [0.74, 0.62, 0.82, 0.68][variant % 4] ?? 0.74, top: 44 },
		sky: { stars: 50, horizon: 0.8 },
		moon: { x: [180, 250, 110, 330, 470][variant % 5] ?? 180, y: 70, radius: 15 },
		hasCat: true,
	};
}

function createBannerMobile(variant: number): SceneParams {
	return {
		width: 390,
		height: 200,
		seed: 8 + 13 * variant,
		scale: 0.56,
		tower: { x: [0.74, 0.62, 0.82, 0.68][variant % 4] ?? 0.74, top: 36 },
		sky: { stars: 50, horizon: 0.84 },
		moon: null,
		hasCat: true,
	};
}

const bannerNumbers = Array.from({ length: BANNER_VARIANTS }, (_, index) => index);

/** Every scene with its variants. The objects are constants because layouts are cached by object. */
export const scenes = {
	hero: [hero],
	'hero-wide': [heroWide],
	'hero-mobile': [heroMobile],
	banner: bannerNumbers.map(createBanner),
	'banner-mobile': bannerNumbers.map(createBannerMobile),
	'sign-in': [signIn],
	'sign-in-mobile': [signInMobile],
	footer: [footer],
	'footer-wide': [{ ...footer, width: 1920 }],
	'footer-mobile': [footerMobile],
	empty: [empty],
	'empty-wide': [emptyWide],
	asleep: [asleep],
	'asleep-wide': [asleepWide],
} satisfies Record<string, readonly SceneParams[]>;

export type SceneName = keyof typeof scenes;

export const sceneNames = Object.keys(scenes) as SceneName[];

export function isSceneName(name: string): name is SceneName {
	return Object.hasOwn(scenes, name);
}

export function isVariantOf(name: SceneName, variant: number): boolean {
	return Number.isInteger(variant) && variant >= 0 && variant < scenes[name].length;
}

/** Returns the parameters of one view. A variant that the scene does not have falls back to its first. */
export function getSceneParams(name: SceneName, variant = 0): SceneParams {
	const variants: readonly SceneParams[] = scenes[name];
	const [first] = variants;
	if (!first) throw new Error(`The scene ${name} has no variants`);
	return variants[variant] ?? first;
}

/** Returns the banner variant of an event: a hash of its id, so the same event always has the same town. */
export function chooseVariant(id: string): number {
	let mixed = 0;
	for (const letter of id) mixed = (Math.imul(mixed, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
	return mixed % BANNER_VARIANTS;
}
