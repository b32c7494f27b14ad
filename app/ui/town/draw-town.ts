import type { ThemeName } from '~/app/ui/theme/theme-context.tsx';
import { drawTower } from './draw-tower.ts';
import { type Point, round, writePoints } from './geometry.ts';
import type { House, Part } from './house.ts';
import type { SceneParams, Town, TownSlot } from './layout-town.ts';
import { type Palette, palettes } from './palette.ts';
import { createRandom } from './random.ts';
import { type Cloud, type Sky, type Star, scatterPageStars } from './sky.ts';
import { getTown, listLitWindows, writeBars, writeWindow } from './windows.ts';

const ids = { sky: 's', lit: 'l', glow: 'g', belfry: 'b', mist: 'm' };

/** Returns the static picture as an SVG file, with the tower's own lights and the first `lit` windows. */
export function drawScenery(params: SceneParams, theme: ThemeName, lit = 0): string {
	const town = getTown(params);
	const palette = palettes[theme];
	const { width, height, scale, tower } = params;
	const place = { x: tower.x * width, base: town.base, top: tower.top, width: 58 * scale };
	return wrap(width, height, [
		drawGradients(params, palette),
		town.sky ? drawSky(town.sky, params, palette, { fill: ids.sky, glow: ids.glow }) : '',
		drawHills(town, palette),
		drawRow(town.far, { wall: palette.farWall, roof: palette.farRoof, dormer: palette.farWall }),
		`<path d="${town.farLights.map(writeWindow).join('')}" fill="${palette.farLight}" opacity=".55"/>`,
		drawMist(town),
		drawTower(place, palette, ids),
		drawRow(town.middle, { wall: palette.middleWall, roof: palette.middleRoof, dormer: palette.middleWall }),
		drawDarkWindows(town, 'middle', palette.middleWindow),
		town.smoke.map((from) => drawSmoke(from, scale, palette)).join(''),
		drawRow(town.near, { wall: palette.nearWall, roof: palette.nearRoof, dormer: palette.nearWall }),
		drawDarkWindows(town, 'near', palette.nearWindow),
		params.hasCat ? drawCat(town, palette) : '',
		drawFoot(town, palette),
		listLitWindows(params, lit)
			.map((slot) => drawLight(slot, scale, palette))
			.join(''),
	]);
}

/** Returns the stars behind the top of every signed-in page, for the dark theme. */
export function drawPageStars(): string {
	const area = { width: 1280, height: 300 };
	return wrap(area.width, area.height, [
		drawStars(scatterPageStars(createRandom(3), area, 46), palettes.dark),
	]);
}

