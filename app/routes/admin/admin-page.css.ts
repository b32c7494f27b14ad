import { style } from '@vanilla-extract/css';
import { media, space } from '~/app/ui/theme/tokens.css.ts';

/** The cards keep their own heights beside the settings. */
export const recent = style({ alignContent: 'start' });
export const page = style({ display: 'grid', gap: space[6], paddingBlock: `${space[8]} ${space[8]}` });
/** The totals in one row, so that the charts are on the first screens of a phone too. */
export const stats = style({
	display: 'grid',
	gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
	gap: space[2],
	'@media': { [media.two]: { gap: space[6] } },
});
