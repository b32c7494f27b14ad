import { useState } from 'react';
import { useCachedHtml } from '~/app/ui/cached-html.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { round } from './geometry.ts';
import type { TownSlot } from './layout-town.ts';
import type { SceneView } from './places.ts';
import * as css from './scene.css.ts';
import { getSceneParams } from './scenes.ts';
import { countSlots, listLitWindows, writeBars, writeWindow } from './windows.ts';

type LitWindowsProps = { view: SceneView; variant: number; lit: number };

/** The lit windows are cached HTML, because every page has more than a hundred of them. */
export function LitWindows({ view, variant, lit }: LitWindowsProps) {
	const params = getSceneParams(view.scene, variant);
	const count = Math.min(lit, countSlots(params));
	// A window that once went on or off stays an element, which can fade in and out.
	const [range, setRange] = useState({ start: count, end: count });
	const start = Math.min(range.start, count);
	const end = Math.max(range.end, count);
	if (start !== range.start || end !== range.end) setRange({ start, end });
	const renderCached = useCachedHtml();
	const frame = {
		className: joinClasses(css.overlay, css.shownWhere[view.scene]),
		viewBox: `0 0 ${params.width} ${params.height}`,
		preserveAspectRatio: view.anchor === 'top' ? 'xMidYMin slice' : 'xMidYMax slice',
		focusable: false,
	} as const;
	const steady = { scene: view.scene, variant, count: start };
	// On the server no window goes on or off.
	if (renderCached)
		return (
			<svg
				{...frame}
				aria-hidden="true"
				dangerouslySetInnerHTML={{ __html: renderCached(SteadyWindows, steady) }}
			/>
		);
	return (
		<svg {...frame} aria-hidden="true">
			<SteadyWindows {...steady} />
			{listLitWindows(params, end)
				.slice(start)
				.map((slot, index) => (
					<g
						key={`${round(slot.x)} ${round(slot.y)}`}
						className={start + index < count ? css.appearing : css.fadingOut}
						dangerouslySetInnerHTML={{ __html: writeLight(slot, view.scene, params.scale) }}
					/>
				))}
		</svg>
	);
}

type SteadyWindowsProps = { scene: SceneView['scene']; variant: number; count: number };

function SteadyWindows({ scene, variant, count }: SteadyWindowsProps) {
	const params = getSceneParams(scene, variant);
	const lit = listLitWindows(params, count).map((slot) => writeLight(slot, scene, params.scale));
	return <g dangerouslySetInnerHTML={{ __html: writeGradients(scene) + lit.join('') }} />;
}

const writeGradients = (scene: string): string =>
	`<linearGradient id="${scene}-lit" x1="0" y1="0" x2="0" y2="1">${writeStops(css.stopLitTop, css.stopLitFoot)}</linearGradient>` +
	`<radialGradient id="${scene}-glow">${writeStops(css.stopGlow, css.stopGlowEdge)}</radialGradient>`;

const writeStops = (inner: string, outer: string): string =>
	`<stop offset="0" class="${inner}"></stop><stop offset="1" class="${outer}"></stop>`;

/** Every slot belongs to one scene, and scenes are constants, so the map cannot outgrow the number of windows. */
const lights = new WeakMap<TownSlot, string>();

function writeLight(slot: TownSlot, scene: string, scale: number): string {
	const written = lights.get(slot);
	if (written !== undefined) return written;
	const x = round(slot.x + slot.width / 2);
	const y = round(slot.y + slot.height / 2);
	const light =
		`<circle cx="${x}" cy="${y}" r="${round(slot.height * 1.9)}" fill="url(#${scene}-glow)"></circle>` +
		`<path d="${writeWindow(slot)}" fill="url(#${scene}-lit)"></path>` +
		`<path d="${writeBars(slot)}" class="${css.bars[slot.layer]}" stroke-width="${round(0.9 * scale)}"></path>`;
	lights.set(slot, light);
	return light;
}
