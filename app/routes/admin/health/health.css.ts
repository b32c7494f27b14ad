import { style } from '@vanilla-extract/css';
import { asStack } from '~/app/ui/theme/recipes.ts';
import { media, space } from '~/app/ui/theme/tokens.css.ts';

export const cards = style({
	...asStack(space[4]),
	'@media': { [media.two]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
});
export const facts = style(asStack(space[3]));
export const value = style({ margin: 0, fontWeight: 600, overflowWrap: 'anywhere' });
