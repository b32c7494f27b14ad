import { kitStyle } from './theme/layers.css.ts';
import { asRow } from './theme/recipes.ts';
import { color, easing, motion, size, space, strongText } from './theme/tokens.css.ts';

export const details = kitStyle({});
export const summary = kitStyle({
	...asRow(space[1]),
	width: 'fit-content',
	minHeight: size.target,
	...strongText,
	color: color.lanternText,
	cursor: 'pointer',
});
export const chevron = kitStyle({
	display: 'grid',
	transition: `transform ${motion.calm} ${easing}`,
	selectors: { [`${details}[open] > summary &`]: { transform: 'rotate(180deg)' } },
});
