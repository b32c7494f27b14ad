import { style } from '@vanilla-extract/css';
import { asRow, asStack } from '~/app/ui/theme/recipes.ts';
import { space } from '~/app/ui/theme/tokens.css.ts';

export const card = style(asStack(space[4]));
export const head = style({
	...asRow(space[3]),
	justifyContent: 'space-between',
});
export const details = style({ minWidth: 0 });
export const form = style({
	...asStack(space[3]),
	paddingTop: space[4],
});
