import { keyframes, styleVariants } from '@vanilla-extract/css';
import { inKit, kitStyle } from './theme/layers.css.ts';
import { asInlineRow } from './theme/recipes.ts';
import { color, media } from './theme/tokens.css.ts';

export const icon = styleVariants({ small: 16, normal: 18, large: 22 }, (px) =>
	inKit({
		display: 'inline-block',
		width: `${px}px`,
		height: `${px}px`,
		flex: 'none',
		verticalAlign: '-0.18em',
		fill: 'none',
		stroke: 'currentColor',
		strokeWidth: 1.75,
		strokeLinecap: 'round',
		strokeLinejoin: 'round',
	}),
);

export const iconWindow = kitStyle({
	display: 'grid',
	placeItems: 'center',
	flex: 'none',
	width: '40px',
	height: '44px',
	border: `1px solid ${color.line}`,
	borderRadius: '20px 20px 8px 8px',
	backgroundColor: color.lanternWash,
	color: color.lanternText,
});

const turn = keyframes({ to: { transform: 'rotate(360deg)' } });

export const spinnerTurning = kitStyle({
	animation: `${turn} 1s linear infinite`,
	'@media': { [media.still]: { animation: 'none' } },
});
export const spinnerPlace = kitStyle(asInlineRow('8px'));
