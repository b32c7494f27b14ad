import { globalStyle, keyframes, styleVariants } from '@vanilla-extract/css';
import { inKit, kitStyle } from './theme/layers.css.ts';
import { asWrappingRow } from './theme/recipes.ts';
import { color, easing, media, motion, radius, space } from './theme/tokens.css.ts';

const appear = keyframes({ from: { opacity: 0 } });
const rise = keyframes({ from: { opacity: 0, transform: 'translateY(10px)' } });

/** Covers the page, with or without script; the panel is in its center. */
export const backdrop = kitStyle({
	position: 'fixed',
	inset: 0,
	zIndex: 40,
	display: 'grid',
	gridTemplateColumns: 'minmax(0, 1fr)',
	placeItems: 'center',
	width: '100%',
	height: '100%',
	maxWidth: 'none',
	maxHeight: 'none',
	margin: 0,
	padding: `${space[6]} ${space[4]}`,
	border: 0,
	overflowY: 'auto',
	overscrollBehavior: 'contain',
	background: color.scrim,
	color: color.text,
	animation: `${appear} ${motion.calm} ${easing}`,
	selectors: { '&:not([open])': { display: 'none' }, '&::backdrop': { background: 'transparent' } },
});
export const closeArea = kitStyle({ position: 'absolute', inset: 0, cursor: 'default' });
export const panel = kitStyle({
	position: 'relative',
	width: '100%',
	padding: '26px',
	backgroundColor: color.overlay,
	border: `1px solid ${color.line}`,
	borderRadius: radius.dialog,
	boxShadow: color.shadowLifted,
	animation: `${rise} ${motion.calm} ${easing}`,
	'@media': { [media.belowMd]: { padding: '20px 18px' }, [media.still]: { animation: 'none' } },
});
export const width = styleVariants({ normal: '480px', wide: '880px', full: '1120px' }, (value) =>
	inKit({ maxWidth: value }),
);
export const tone = styleVariants({
	normal: {},
	danger: inKit({ borderColor: color.danger.line }),
});
export const head = kitStyle({
	display: 'flex',
	alignItems: 'flex-start',
	justifyContent: 'space-between',
	gap: space[4],
	marginBottom: space[4],
});
export const title = kitStyle({ minWidth: 0, overflowWrap: 'anywhere' });
export const close = kitStyle({ margin: '-7px -8px' });
export const actions = kitStyle({
	...asWrappingRow(space[3]),
	justifyContent: 'space-between',
	marginTop: space[5],
});

globalStyle(`html:has(${backdrop}[open])`, { overflow: 'hidden' });
