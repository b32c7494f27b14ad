import { keyframes } from '@vanilla-extract/css';
import { kitStyle } from './theme/layers.css.ts';
import { media } from './theme/tokens.css.ts';

const turn = keyframes({ to: { transform: 'rotate(360deg)' } });

export const turning = kitStyle({
	animation: `${turn} 1s linear infinite`,
	'@media': { [media.still]: { animation: 'none' } },
});
export const place = kitStyle({ display: 'inline-flex', alignItems: 'center', gap: '8px' });
