import { style } from '@vanilla-extract/css';
import { asStack, asWrappingRow } from '~/app/ui/theme/recipes.ts';
import { fontSize, media, space } from '~/app/ui/theme/tokens.css.ts';

export const page = style({ paddingBlock: space[4] });
export const tabs = style({ display: 'flex', flexWrap: 'wrap', gap: space[2], marginTop: space[4] });
export const groups = style({
	...asStack(space[4]),
	marginTop: space[4],
	'@media': { [media.md]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
});
export const name = style({ fontSize: fontSize.card, overflowWrap: 'anywhere' });
export const players = style({
	marginBlock: `${space[2]} 0`,
	paddingLeft: space[5],
	overflowWrap: 'anywhere',
});
export const next = style({ marginTop: space[5] });
export const form = style({ display: 'grid', gap: space[4] });
export const actions = style(asWrappingRow(space[3]));
