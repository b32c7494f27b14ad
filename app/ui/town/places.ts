import { media } from '~/app/ui/theme/tokens.css.ts';
import type { SceneName } from './scenes.ts';

/** One view of a place. `media` selects its file, in this order; `only` is the condition of its display. */
export type Cut = { scene: SceneName; media: string; only: string; anchor: 'top' | 'bottom' };

type Place = {
	/** The last one is the fallback and needs no `media`. */
	cuts: readonly [...Cut[], Cut];
	/** The number of lit windows when no signups are counted. */
	lit: number;
	loading: 'eager' | 'lazy';
};

/** From this width on a picture drawn for 1280 would grow so far that its spire is cut off. */
const wideScreen = '(min-width: 1440px)';
const middleScreen = `${media.md} and (max-width: 1439.98px)`;

/** The sign-in card is left of the tower, unless the browser window is upright. */
export const landscape = `${media.md} and (min-aspect-ratio: 1/1)`;
const upright = `${media.belowMd}, (max-aspect-ratio: 99999/100000)`;

function cut(scene: SceneName, only: string, media = '', anchor: Cut['anchor'] = 'bottom'): Cut {
	return { scene, only, media, anchor };
}

export const places = {
	hero: {
		cuts: [
			cut('hero-wide', wideScreen, wideScreen),
			cut('hero', middleScreen, media.md),
			cut('hero-mobile', media.belowMd),
		],
		lit: 0,
		loading: 'eager',
	},
	banner: {
		cuts: [cut('banner', media.md, media.md), cut('banner-mobile', media.belowMd)],
		lit: 0,
		loading: 'eager',
	},
	'sign-in': {
		cuts: [cut('sign-in', landscape, landscape), cut('sign-in-mobile', upright, '', 'top')],
		lit: 26,
		loading: 'eager',
	},
	footer: {
		cuts: [
			cut('footer-wide', wideScreen, wideScreen),
			cut('footer', middleScreen, media.md),
			cut('footer-mobile', media.belowMd),
		],
		lit: 9,
		loading: 'lazy',
	},
	empty: {
		cuts: [cut('empty-wide', media.md, media.md), cut('empty', media.belowMd)],
		lit: 2,
		loading: 'lazy',
	},
	asleep: {
		cuts: [cut('asleep-wide', media.md, media.md), cut('asleep', media.belowMd)],
		lit: 0,
		loading: 'lazy',
	},
} satisfies Record<string, Place>;

export type PlaceName = keyof typeof places;
