import { kitStyle } from './theme/layers.css.ts';
import { color, media, radius, space } from './theme/tokens.css.ts';

export const frame = kitStyle({ overflow: 'hidden' });
export const drawing = kitStyle({
	position: 'relative',
	isolation: 'isolate',
	overflow: 'hidden',
	height: '220px',
	borderRadius: `${radius.card} ${radius.card} 0 0`,
	'@media': { [media.belowMd]: { height: '150px' } },
});
export const body = kitStyle({
	display: 'grid',
	justifyItems: 'center',
	gap: space[2],
	padding: `${space[5]} 28px ${space[8]}`,
	textAlign: 'center',
});
export const text = kitStyle({ maxWidth: '52ch', color: color.muted });
export const action = kitStyle({
	display: 'flex',
	flexWrap: 'wrap',
	justifyContent: 'center',
	gap: space[3],
	marginTop: space[3],
});
