import { style } from '@vanilla-extract/css';
import { asStack, asWrappingRow } from '~/app/ui/theme/recipes.ts';
import { color, font, fontSize, size, space } from '~/app/ui/theme/tokens.css.ts';

export const list = style(asStack(space[5]));
export const earlierLink = style({ marginBottom: space[4] });
export const empty = style({ padding: `${space[3]} 0`, color: color.muted });

export const comment = style({ display: 'flex', gap: '14px', minWidth: 0 });
export const content = style({ flex: 1, minWidth: 0 });
/** The line keeps its height with and without the button. */
export const line = style({
	display: 'flex',
	alignItems: 'flex-start',
	justifyContent: 'space-between',
	gap: space[3],
});
export const author = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'baseline',
	columnGap: space[2],
	minWidth: 0,
	lineHeight: 1.35,
});
export const name = style({ fontWeight: 600, overflowWrap: 'anywhere' });
export const body = style({ marginTop: '4px', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' });

/** A touch target of full height that does not increase the line height. */
export const deleteButton = style({
	minHeight: size.target,
	margin: '-11px 0',
	padding: `0 ${space[1]}`,
	border: 0,
	background: 'none',
	color: color.muted,
	font: `500 ${fontSize.small}/1.3 ${font.sans}`,
	textDecoration: 'underline',
	textUnderlineOffset: '4px',
	cursor: 'pointer',
	selectors: { '&:hover': { color: color.text } },
});
export const deleteFailure = style({ marginTop: space[2] });

export const form = style({
	display: 'flex',
	gap: '14px',
	marginTop: space[6],
	paddingTop: space[5],
	borderTop: `1px solid ${color.line}`,
});
export const editor = style({
	...asStack(space[3]),
	flex: 1,
	minWidth: 0,
});
export const foot = style({
	...asWrappingRow(space[3]),
	justifyContent: 'space-between',
});
