import { style } from '@vanilla-extract/css';
import { color, fontSize, media, mutedText, space, subtleText } from '~/app/ui/theme/tokens.css.ts';

export const card = style({
	display: 'flex',
	flexDirection: 'column',
	gap: space[4],
	padding: '22px',
	scrollMarginTop: space[6],
	'@media': { [media.belowMd]: { padding: '18px' } },
});
export const head = style({ display: 'flex', gap: space[4], alignItems: 'flex-start' });
export const headText = style({ flex: 1, minWidth: 0 });
export const title = style({ marginTop: '9px', textWrap: 'pretty', overflowWrap: 'anywhere' });
export const titleLink = style({
	textDecoration: 'none',
	selectors: { '&:hover': { textDecoration: 'underline' } },
});
export const cancelled = style({
	color: color.muted,
	textDecoration: 'line-through',
	textDecorationThickness: '1px',
	selectors: { '&:hover': { textDecoration: 'line-through underline' } },
});
export const facts = style({ display: 'grid', gap: '7px', fontSize: fontSize.body, color: color.muted });
export const fact = style({ display: 'flex', gap: '10px', alignItems: 'flex-start', minWidth: 0 });
export const factText = style({ minWidth: 0, overflowWrap: 'anywhere' });
export const factIcon = style({ marginTop: '2px', color: color.subtle });
export const eastern = style({ fontWeight: 600, color: color.text });
export const local = style({ display: 'block' });
export const description = style({ fontSize: fontSize.body, color: color.muted, overflowWrap: 'anywhere' });
export const signupCounts = style({ display: 'grid', gap: '9px' });
export const counts = style({ display: 'flex', flexWrap: 'wrap', gap: '4px 14px', ...mutedText });
export const count = style({ display: 'inline-flex', alignItems: 'center', gap: '5px' });
export const number = style({
	fontWeight: 600,
	color: color.text,
	fontVariantNumeric: 'tabular-nums lining-nums',
});
export const creator = style({ marginTop: 'auto', ...subtleText });
export const foot = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'center',
	justifyContent: 'space-between',
	gap: space[2],
	marginTop: `-${space[1]}`,
	paddingTop: space[4],
	borderTop: `1px solid ${color.line}`,
});
