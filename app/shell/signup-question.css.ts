import { style } from '@vanilla-extract/css';
import { asWrappingRow } from '~/app/ui/theme/recipes.ts';
import { space } from '~/app/ui/theme/tokens.css.ts';

export const question = style({
	...asWrappingRow(space[2]),
	justifyContent: 'space-between',
	scrollMarginBottom: space[4],
});
export const text = style({ flex: '1 1 220px', minWidth: 0 });
/** As wide as the text on a phone, all in one row. */
export const choices = style({ flex: '1 1 300px', display: 'flex', gap: space[2] });
export const choice = style({ flex: '1 1 0', paddingInline: space[1] });
/** The field and its button, side by side. */
export const note = style({
	flex: '1 1 100%',
	display: 'grid',
	gridTemplateColumns: 'minmax(0, 1fr) auto',
	alignItems: 'end',
	gap: space[2],
});
