import { style } from '@vanilla-extract/css';
import { inKit } from './theme/layers.css.ts';
import { asRow } from './theme/recipes.ts';
import { color, easing, motion, size, space, strongText } from './theme/tokens.css.ts';

export const details = style(inKit({}));
export const summary = style(
	inKit({
		...asRow(space[1]),
		width: 'fit-content',
		minHeight: size.target,
		...strongText,
		color: color.lanternText,
		cursor: 'pointer',
	}),
);
export const chevron = style(
	inKit({
		display: 'grid',
		transition: `transform ${motion.calm} ${easing}`,
		selectors: { [`${details}[open] > summary &`]: { transform: 'rotate(180deg)' } },
	}),
);
