import { keyframes, styleVariants } from '@vanilla-extract/css';
import { inKit, kitStyle } from './theme/layers.css.ts';
import { asRow } from './theme/recipes.ts';
import { color, easing, font, fontSize, motion, size, space } from './theme/tokens.css.ts';

const appear = keyframes({ from: { opacity: 0, transform: 'translateY(-4px)' } });

export const menu = kitStyle({ position: 'relative', display: 'inline-block' });
export const list = kitStyle({
	position: 'absolute',
	zIndex: 10,
	// Some space between the list and the edge of the screen that it is scrolled from.
	scrollMarginBlock: space[3],
	display: 'grid',
	minWidth: '200px',
	width: 'max-content',
	maxWidth: 'min(320px, calc(100vw - 32px))',
	padding: '6px',
	backgroundColor: color.overlay,
	border: `1px solid ${color.line}`,
	borderRadius: '16px',
	boxShadow: color.shadowLifted,
	animation: `${appear} ${motion.calm} ${easing}`,
});
export const align = styleVariants({ start: inKit({ left: 0 }), end: inKit({ right: 0 }) });
export const placement = styleVariants({
	down: inKit({ top: `calc(100% + ${space[2]})` }),
	up: inKit({ bottom: `calc(100% + ${space[2]})` }),
});
export const chevron = kitStyle({
	transition: `transform ${motion.calm} ${easing}`,
	selectors: { [`${menu}[open] > summary &`]: { transform: 'rotate(180deg)' } },
});
export const item = kitStyle({
	...asRow(space[3]),
	width: '100%',
	minHeight: size.target,
	padding: '0 12px',
	borderRadius: '11px',
	font: `500 ${fontSize.body}/1.3 ${font.sans}`,
	color: color.text,
	textAlign: 'left',
	textDecoration: 'none',
	selectors: {
		'&:hover, &:focus-visible': { backgroundColor: color.hoverGround },
		'&[aria-current], &[aria-pressed="true"]': { backgroundColor: color.hoverGround },
		'&:disabled': { color: color.subtle, cursor: 'not-allowed' },
		'&:focus-visible': { outlineOffset: '-2px' },
	},
});
export const dangerItem = kitStyle({ color: color.danger.text });
export const plainIcon = kitStyle({ color: color.muted });
export const rule = kitStyle({ height: '1px', margin: '6px', background: color.line });
