import { style } from '@vanilla-extract/css';
import { space } from '~/app/ui/theme/tokens.css.ts';

export const page = style({
	display: 'grid',
	gridTemplateColumns: 'minmax(0, 1fr)',
	gap: space[4],
	paddingBlock: `${space[6]} ${space[12]}`,
});
export const steps = style({ marginTop: space[4] });
