import { style } from '@vanilla-extract/css';
import { asWrappingRow } from '~/app/ui/theme/recipes.ts';
import { color, space } from '~/app/ui/theme/tokens.css.ts';

export const line = style({
	gridColumn: '1 / -1',
	...asWrappingRow(space[3]),
	justifyContent: 'space-between',
	paddingTop: space[3],
	borderTop: `1px solid ${color.line}`,
});
export const text = style({ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' });
export const actions = style({ display: 'flex', flexWrap: 'wrap', gap: space[2] });
