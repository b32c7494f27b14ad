import { style } from '@vanilla-extract/css';
import { asRow } from '~/app/ui/theme/recipes.ts';
import { mutedText, size, space, subtleText } from '~/app/ui/theme/tokens.css.ts';

export const list = style({ display: 'grid', gap: '18px' });
/**
 * The icon is beside both term and value. It is inside the term, because a <dl> group allows nothing else.
 */
export const item = style({ position: 'relative', minHeight: size.target, paddingLeft: '54px' });
export const icon = style({ position: 'absolute', top: 0, left: 0 });
export const term = style({ ...subtleText, fontWeight: 500 });
export const value = style({ fontWeight: 600, overflowWrap: 'anywhere' });
export const more = style({ display: 'block', ...mutedText, fontWeight: 400 });
export const neighbours = style({
	display: 'flex',
	flexWrap: 'wrap',
	gap: `0 ${space[4]}`,
	...mutedText,
	fontWeight: 400,
});
export const description = style({ fontWeight: 400, whiteSpace: 'pre-line' });
export const storytellers = style({ display: 'grid', gap: '10px', marginTop: '6px' });
export const storyteller = style({
	...asRow(space[2]),
	minWidth: 0,
	lineHeight: 1.2,
});
export const role = style({ display: 'block', ...mutedText, fontWeight: 400 });
export const addToCalendar = style({ marginTop: space[4] });
