import { style } from '@vanilla-extract/css';
import { inKit } from '~/app/ui/theme/layers.css.ts';
import { asStack, asWrappingRow } from '~/app/ui/theme/recipes.ts';
import { fontSize, media, space } from '~/app/ui/theme/tokens.css.ts';

export const page = style(inKit({ maxWidth: '848px', paddingBlock: space[4], marginInline: 'auto' }));
export const form = style(inKit({ ...asStack(space[4]), marginTop: space[4] }));
export const group = style(inKit({ margin: 0 }));
/** Within the card instead of on its border. */
export const legend = style(inKit({ float: 'left', width: '100%', fontSize: fontSize.card, padding: 0 }));
export const players = style(
	inKit({
		clear: 'both',
		...asStack(space[3]),
		paddingTop: space[3],
		'@media': { [media.md]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
	}),
);
export const actions = style(inKit(asWrappingRow(space[3])));
