import { style } from '@vanilla-extract/css';

/** Its fields stand in the layout of the form. */
export const repeat = style({ display: 'contents' });
/** Until when it repeats: only shown for an event that does. */
export const until = style({
	gridColumn: '1 / -1',
	selectors: { [`${repeat}:has(option[value=""]:checked) &`]: { display: 'none' } },
});
