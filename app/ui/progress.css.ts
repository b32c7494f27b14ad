import { kitStyle } from './theme/layers.css.ts';
import { color, easing, motion, radius } from './theme/tokens.css.ts';

export const box = kitStyle({
	display: 'grid',
	gap: '10px',
	padding: '16px 18px',
	backgroundColor: color.lanternWash,
	border: `1px solid ${color.lanternLine}`,
	borderRadius: radius.notice,
});
export const head = kitStyle({
	display: 'flex',
	justifyContent: 'space-between',
	gap: '16px',
	fontWeight: 600,
});
export const percent = kitStyle({ color: color.lanternText, fontVariantNumeric: 'tabular-nums lining-nums' });
const fill = {
	backgroundColor: color.lantern,
	borderRadius: radius.pill,
	transition: `inline-size ${motion.slow} ${easing}`,
} as const;
export const bar = kitStyle({
	appearance: 'none',
	display: 'block',
	width: '100%',
	overflow: 'hidden',
	height: '8px',
	border: `1px solid ${color.line}`,
	borderRadius: radius.pill,
	backgroundColor: color.sunken,
	selectors: {
		'&::-webkit-progress-bar': { backgroundColor: 'transparent' },
		'&::-webkit-progress-value': fill,
		'&::-moz-progress-bar': fill,
	},
});
