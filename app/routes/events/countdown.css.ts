import { style } from '@vanilla-extract/css';
import { color, font, media } from '~/app/ui/theme/tokens.css.ts';

export const units = style({
	display: 'flex',
	justifyContent: 'space-around',
	marginTop: '22px',
	'@media': {
		[media.md]: { justifyContent: 'flex-start', gap: 'clamp(12px, 2.6vw, 34px)', marginTop: '28px' },
	},
});
export const unit = style({
	display: 'flex',
	flexDirection: 'column',
	alignItems: 'center',
	flex: 1,
	minWidth: 0,
	'@media': { [media.md]: { flex: 'none', minWidth: 'clamp(84px, 8.75vw, 112px)' } },
});
export const number = style({
	fontFamily: font.serif,
	fontWeight: 400,
	fontSize: '62px',
	lineHeight: 0.92,
	letterSpacing: '-0.02em',
	fontVariantNumeric: 'tabular-nums lining-nums',
	'@media': { [media.md]: { fontSize: 'clamp(72px, 8.125vw, 104px)' } },
});
export const name = style({
	marginTop: '4px',
	fontSize: '14px',
	fontWeight: 500,
	color: color.onSky,
	'@media': { [media.md]: { fontSize: '15px' } },
});
