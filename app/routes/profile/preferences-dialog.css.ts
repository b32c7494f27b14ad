import { style } from '@vanilla-extract/css';
import { asRow, asStack } from '~/app/ui/theme/recipes.ts';
import { color, mutedText, radius, size, space } from '~/app/ui/theme/tokens.css.ts';

export const form = style(asStack(space[5]));
export const list = style(asStack(space[3]));
export const search = style({
	display: 'grid',
	gridTemplateColumns: 'minmax(0, 1fr) auto',
	alignItems: 'center',
	gap: space[2],
});
export const companions = style({ ...mutedText, marginBottom: space[1] });
export const matches = style({
	margin: 0,
	padding: space[1],
	listStyle: 'none',
	border: `1px solid ${color.line}`,
	borderRadius: radius.control,
	backgroundColor: color.raised,
});
export const match = style({
	...asRow(space[2]),
	width: '100%',
	minHeight: size.target,
	padding: '0 12px',
	borderRadius: '9px',
	color: color.text,
	selectors: { '&:hover': { backgroundColor: color.hoverGround } },
});
export const matchName = style({
	flex: 1,
	minWidth: 0,
	textAlign: 'left',
	overflowWrap: 'anywhere',
	padding: `${space[1]} 0`,
});
