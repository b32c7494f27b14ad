import { style } from '@vanilla-extract/css';
import { asWrappingRow } from '~/app/ui/theme/recipes.ts';
import { color, media, mutedText, space } from '~/app/ui/theme/tokens.css.ts';

export const card = style({
	...asWrappingRow(`${space[3]} ${space[6]}`),
	justifyContent: 'space-between',
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
