import { style } from '@vanilla-extract/css';
import { asRow } from '~/app/ui/theme/recipes.ts';
import { color, font, fontSize, media, radius, space, subtleText } from '~/app/ui/theme/tokens.css.ts';

export const card = style({ overflow: 'hidden' });
export const picture = style({
	position: 'relative',
	isolation: 'isolate',
	height: '116px',
	borderRadius: `${radius.card} ${radius.card} 0 0`,
	overflow: 'hidden',
});
export const body = style({
	padding: '16px 22px 20px',
	'@media': { [media.belowMd]: { padding: '10px 14px' } },
});
export const head = style({
	...asRow(space[2]),
	justifyContent: 'space-between',
	minHeight: '28px',
});
export const list = style({ margin: 0 });
export const time = style({
	padding: '14px 0',
	selectors: {
		'&:not(:last-child)': { borderBottom: `1px solid ${color.line}` },
		'&:last-child': { paddingBottom: 0 },
	},
	'@media': {
		// The term stands beside its value.
		[media.belowMd]: { display: 'flex', gap: space[3], justifyContent: 'space-between', paddingBlock: '8px' },
	},
});
export const term = style({
	...asRow(space[2]),
	...subtleText,
	fontWeight: 500,
});
export const value = style({
	marginTop: '3px',
	'@media': { [media.belowMd]: { margin: 0, textAlign: 'right' } },
	font: `500 ${fontSize.card}/1.25 ${font.serif}`,
	letterSpacing: '-0.01em',
	fontVariantNumeric: 'lining-nums tabular-nums',
});
export const note = style({
	display: 'block',
	marginTop: '2px',
	font: `400 ${fontSize.small}/1.4 ${font.sans}`,
	letterSpacing: 'normal',
	color: color.muted,
	overflowWrap: 'anywhere',
});
export const missing = style({
	marginTop: space[3],
	color: color.muted,
	'@media': { [media.belowMd]: { marginTop: 0 } },
});
