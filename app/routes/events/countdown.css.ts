import { style } from '@vanilla-extract/css';
import { color, digits, font, fontSize, media } from '~/app/ui/theme/tokens.css.ts';

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
	flex: '1 0 0',
	minWidth: 'min-content',
	'@media': { [media.md]: { flex: 'none', minWidth: 'clamp(84px, 8.75vw, 112px)' } },
});
export const number = style({
	// The width of two digits, so that nothing moves when the font arrives.
	minWidth: '1.16em',
	textAlign: 'left',
	fontFamily: font.serif,
	fontWeight: 400,
	fontSize: digits.countdown,
	lineHeight: 0.92,
	letterSpacing: '-0.02em',
	fontVariantNumeric: 'tabular-nums lining-nums',
	'@media': { [media.md]: { fontSize: digits.wideCountdown } },
});
export const name = style({
	marginTop: '4px',
	fontSize: fontSize.small,
	fontWeight: 500,
	color: color.onSky,
});
