import { style } from '@vanilla-extract/css';
import { color, font, fontSize, media, space } from '~/app/ui/theme/tokens.css.ts';

export const head = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'baseline',
	justifyContent: 'space-between',
	gap: `${space[1]} ${space[4]}`,
	marginBottom: space[2],
	'@media': { [media.md]: { marginBottom: '18px' } },
});
export const tools = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'baseline',
	gap: `0 ${space[5]}`,
});
/** A large target in a line of text. */
export const past = style({ marginBlock: '-10px' });
/** Hidden on phones, where the rows say whose times they show. */
export const zones = style({ '@media': { [media.one]: { display: 'none' } } });

export const cards = style({ '@media': { [media.one]: { gap: space[2] } } });
/** The heading of a week, on phones: the columns of larger screens would have a gap before each one. */
export const week = style({
	'@media': {
		[media.one]: { marginTop: space[1], font: `600 ${fontSize.small}/1.4 ${font.sans}`, color: color.muted },
		[media.two]: { display: 'none' },
	},
});
/** The heading of a month of past events. */
export const month = style({
	gridColumn: '1 / -1',
	fontSize: fontSize.card,
	selectors: { '&:not(:first-child)': { marginTop: space[3] } },
});
