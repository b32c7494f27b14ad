import { style } from '@vanilla-extract/css';
import { media, space } from '~/app/ui/theme/tokens.css.ts';

const column = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' } as const;

export const wideRow = style({
	...column,
	gap: space[4],
	'@media': { [media.three]: { gridTemplateColumns: 'minmax(0, 1.6fr) minmax(0, 1fr)', gap: space[6] } },
});
export const links = style({ display: 'flex', flexWrap: 'wrap', gap: space[2] });
export const tiles = style({
	display: 'grid',
	gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
	gap: space[2],
	'@media': { [media.two]: { gridTemplateColumns: 'repeat(7, minmax(0, 1fr))', gap: '10px' } },
});
export const templateCard = style({ display: 'flex', flexDirection: 'column' });
export const templateBody = style({ ...column, flex: 1, gap: space[4], gridTemplateRows: 'auto auto 1fr' });
export const templateFoot = style({ alignSelf: 'end' });
