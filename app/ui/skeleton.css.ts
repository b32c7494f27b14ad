import { keyframes, style, styleVariants } from '@vanilla-extract/css';
import { inKit } from './theme/layers.css.ts';
import { color, media, space } from './theme/tokens.css.ts';

const shimmer = keyframes({ from: { backgroundPosition: '160% 0' }, to: { backgroundPosition: '-60% 0' } });

export const shape = style(
	inKit({
		display: 'block',
		height: '16px',
		borderRadius: '8px',
		backgroundColor: color.hoverGround,
		backgroundImage: `linear-gradient(90deg, transparent 30%, ${color.shine} 50%, transparent 70%)`,
		backgroundSize: '200% 100%',
		animation: `${shimmer} 1.8s linear infinite`,
		'@media': { [media.still]: { animation: 'none', backgroundImage: 'none' } },
	}),
);
export const window = style(
	inKit({ width: '66px', height: '88px', flex: 'none', borderRadius: '33px 33px 10px 10px' }),
);
export const badge = style(inKit({ width: '110px', height: '24px', borderRadius: '99px' }));
export const button = style(
	inKit({ width: '120px', height: '44px', borderRadius: '12px', marginTop: '6px' }),
);
export const width = styleVariants({ full: '100%', most: '84%', half: '60%', some: '40%' }, (value) =>
	inKit({ width: value }),
);
export const stack = style(inKit({ display: 'grid', gap: space[4] }));
export const row = style(inKit({ display: 'flex', alignItems: 'flex-start', gap: space[4] }));
export const lines = style(inKit({ display: 'grid', gap: '10px', flex: 1, paddingTop: '2px' }));
