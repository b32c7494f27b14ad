import { style } from '@vanilla-extract/css';
import { color, space } from '~/app/ui/theme/tokens.css.ts';

export const line = style({
	display: 'inline-flex',
	gap: space[2],
	maxWidth: '100%',
	marginTop: space[1],
	fontWeight: 600,
	color: color.lanternText,
});
export const icon = style({ flex: 'none', marginTop: '3px' });
export const text = style({ minWidth: 0, overflowWrap: 'anywhere', textAlign: 'left' });
