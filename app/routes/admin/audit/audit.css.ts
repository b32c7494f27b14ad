import { style } from '@vanilla-extract/css';
import { media, space } from '~/app/ui/theme/tokens.css.ts';

const column = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' } as const;

export const page = style({ ...column, gap: space[4], paddingBlock: `${space[6]} ${space[12]}` });
export const filter = style({
	...column,
	gap: space[4],
	alignItems: 'end',
	'@media': {
		[media.two]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
		[media.three]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' },
	},
});
export const steps = style({ marginTop: space[4] });