function wrap(width: number, height: number, shapes: readonly string[]): string {
	const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
	return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${shapes.join('')}</svg>`;
}

type Stop = readonly [offset: number, color: string, opacity?: number];

function drawGradient(id: string, stops: readonly Stop[], kind: 'linear' | 'radial' = 'linear'): string {
	const marks = stops.map(([offset, color, opacity]) => {
		const stopOpacity = opacity === undefined ? '' : ` stop-opacity="${opacity}"`;
		return `<stop offset="${Number(offset.toFixed(4))}" stop-color="${color}"${stopOpacity}/>`;
	});
	const axis = kind === 'linear' ? ' x2="0" y2="1"' : '';
	return `<${kind}Gradient id="${id}"${axis}>${marks.join('')}</${kind}Gradient>`;
}

function drawGradients({ sky }: SceneParams, palette: Palette): string {
	const horizon = sky?.horizon ?? 1;
	const [litTop, litFoot] = palette.lit;
	const haze = palette.sky[4] ?? palette.page;
	const all = [
		sky
			? drawGradient(
					ids.sky,
					palette.sky.map((color, i) => [(palette.skyStops[i] ?? 1) * horizon, color]),
				)
			: '',
		drawGradient(ids.lit, [
			[0, litTop],
			[1, litFoot],
		]),
		drawGradient(
			ids.glow,
			[
				[0, palette.glow, palette.glowOpacity],
				[1, palette.glow, 0],
			],
			'radial',
		),
		drawGradient(ids.belfry, [
			[0, litFoot, 0.55],
			[1, litTop, 0.95],
		]),
		drawGradient(ids.mist, [
			[0, haze, 0],
			[1, haze, 0.38],
		]),
	];
	return `<defs>${all.join('')}</defs>`;
}

function drawHills({ hills, params: { height } }: Town, palette: Palette): string {
	return hills
		.map(({ start, curves }, index) => {
			const top = curves.map((points) => `C${points.flat().map(round).join(' ')}`).join('');
			return `<path d="M0 ${height}V${round(start)}${top}V${height}z" fill="${palette.hills[index]}"/>`;
		})
		.join('');
}

function drawMist({ base, params: { width, scale, farScale = 1 } }: Town): string {
	const mistHeight = 150 * scale * farScale;
	return `<rect y="${round(base - mistHeight)}" width="${width}" height="${round(mistHeight)}" fill="url(#${ids.mist})"/>`;
}

/** Returns the SVG of a row of houses. Adjacent shapes of one color share a group, for a smaller file. */
function drawRow(row: readonly House[], fills: { wall: string; roof: string; dormer: string }): string {
	const colorOf = (part: Part) => (part === 'chimney' ? fills.wall : fills[part]);
	let open = '';
	let drawn = '';
	for (const { part, points } of row.flatMap((house) => house.shapes)) {
		const color = colorOf(part);
		if (color !== open) drawn += `${open ? '</g>' : ''}<g fill="${color}">`;
		open = color;
		drawn += `<polygon points="${writePoints(points)}"/>`;
	}
	return open ? `${drawn}</g>` : drawn;
}

function drawDarkWindows(town: Town, layer: 'middle' | 'near', fill: string): string {
	const slots = town.slots.filter((slot) => slot.layer === layer);
	return `<path d="${slots.map(writeWindow).join('')}" fill="${fill}"/>`;
}

function drawLight(slot: TownSlot, scale: number, palette: Palette): string {
	const [x, y] = [round(slot.x + slot.width / 2), round(slot.y + slot.height / 2)];
	const bars = slot.layer === 'near' ? palette.nearWall : palette.middleWall;
	return (
		`<circle cx="${x}" cy="${y}" r="${round(slot.height * 1.9)}" fill="url(#${ids.glow})"/>` +
		`<path d="${writeWindow(slot)}" fill="url(#${ids.lit})"/>` +
		`<path d="${writeBars(slot)}" fill="none" stroke="${bars}" stroke-width="${round(0.9 * scale)}" opacity=".75"/>`
	);
}

function drawSmoke([x, y]: Point, scale: number, palette: Palette): string {
	const s = (value: number) => round(value * scale);
	const rise = `c${s(-5)} ${s(-9)} ${s(7)} ${s(-15)} ${s(2)} ${s(-26)}s${s(6)} ${s(-18)} ${s(13)} ${s(-24)}`;
	const line = `stroke="${palette.smoke}" stroke-width="${s(3)}" stroke-linecap="round" opacity=".17"`;
	return `<path d="M${round(x)} ${round(y)}${rise}" fill="none" ${line}/>`;
}

const CAT_BODY =
	'M-7 .6c-1-7 1-11 4.2-12.6l-.6-4.4 2.6 1.7h2.4l2.4-1.7-.3 4.6c.9 2.2-.2 3.8-1 4.6 2 2.2 2.6 5 2.4 7.8z';
const CAT_TAIL = 'M-6 .2c-5 .4-8 2.4-7.6 5.4.3 2 2 2.6 2.6 4.6';

/** Returns the SVG of one cat, on the ridge of a broad roof well inside the picture. */
function drawCat({ near, params: { width, scale } }: Town, palette: Palette): string {
	const ridges = near
		.filter((house) => house.kind === 'side' || house.kind === 'mansard')
		.map((house) => house.roof)
		.filter((roof) => (roof[1]?.[0] ?? 0) > width * 0.08 && (roof[1]?.[0] ?? 0) < width * 0.9);
	const roof = ridges[Math.floor(ridges.length * 0.3)];
	const left = roof?.[roof.length / 2 - 1];
	const right = roof?.[roof.length / 2];
	if (!left || !right) return '';
	const place = `translate(${round(left[0] + (right[0] - left[0]) * 0.52)} ${round(left[1])})`;
	const color = palette.nearRoof;
	const tail = `<path d="${CAT_TAIL}" fill="none" stroke="${color}" stroke-width="1.9" stroke-linecap="round"/>`;
	const transform = `transform="${place} scale(${round(scale * 10.5) / 10})"`;
	return `<g ${transform} fill="${color}"><path d="${CAT_BODY}"/>${tail}</g>`;
}

function drawFoot({ base, params }: Town, palette: Palette): string {
	const { width: w, height: h, scale, hasGround } = params;
	const wall =
		base < h
			? `<rect y="${base - 1}" width="${w}" height="${h - base + 1}" fill="${palette.nearWall}"/>`
			: '';
	if (!hasGround) return wall;
	const y = (above: number) => round(h - above * scale);
	const first = `C${round(w * 0.18)} ${y(34)} ${round(w * 0.36)} ${y(8)} ${round(w * 0.5)} ${y(12)}`;
	const second = `S${round(w * 0.84)} ${y(36)} ${w} ${y(16)}`;
	return `${wall}<path d="M0 ${h}V${y(14)}${first}${second}V${h}z" fill="${palette.page}"/>`;
}

/** Returns the sky's SVG shapes; `fill` and `glow` are the ids of its gradient and of the moon's glow. */
function drawSky(sky: Sky, params: SceneParams, palette: Palette, ids: { fill: string; glow: string }) {
	const ground = `<rect width="${params.width}" height="${params.height}" fill="url(#${ids.fill})"/>`;
	const moon = params.moon ? drawMoon(params.moon, palette, ids.glow) : '';
	return ground + drawStars(sky.stars, palette) + moon + drawClouds(sky.clouds, palette);
}

function drawStars(stars: readonly Star[], palette: Palette): string {
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
