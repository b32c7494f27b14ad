import { kitStyle } from './theme/layers.css.ts';
import { asRow } from './theme/recipes.ts';
import { color, easing, media, motion, radius, size, space, strongText } from './theme/tokens.css.ts';

export const details = kitStyle({});
export const summary = kitStyle({
	...asRow(space[3]),
	minHeight: '72px',
	padding: `${space[3]} ${space[4]} ${space[3]} ${space[6]}`,
	borderRadius: radius.card,
	'@media': { [media.belowMd]: { minHeight: '64px', paddingLeft: '18px', paddingRight: '10px' } },
});
export const title = kitStyle({ flex: 1, minWidth: 0 });
export const chevron = kitStyle({
	display: 'grid',
	placeItems: 'center',
	width: '44px',
	height: '44px',
	color: color.muted,
	transition: `transform ${motion.calm} ${easing}`,
	selectors: { [`${details}[open] > summary &`]: { transform: 'rotate(180deg)' } },
});
export const body = kitStyle({
	padding: `0 ${space[6]} ${space[6]}`,
	'@media': { [media.belowMd]: { padding: '0 18px 18px' } },
});

export const disclosure = kitStyle({});
export const disclosureSummary = kitStyle({
	...asRow(space[1]),
	width: 'fit-content',
	minHeight: size.target,
	...strongText,
	color: color.lanternText,
	cursor: 'pointer',
});
export const disclosureChevron = kitStyle({
	display: 'grid',
	transition: `transform ${motion.calm} ${easing}`,
	selectors: { [`${disclosure}[open] > summary &`]: { transform: 'rotate(180deg)' } },
});
