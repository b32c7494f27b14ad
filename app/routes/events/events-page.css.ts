import { style } from '@vanilla-extract/css';
import { media, space } from '~/app/ui/theme/tokens.css.ts';

export const below = style({
	display: 'grid',
	gridTemplateColumns: 'minmax(0, 1fr)',
	gap: space[6],
	marginTop: space[5],
	'@media': { [media.md]: { gap: '34px', marginTop: '26px' } },
});

export const pages = style({ display: 'flex', flexWrap: 'wrap', gap: space[3] });
/** Keeps the link to later events at the end of the line, also without one to earlier events. */
export const later = style({ marginLeft: 'auto' });
