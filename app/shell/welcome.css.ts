import { style } from '@vanilla-extract/css';
import { asStack, asWrappingRow } from '~/app/ui/theme/recipes.ts';
import { color, mutedText, space } from '~/app/ui/theme/tokens.css.ts';

export const welcome = style({ ...asStack(space[3]), position: 'relative', marginBlock: space[3] });
export const title = style({ paddingRight: space[6] });
export const dismiss = style({ position: 'absolute', top: space[2], right: space[2] });
export const statuses = style({ ...asStack(space[1]), margin: 0, padding: 0, listStyle: 'none' });
export const status = style({
	display: 'grid',
	gridTemplateColumns: 'auto minmax(0, 1fr)',
	alignItems: 'center',
	gap: space[2],
});
export const question = style({
	...asWrappingRow(space[2]),
	paddingTop: space[3],
	borderTop: `1px solid ${color.line}`,
});
export const ask = style({ flex: '1 1 200px' });
export const hint = style(mutedText);
