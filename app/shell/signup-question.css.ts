import { style } from '@vanilla-extract/css';
import { asWrappingRow } from '~/app/ui/theme/recipes.ts';
import { space } from '~/app/ui/theme/tokens.css.ts';

export const question = style({ ...asWrappingRow(space[3]), justifyContent: 'space-between' });
export const text = style({ flex: '1 1 220px', minWidth: 0 });
export const choices = style({ display: 'flex', flexWrap: 'wrap', gap: space[2] });
/** The field and its button, side by side. */
export const note = style({
	flex: '1 1 100%',
	display: 'grid',
	gridTemplateColumns: 'minmax(0, 1fr) auto',
	alignItems: 'end',
	gap: space[2],
});
