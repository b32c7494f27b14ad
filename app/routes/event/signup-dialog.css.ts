import { style } from '@vanilla-extract/css';
import { asStack } from '~/app/ui/theme/recipes.ts';
import { color, space } from '~/app/ui/theme/tokens.css.ts';

export const form = style(asStack(space[4]));
/** Signup notes; their line breaks are kept. */
export const notes = style({ overflowWrap: 'anywhere', whiteSpace: 'pre-line' });
/** The title of the dialog's event, cut after three lines. */
export const eventTitle = style({
	fontWeight: 600,
	overflowWrap: 'anywhere',
	display: '-webkit-box',
	WebkitLineClamp: 3,
	WebkitBoxOrient: 'vertical',
	overflow: 'hidden',
});
/** The scripts of a library, at most a screen high. */
export const choices = style({
	...asStack(space[2]),
	maxHeight: '40vh',
	margin: 0,
	padding: 0,
	border: 0,
	overflowY: 'auto',
});
/** A second form, which has nothing to do with the first. */
export const move = style({
	...asStack(space[3]),
	marginTop: space[5],
	paddingTop: space[4],
	borderTop: `1px solid ${color.line}`,
});
/** When the user arrives and leaves, side by side. */
export const stay = style({
	display: 'grid',
	gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
	gap: space[3],
	marginTop: space[2],
});
