import { style } from '@vanilla-extract/css';
import { plainList } from '~/app/ui/layout.css.ts';
import { asStack } from '~/app/ui/theme/recipes.ts';
import { media, mutedText, space } from '~/app/ui/theme/tokens.css.ts';

export const list = style([plainList, { display: 'grid', gap: space[4] }]);
export const check = style({ display: 'flex', alignItems: 'flex-start', gap: space[3], minWidth: 0 });
export const text = style({ minWidth: 0, overflowWrap: 'anywhere' });
export const note = style({ ...mutedText, marginBottom: space[4] });

export const cards = style({
	...asStack(space[4]),
	'@media': { [media.two]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
});
export const facts = style(asStack(space[3]));
export const value = style({ fontWeight: 600, overflowWrap: 'anywhere' });
