import { style } from '@vanilla-extract/css';
import { asStack, asWrappingRow } from '~/app/ui/theme/recipes.ts';
import { color, fontSize, media, mutedText, space } from '~/app/ui/theme/tokens.css.ts';

export const form = style(asStack(space[5]));
export const row = style({
	...asStack(space[3]),
	paddingTop: space[3],
	borderTop: `1px solid ${color.line}`,
});
export const legend = style({ float: 'left', ...mutedText, fontWeight: 600 });

/** A time and the answers to it, beside each other where there is room. */
export const list = style(asStack('0px'));
const item = style({
	...asStack(space[3]),
	padding: `${space[4]} 0`,
	borderTop: `1px solid ${color.line}`,
	selectors: { '&:first-child': { borderTop: 0 } },
});
export const vote = style([
	item,
	{
		'@media': {
			[media.md]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 24rem)', alignItems: 'center' },
		},
	},
]);
export const result = style([
	item,
	{ '@media': { [media.md]: { gridTemplateColumns: 'minmax(0, 1fr) auto', alignItems: 'start' } } },
]);
export const time = style({ fontSize: fontSize.body, fontWeight: 600 });
export const local = style({ display: 'block', ...mutedText, fontWeight: 400 });
export const names = style({ ...asStack(space[2]), overflowWrap: 'anywhere' });
export const foot = style({ ...asWrappingRow(space[3]), marginTop: space[4] });
