import { style } from '@vanilla-extract/css';
import { space } from '~/app/ui/theme/tokens.css.ts';

export const card = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: space[4] });
export const head = style({
	display: 'flex',
	alignItems: 'center',
	justifyContent: 'space-between',
	gap: space[3],
});
export const details = style({ minWidth: 0 });
export const form = style({
	display: 'grid',
	gridTemplateColumns: 'minmax(0, 1fr)',
	gap: space[3],
	paddingTop: space[4],
});
