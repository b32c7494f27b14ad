import { style } from '@vanilla-extract/css';
import { plainList } from '~/app/ui/layout.css.ts';
import { asStack } from '~/app/ui/theme/recipes.ts';
import { color, font, fontSize, media, mutedText, space } from '~/app/ui/theme/tokens.css.ts';

export const blocked = style({ maxWidth: '640px' });
export const panel = style(asStack(space[6]));
export const columns = style({
	...asStack(space[6]),
	alignItems: 'start',
	'@media': { [media.three]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
});
export const note = style({ ...mutedText, marginBottom: space[3] });
export const form = style(asStack(space[4]));
export const counts = style({
	display: 'grid',
	gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
	gap: space[4],
	'@media': { [media.md]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' } },
});
export const facts = style([counts, { marginBottom: space[3] }]);
export const fact = style({ display: 'flex', flexDirection: 'column-reverse', justifyContent: 'flex-end' });
export const factValue = style({
	font: `400 ${fontSize.section}/1.2 ${font.serif}`,
	fontVariantNumeric: 'lining-nums tabular-nums',
});
export const details = style({ marginBottom: space[3] });
export const events = style([
	plainList,
	{
		...asStack(space[2]),
		maxHeight: '16rem',
		overflowY: 'auto',
		fontSize: fontSize.small,
	},
]);
export const id = style({
	display: 'inline-block',
	minWidth: '4ch',
	color: color.muted,
	fontVariantNumeric: 'tabular-nums',
});
