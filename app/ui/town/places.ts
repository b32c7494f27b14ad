import { media } from '~/app/ui/theme/tokens.css.ts';
import type { SceneName } from './scenes.ts';

/** One view of a place. `media` selects its file, in this order; `displayMedia` is the condition of its display. */
export type SceneView = { scene: SceneName; media: string; displayMedia: string; anchor: 'top' | 'bottom' };

type Place = {
	/** The last one is the fallback and needs no `media`. */
	views: readonly [...SceneView[], SceneView];
	/** The number of lit windows when no signups are counted. */
	lit: number;
	loading: 'eager' | 'lazy';
};

/** From this width on a picture drawn for 1280 would grow so far that its spire is cut off. */
const wideScreen = '(min-width: 1440px)';
const middleScreen = `${media.md} and (max-width: 1439.98px)`;

/** The sign-in card is left of the tower, unless the browser window is upright. */
export const landscape = `${media.md} and (min-aspect-ratio: 1/1)`;
const portrait = `${media.belowMd}, (max-aspect-ratio: 99999/100000)`;

function createView(
	scene: SceneName,
	displayMedia: string,
	media = '',
	anchor: SceneView['anchor'] = 'bottom',
): SceneView {
	return { scene, displayMedia, media, anchor };
}

export const places = {
	hero: {
		views: [
			createView('hero-wide', wideScreen, wideScreen),
			createView('hero', middleScreen, media.md),
			createView('hero-mobile', media.belowMd),
		],
		lit: 0,
		loading: 'eager',
	},
	banner: {
		views: [createView('banner', media.md, media.md), createView('banner-mobile', media.belowMd)],
		lit: 0,
		loading: 'eager',
	},
	'sign-in': {
		views: [createView('sign-in', landscape, landscape), createView('sign-in-mobile', portrait, '', 'top')],
		lit: 26,
		loading: 'eager',
	},
	footer: {
		views: [
			createView('footer-wide', wideScreen, wideScreen),
			createView('footer', middleScreen, media.md),
			createView('footer-mobile', media.belowMd),
		],
		lit: 9,
		loading: 'lazy',
	},
	empty: {
		views: [createView('empty-wide', media.md, media.md), createView('empty', media.belowMd)],
		lit: 2,
		loading: 'lazy',
	},
	asleep: {
		views: [createView('asleep-wide', media.md, media.md), createView('asleep', media.belowMd)],
		lit: 0,
		loading: 'lazy',
	},
} satisfies Record<string, Place>;

export type PlaceName = keyof typeof places;
