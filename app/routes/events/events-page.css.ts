import { style } from '@vanilla-extract/css';
import { asStack } from '~/app/ui/theme/recipes.ts';
import { color, fontSize, media, radius, size, space, strongText } from '~/app/ui/theme/tokens.css.ts';

export const below = style({
	...asStack(space[5]),
	marginTop: space[5],
	'@media': { [media.md]: { gap: '34px', marginTop: '26px' } },
});

export const pages = style({ display: 'flex', flexWrap: 'wrap', gap: space[3] });
/** Keeps the link to the next page at the end of the line, also without one to the previous page. */
export const next = style({ marginLeft: 'auto' });

export const past = style(asStack(space[6]));
export const search = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: space[3] });
export const searchLabel = style({
	display: 'grid',
	gap: '7px',
	flex: '1 1 240px',
	maxWidth: '480px',
	...strongText,
});
/** Looks like a field of `app/ui/field.tsx`, which the list of upcoming events does not load. */
export const searchField = style({
	width: '100%',
	minWidth: 0,
	minHeight: size.field,
	padding: '0 14px',
	border: `1px solid ${color.lineStrong}`,
	borderRadius: radius.control,
	backgroundColor: color.field,
	fontSize: fontSize.body,
	fontWeight: 400,
	selectors: { '&:hover': { borderColor: color.muted } },
});
