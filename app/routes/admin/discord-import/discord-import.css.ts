import { style } from '@vanilla-extract/css';
import { asLines, asStack } from '~/app/ui/theme/recipes.ts';
import { color, fontSize, media, mutedText, space } from '~/app/ui/theme/tokens.css.ts';

export const content = style(asStack(space[4]));
export const question = style({ overflowWrap: 'anywhere' });
export const loading = style({
	display: 'grid',
	placeItems: 'center',
	minHeight: '160px',
	color: color.muted,
});
export const event = style({ '@media': { [media.md]: { width: '42%' } } });
/** Starts on a separate line, also when the row is displayed as a block. */
export const name = style({ display: 'block', flexBasis: '100%', fontWeight: 600 });
export const description = style({
	flexBasis: '100%',
	...asLines(1),
	...mutedText,
});
export const date = style({ whiteSpace: 'nowrap' });
export const time = style({
	color: color.muted,
	'@media': { [media.md]: { display: 'block', fontSize: fontSize.small } },
});
export const actions = style({
	whiteSpace: 'nowrap',
	'@media': { [media.belowMd]: { justifyContent: 'flex-end' } },
});
