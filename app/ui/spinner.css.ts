import { keyframes, style } from '@vanilla-extract/css';
import { inKit } from './theme/layers.css.ts';
import { media } from './theme/tokens.css.ts';

const turn = keyframes({ to: { transform: 'rotate(360deg)' } });

export const turning = style(
	inKit({ animation: `${turn} 1s linear infinite`, '@media': { [media.still]: { animation: 'none' } } }),
);
export const place = style(inKit({ display: 'inline-flex', alignItems: 'center', gap: '8px' }));
