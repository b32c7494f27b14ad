import { style } from '@vanilla-extract/css';
import { asStack } from '~/app/ui/theme/recipes.ts';
import { fontSize, space } from '~/app/ui/theme/tokens.css.ts';

/** Its fields stand in the layout of the form. */
export const repeat = style({ display: 'contents' });
/** Only shown for an event that repeats. */
export const until = style({
	gridColumn: '1 / -1',
	...asStack(space[2]),
	selectors: { [`${repeat}:not(:has(option[value$="s"]:checked)) &`]: { display: 'none' } },
});
/** The first and the last day of a pause, side by side. */
export const pause = style([until, { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: space[4] }]);
export const showDates = style({ justifySelf: 'start' });
/** As many columns as there is room for; the dates go down each of them. */
export const dates = style({ columns: '140px', columnGap: space[4], fontSize: fontSize.small });
/** Only shown for an event that repeats by months. */
export const weekdays = style({
	gridColumn: '1 / -1',
	display: 'grid',
	gridTemplateColumns: 'repeat(auto-fit, minmax(180px, 1fr))',
	gap: space[4],
	selectors: { [`${repeat}:not(:has(option[value$="months"]:checked)) &`]: { display: 'none' } },
});
