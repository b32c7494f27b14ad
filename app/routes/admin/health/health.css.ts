import { style } from '@vanilla-extract/css';
import { media, space } from '~/app/ui/theme/tokens.css.ts';

const column = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' } as const;

export const page = style({ ...column, gap: space[4], paddingBlock: `${space[6]} ${space[12]}` });
export const cards = style({
	...column,
	gap: space[4],
	'@media': { [media.two]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
});
export const facts = style({ ...column, gap: space[3] });
export const value = style({ margin: 0, fontWeight: 600, overflowWrap: 'anywhere' });
