import { createVar, keyframes, style, styleVariants } from '@vanilla-extract/css';
import { inKit, kitStyle } from '~/app/ui/theme/layers.css.ts';
import { color, easing, logo, media, motion } from '~/app/ui/theme/tokens.css.ts';
import { type Palette, palettes } from './palette.ts';
import { landscape, type PlaceName, places, type SceneView } from './places.ts';

export const scene = kitStyle({ overflow: 'hidden', pointerEvents: 'none', isolation: 'isolate' });

/** Behind the content of the nearest positioned ancestor, which needs `isolation: isolate`. */
export const fill = kitStyle({ position: 'absolute', inset: 0, zIndex: -1 });

const inFlowHeights = (small: number, large: number) =>
	inKit({ position: 'relative', height: small, '@media': { [media.md]: { height: large } } });

/** In the flow each place has a fixed height before the picture has loaded, so that nothing shifts. */
export const inFlow = styleVariants({
	hero: inFlowHeights(640, 600),
	banner: inFlowHeights(200, 300),
	'sign-in': inFlowHeights(844, 800),
	footer: inFlowHeights(124, 172),
	empty: inFlowHeights(150, 220),
	asleep: inFlowHeights(150, 220),
} satisfies Record<PlaceName, object>);

const cover = {
	position: 'absolute',
	inset: 0,
	display: 'block',
	width: '100%',
	height: '100%',
	maxWidth: 'none',
} as const;

/** Matches the overlay's preserveAspectRatio: keeps the roofs, or in the upright sign-in screen the spire. */
export const picture = styleVariants({
	bottom: inKit({ ...cover, objectFit: 'cover', objectPosition: '50% 100%' }),
	signIn: inKit({
		...cover,
		objectFit: 'cover',
		objectPosition: '50% 0',
		'@media': { [landscape]: { objectPosition: '50% 100%' } },
	}),
});

/** Roofs that fade upwards into the page. */
export const fading = kitStyle({
	maskImage: 'linear-gradient(transparent 4%, black 82%)',
	WebkitMaskImage: 'linear-gradient(transparent 4%, black 82%)',
});

const litTop = createVar();
const litFoot = createVar();
const glow = createVar();
const glowOpacity = createVar();
const middleBars = createVar();
const nearBars = createVar();

const colorsOf = (palette: Palette) => ({
	[litTop]: palette.lit[0],
	[litFoot]: palette.lit[1],
	[glow]: palette.glow,
	[glowOpacity]: String(palette.glowOpacity),
	[middleBars]: palette.middleWall,
	[nearBars]: palette.nearWall,
});

export const overlay = kitStyle({
	...cover,
	vars: colorsOf(palettes.light),
	selectors: { ':root.dark &': { vars: colorsOf(palettes.dark) } },
});

const views: readonly SceneView[] = Object.values(places).flatMap((place) => place.views);

/** The windows of every view are in the page; only those of the visible picture are shown. */
export const shownWhere: Record<string, string> = styleVariants(
	Object.fromEntries(views.map((view) => [view.scene, view.displayMedia])),
	(displayMedia) => inKit({ display: 'none', '@media': { [displayMedia]: { display: 'block' } } }),
);

export const stopLitTop = style({ stopColor: litTop });
export const stopLitFoot = style({ stopColor: litFoot });
export const stopGlow = style({ stopColor: glow, stopOpacity: glowOpacity });
export const stopGlowEdge = style({ stopColor: glow, stopOpacity: 0 });

export const bars = styleVariants({
	middle: { fill: 'none', stroke: middleBars, opacity: 0.75 },
	near: { fill: 'none', stroke: nearBars, opacity: 0.75 },
});

const lightUp = keyframes({ from: { opacity: 0 } });
const goDark = keyframes({ from: { opacity: 1 } });

export const appearing = style({ animation: `${lightUp} ${motion.slow} ${easing}` });
export const fadingOut = style({ opacity: 0, animation: `${goDark} ${motion.slow} ${easing}` });

export const stars = kitStyle({
	position: 'absolute',
	inset: '0 0 auto',
	zIndex: -1,
	display: 'block',
	width: '100%',
	maxWidth: 'none',
	height: 300,
	objectFit: 'cover',
	objectPosition: '50% 0',
	pointerEvents: 'none',
	'@media': { print: { display: 'none' } },
});

/** The logo keeps its colors in both themes. */
export const logoPaneTop = style({ stopColor: logo.paneTop });
export const logoPaneFoot = style({ stopColor: logo.paneFoot });
export const logoBell = style({ fill: color.onWindow, stroke: 'none' });
export const logoCrown = style({
	fill: 'none',
	stroke: color.onWindow,
	strokeWidth: 2,
	strokeLinecap: 'round',
});

export const logoMark = styleVariants({
	nav: { display: 'block', flex: 'none', width: 30, height: 36 },
	signIn: {
		display: 'block',
		flex: 'none',
		width: 44,
		height: 53,
		filter: `drop-shadow(0 0 22px ${logo.glow})`,
		'@media': { [media.md]: { width: 54, height: 65 } },
	},
});
