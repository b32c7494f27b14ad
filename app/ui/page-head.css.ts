import { kitStyle } from './theme/layers.css.ts';
import { asStack } from './theme/recipes.ts';
import { color, fontSize, media, space } from './theme/tokens.css.ts';

export const head = kitStyle({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'flex-end',
	justifyContent: 'space-between',
	gap: `${space[3]} ${space[6]}`,
	padding: `${space[4]} 0 ${space[6]}`,
	'@media': { [media.belowMd]: { padding: `${space[2]} 0 ${space[5]}` } },
});
export const text = kitStyle({
	minWidth: 0,
	...asStack(space[2]),
	overflowWrap: 'anywhere',
});
export const subtitle = kitStyle({ color: color.muted, maxWidth: '64ch' });
export const actions = kitStyle({ display: 'flex', flexWrap: 'wrap', gap: space[3] });
export const back = kitStyle({
	display: 'inline-flex',
	alignItems: 'center',
	gap: space[2],
	minHeight: '44px',
	fontSize: fontSize.body,
	fontWeight: 500,
	color: color.muted,
	textDecoration: 'none',
	selectors: { '&:hover': { color: color.text } },
});
