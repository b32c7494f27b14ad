import { style } from '@vanilla-extract/css';
import { media, space } from '~/app/ui/theme/tokens.css.ts';

export const head = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'baseline',
	justifyContent: 'space-between',
	gap: `${space[1]} ${space[4]}`,
	marginBottom: '14px',
	'@media': { [media.md]: { marginBottom: '18px' } },
});
