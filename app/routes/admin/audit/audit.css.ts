import { style } from '@vanilla-extract/css';
import { asStack } from '~/app/ui/theme/recipes.ts';
import { media, space } from '~/app/ui/theme/tokens.css.ts';

export const filter = style({
	...asStack(space[4]),
	alignItems: 'end',
	'@media': {
		[media.two]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
		[media.three]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' },
	},
});
