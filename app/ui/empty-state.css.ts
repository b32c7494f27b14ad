import { style } from '@vanilla-extract/css';
import { inKit } from './theme/layers.css.ts';
import { color, media, radius, space } from './theme/tokens.css.ts';

export const frame = style(inKit({ overflow: 'hidden' }));
export const drawing = style(
	inKit({
		position: 'relative',
		isolation: 'isolate',
		overflow: 'hidden',
		height: '220px',
		borderRadius: `${radius.card} ${radius.card} 0 0`,
		'@media': { [media.belowMd]: { height: '150px' } },
	}),
);
export const body = style(
	inKit({
		display: 'grid',
		justifyItems: 'center',
		gap: space[2],
		padding: `${space[5]} 28px ${space[8]}`,
		textAlign: 'center',
	}),
);
export const text = style(inKit({ maxWidth: '52ch', color: color.muted }));
export const action = style(
	inKit({ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: space[3], marginTop: space[3] }),
);
