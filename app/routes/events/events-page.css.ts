import { style } from '@vanilla-extract/css';
import { media, space } from '~/app/ui/theme/tokens.css.ts';

export const below = style({
	display: 'grid',
	gridTemplateColumns: 'minmax(0, 1fr)',
	gap: space[6],
	marginTop: space[5],
	'@media': { [media.md]: { gap: '34px', marginTop: '26px' } },
});
