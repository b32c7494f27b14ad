import { round } from './geometry.ts';
import type { SceneParams } from './layout-town.ts';
import type { Palette } from './palette.ts';
import type { Cloud, Sky, Star } from './sky.ts';

/** Returns the sky's SVG shapes; `fill` and `glow` are the ids of its gradient and of the moon's glow. */
export function drawSky(
	sky: Sky,
	params: SceneParams,
	palette: Palette,
	ids: { fill: string; glow: string },
) {
	const ground = `<rect width="${params.width}" height="${params.height}" fill="url(#${ids.fill})"/>`;
	const moon = params.moon ? drawMoon(params.moon, palette, ids.glow) : '';
	return ground + drawStars(sky.stars, palette) + moon + drawClouds(sky.clouds, palette);
}

export function drawStars(stars: readonly Star[], palette: Palette): string {
	const visible = stars.filter((star) => star.strength * palette.starOpacity > 0.03);
	const circles = visible.map(({ x, y, radius, strength }) => {
		const opacity = (strength * palette.starOpacity).toFixed(2);
		return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" opacity="${opacity}"/>`;
	});
	return circles.length > 0 ? `<g fill="${palette.star}">${circles.join('')}</g>` : '';
}

/** The phase of the moon: 0 is new, 0.5 is half. */
const PHASE = 0.2;

function drawMoon(moon: { x: number; y: number; radius: number }, palette: Palette, glow: string): string {
	const { x, y, radius } = moon;
	const inner = round(radius * (1 - 2 * PHASE));
	const halo = `<circle cx="${x}" cy="${y}" r="${round(radius * 3.6)}" fill="url(#${glow})" opacity=".5"/>`;
	const outer = `M${x} ${y - radius}A${radius} ${radius} 0 0 1 ${x} ${y + radius}`;
	const path = `${outer}A${inner} ${radius} 0 0 0 ${x} ${y - radius}z`;
	return `${halo}<path d="${path}" fill="${palette.moon}" transform="rotate(24 ${x} ${y})"/>`;
}

function drawClouds(clouds: readonly Cloud[], palette: Palette): string {
	const bars = clouds.map(({ x, y, width, height, strength }) => {
		const box = `x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"`;
		return `<rect ${box} rx="${round(height / 2)}" opacity="${(palette.cloudOpacity * strength).toFixed(2)}"/>`;
	});
	return `<g fill="${palette.cloud}">${bars.join('')}</g>`;
}
