import type { Random } from './random.ts';

export type Star = { x: number; y: number; radius: number; strength: number };
export type Cloud = { x: number; y: number; width: number; height: number; strength: number };
export type Sky = { stars: readonly Star[]; clouds: readonly Cloud[] };
type Area = { width: number; height: number };

/** Returns the stars, fewer and fainter downwards, and the long flat clouds, two bars each. */
export function layoutSky(random: Random, area: Area, starCount: number): Sky {
	const stars = Array.from({ length: starCount }, () => placeStar(random, area));
	const clouds = Array.from({ length: 9 }, () => placeCloud(random, area)).flat();
	return { stars, clouds };
}

function placeStar(random: Random, { width, height }: Area): Star {
	const x = random() * width;
	const y = random() ** 1.5 * height * 0.62;
	const radius = random() < 0.1 ? 1.5 : 0.5 + random() * 0.7;
	const strength = (0.25 + random() * 0.75) * (1 - y / (height * 0.75));
	return { x, y, radius, strength };
}

function placeCloud(random: Random, area: Area): Cloud[] {
	const width = area.width * (0.1 + random() * 0.22);
	const x = random() * area.width - width / 2;
	const y = area.height * (0.36 + random() * 0.4);
	const height = 3 + random() * 6;
	const lower = { x, y, width, height, strength: 0.4 + random() * 0.6 };
	const upper = { x: x + width * 0.18, y: y - height * 0.7, width: width * 0.46, height };
	return [lower, { ...upper, strength: 0.6 * (0.4 + random() * 0.6) }];
}

/** Returns the stars behind the top of a signed-in page. */
export function scatterPageStars(random: Random, { width, height }: Area, count: number): Star[] {
	return Array.from({ length: count }, () => {
		const y = random() ** 1.4 * height;
		const x = random() * width;
		const radius = 0.5 + random() * 0.8;
		return { x, y, radius, strength: (0.15 + random() * 0.5) * (1 - y / height) };
	});
}
