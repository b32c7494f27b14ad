import { styleVariants } from '@vanilla-extract/css';
import { inKit } from './theme/layers.css.ts';

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
