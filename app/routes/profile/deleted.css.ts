import { style } from '@vanilla-extract/css';
import { space } from '~/app/ui/theme/tokens.css.ts';

export const page = style({
	position: 'relative',
	isolation: 'isolate',
	display: 'grid',
	placeItems: 'center',
	minHeight: '100dvh',
	padding: space[6],
});
export const text = style({
	display: 'grid',
	justifyItems: 'center',
	gap: space[5],
	maxWidth: '560px',
	textAlign: 'center',
});
