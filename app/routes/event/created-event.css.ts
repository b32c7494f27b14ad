import { style } from '@vanilla-extract/css';
import { color, media, mutedText, space } from '~/app/ui/theme/tokens.css.ts';

export const card = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'center',
	justifyContent: 'space-between',
	gap: `${space[3]} ${space[6]}`,
	marginTop: '18px',
	borderColor: color.lanternLine,
	backgroundColor: color.lanternWash,
	'@media': { [media.md]: { marginTop: space[6] } },
});
export const actions = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'flex-end',
	gap: space[3],
	minWidth: 0,
});
/** The reason, above the link that could not be copied. */
export const failure = style({ flexBasis: '100%', ...mutedText });
export const link = style({ flex: '1 1 280px' });
