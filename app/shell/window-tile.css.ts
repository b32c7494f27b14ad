import { style, styleVariants } from '@vanilla-extract/css';
import { inKit, kitStyle } from '~/app/ui/theme/layers.css.ts';
import { color, digits, easing, font, media, motion, space, strongText } from '~/app/ui/theme/tokens.css.ts';

export const tile = kitStyle({
	display: 'flex',
	flexDirection: 'column',
	alignItems: 'center',
	justifyContent: 'center',
	flex: 'none',
	width: '66px',
	height: '88px',
	paddingTop: '8px',
	border: '1px solid',
	borderRadius: '33px 33px 10px 10px',
	...strongText,
	lineHeight: 1.25,
	textAlign: 'center',
	transition: `background-color ${motion.slow} ${easing}, border-color ${motion.slow} ${easing}, box-shadow ${motion.slow} ${easing}`,
});
export const big = kitStyle({
	width: '104px',
	height: '136px',
	borderRadius: '52px 52px 14px 14px',
	'@media': { [media.belowMd]: { width: '88px', height: '116px', borderRadius: '44px 44px 12px 12px' } },
});
export const day = kitStyle({
	font: `500 ${digits.tile}/1 ${font.serif}`,
	fontVariantNumeric: 'lining-nums tabular-nums',
	letterSpacing: '-0.01em',
	color: color.text,
	selectors: { [`${big} > &`]: { fontSize: digits.big } },
});
export const dayOnLit = kitStyle({ color: color.onWindow });
export const lit = styleVariants({
	lit: inKit({
		backgroundImage: color.windowLit,
		borderColor: color.windowLitEdge,
		boxShadow: color.glowWindow,
		color: color.onWindowSmall,
	}),
	half: inKit({
		background: color.windowHalf,
		borderColor: color.windowHalfEdge,
		borderWidth: '1.5px',
		color: color.text,
	}),
	open: inKit({
		background: color.lanternWash,
		border: `1.5px dashed ${color.lanternText}`,
		color: color.muted,
	}),
	dark: inKit({
		backgroundImage: `linear-gradient(${color.windowDark}, ${color.surface})`,
		borderColor: color.windowEdge,
		color: color.muted,
	}),
});

export const ownGroup = style({
	display: 'inline-flex',
	gap: space[2],
	maxWidth: '100%',
	marginTop: space[1],
	fontWeight: 600,
	color: color.lanternText,
});
export const ownGroupIcon = style({ flex: 'none', marginTop: '3px' });
export const ownGroupText = style({ minWidth: 0, overflowWrap: 'anywhere', textAlign: 'left' });
