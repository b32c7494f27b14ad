import { createHash } from 'node:crypto';
import { drawScenery } from '~/app/ui/town/draw-town.ts';
import type { SceneParams } from '~/app/ui/town/layout-town.ts';
import { countSlots } from '~/app/ui/town/windows.ts';

/** The size that other sites show without cutting anything off. */
export const PICTURE_SIZE = { width: 1200, height: 630 };

const TOWN: SceneParams = {
	...PICTURE_SIZE,
	seed: 11,
	scale: 1.25,
	tower: { x: 0.5, top: 70 },
	sky: { stars: 80, horizon: 0.86 },
	moon: { x: 1020, y: 130, radius: 30 },
	hasCat: true,
	inset: 20,
};

/** Returns the picture of a link preview with `litWindows` lit windows, as SVG. */
export const drawPicture = (litWindows: number): string => drawScenery(TOWN, 'dark', litWindows);

/** As many as on the sign-in screen. */
const LIT_WITHOUT_EVENT = 26;

let version: string | undefined;

/** Part of every address, so that pictures may be cached forever: a hash of the picture with all windows lit. */
function getVersion(): string {
	version ??= createHash('sha256')
		.update(drawPicture(countSlots(TOWN)))
		.digest('hex')
		.slice(0, 16);
	return version;
}

/**
 * Returns the path of the picture with `litWindows` lit windows, capped at the number of windows; null selects the
 * picture without an event. The path names no event, and equal pictures have equal addresses.
 */
export function toPicturePath(litWindows: number | null): string {
	const lit = Math.min(litWindows ?? LIT_WITHOUT_EVENT, countSlots(TOWN));
	return `/previews/${lit}-${getVersion()}.png`;
}

/** Returns the number of lit windows of a picture's file name, or null for a name that this version never produces. */
export function parsePictureFile(file: string): number | null {
	const digits = /^(\d{1,3})-/.exec(file)?.[1];
	if (digits === undefined) return null;
	const lit = Number(digits);
	return toPicturePath(lit) === `/previews/${file}` ? lit : null;
}
