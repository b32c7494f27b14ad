import { style } from '@vanilla-extract/css';
import { asInlineRow } from '~/app/ui/theme/recipes.ts';
import { color, font, fontSize, radius, space } from '~/app/ui/theme/tokens.css.ts';

export const part = style({ selectors: { '& + &': { marginTop: space[4] } } });
export const title = style({
	marginBottom: '6px',
	font: `600 ${fontSize.small}/1.4 ${font.sans}`,
	letterSpacing: 'normal',
	color: color.muted,
});
export const names = style({ display: 'flex', flexWrap: 'wrap', gap: space[2] });
export const user = style({
	...asInlineRow(space[2]),
	maxWidth: '100%',
	minHeight: '40px',
	padding: '0 14px 0 6px',
	border: `1px solid ${color.line}`,
	borderRadius: radius.pill,
	fontSize: fontSize.small,
});
export const notes = style({ whiteSpace: 'pre-line', overflowWrap: 'anywhere' });
