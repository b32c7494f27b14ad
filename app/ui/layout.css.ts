import { kitStyle } from './theme/layers.css.ts';
import { asInlineRow, asStack, asWrappingRow } from './theme/recipes.ts';
import { color, fontSize, media, size, space } from './theme/tokens.css.ts';

/** The content column: 1160 px wide plus the page's padding. */
export const wrap = kitStyle({
	width: '100%',
	maxWidth: `calc(${size.content} + 2 * ${space[6]})`,
	marginInline: 'auto',
	paddingInline: space[6],
	'@media': { [media.belowMd]: { paddingInline: space[4] } },
});
export const cardPage = kitStyle({ ...asStack(space[4]), paddingBlock: `${space[6]} ${space[12]}` });
/** The links to the other pages of a list, below it. */
export const listSteps = kitStyle({ marginTop: space[4] });
export const stack = kitStyle(asStack(space[4]));
export const rowWrap = kitStyle(asWrappingRow(`${space[2]} ${space[3]}`));
export const spaceBetween = kitStyle({
	...asWrappingRow(space[3]),
	justifyContent: 'space-between',
});
/** Cards: one per row, two from 720 px, three from 1080 px. */
export const cardGrid = kitStyle({
	...asStack(space[4]),
	'@media': {
		[media.two]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: space[6] },
		[media.three]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
	},
});

/** Two columns of equal width, such as short fields. */
export const pairs = kitStyle({
	display: 'grid',
	gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
	columnGap: space[3],
	alignItems: 'start',
});

export const plainList = kitStyle({ margin: 0, padding: 0, listStyle: 'none' });

export const pageHead = kitStyle({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'flex-end',
	justifyContent: 'space-between',
	gap: `${space[3]} ${space[6]}`,
	padding: `${space[4]} 0 ${space[6]}`,
	'@media': { [media.belowMd]: { padding: `${space[2]} 0 ${space[5]}` } },
});
export const pageHeadText = kitStyle({
	minWidth: 0,
	...asStack(space[2]),
	overflowWrap: 'anywhere',
});
export const pageHeadSubtitle = kitStyle({ color: color.muted, maxWidth: '64ch' });
export const pageHeadActions = kitStyle({ display: 'flex', flexWrap: 'wrap', gap: space[3] });
export const pageHeadBack = kitStyle({
	...asInlineRow(space[2]),
	minHeight: '44px',
	fontSize: fontSize.body,
	fontWeight: 500,
	color: color.muted,
	textDecoration: 'none',
	selectors: { '&:hover': { color: color.text } },
});
