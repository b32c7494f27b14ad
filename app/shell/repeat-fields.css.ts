import { style } from '@vanilla-extract/css';
import { asStack } from '~/app/ui/theme/recipes.ts';
import { space } from '~/app/ui/theme/tokens.css.ts';

/** Its fields stand in the layout of the form. */
export const repeat = style({ display: 'contents' });
/** Only shown for an event that repeats. */
export const until = style({
	gridColumn: '1 / -1',
	...asStack(space[2]),
	selectors: { [`${repeat}:not(:has(option[value$="s"]:checked)) &`]: { display: 'none' } },
});
/** Only shown for an event that repeats by months. */
export const weekdays = style({
	gridColumn: '1 / -1',
	display: 'grid',
	gridTemplateColumns: 'repeat(auto-fit, minmax(180px, 1fr))',
	gap: space[4],
	selectors: { [`${repeat}:not(:has(option[value$="months"]:checked)) &`]: { display: 'none' } },
});
