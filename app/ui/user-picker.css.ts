import { style } from '@vanilla-extract/css';
import { checkbox } from './field.css.ts';
import { plainList } from './layout.css.ts';
import { inKit, kitStyle } from './theme/layers.css.ts';
import { asCover, asRow, asStack } from './theme/recipes.ts';
import { color, fontSize, media, mutedText, oneLine, radius, space } from './theme/tokens.css.ts';

export const picker = kitStyle({ ...asStack(space[3]), minWidth: 0 });
export const chips = style([plainList, inKit({ display: 'flex', flexWrap: 'wrap', gap: space[2] })]);
export const chipPlace = kitStyle({ minWidth: 0, maxWidth: '100%' });
export const chip = kitStyle({
	position: 'relative',
	...asRow(space[2]),
	minWidth: 0,
	height: '44px',
	padding: '0 4px 0 8px',
	border: `1px solid ${color.line}`,
	borderRadius: radius.pill,
	backgroundColor: color.raised,
	fontSize: fontSize.small,
	fontWeight: 500,
	cursor: 'pointer',
	selectors: {
		'&:hover': { borderColor: color.lineStrong },
		// Without script an unchecked chip stays until the form is sent.
		'&:has(input:not(:checked))': {
			borderStyle: 'dashed',
			color: color.subtle,
			textDecoration: 'line-through',
		},
		'&:has(:focus-visible)': { outline: `2px solid ${color.focus}`, outlineOffset: '2px' },
	},
});
/** The checkbox covers the whole chip. */
export const box = kitStyle(asCover());
export const chipName = kitStyle(oneLine);
export const cross = kitStyle({
	display: 'grid',
	placeItems: 'center',
	flex: 'none',
	width: '32px',
	height: '32px',
	color: color.muted,
	selectors: { [`${chip}:hover &`]: { color: color.text } },
});

export const searchRow = kitStyle({ display: 'flex', alignItems: 'flex-start', gap: space[2] });
/** Aligns the button with the field, below its label. */
export const find = kitStyle({ marginTop: '27px', minHeight: '46px' });
export const search = kitStyle({ flex: 1 });
export const list = kitStyle({
	...asStack('2px'),
	margin: 0,
	listStyle: 'none',
	maxHeight: '212px',
	padding: '6px',
	overflowY: 'auto',
	overscrollBehavior: 'contain',
	scrollbarColor: `${color.lineStrong} transparent`,
	scrollbarWidth: 'thin',
	border: `1px solid ${color.line}`,
	borderRadius: radius.control,
	'@media': {
		// Half a row shows that the list goes on.
		[media.belowMd]: { maxHeight: '188px' },
		[media.md]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
	},
});
export const rowPlace = kitStyle({ minWidth: 0 });
export const row = kitStyle({
	...asRow('10px'),
	minWidth: 0,
	minHeight: '48px',
	padding: '4px 8px',
	borderRadius: '10px',
	cursor: 'pointer',
	selectors: {
		'&:hover': { backgroundColor: color.hoverGround },
		'&:has(:checked)': { backgroundColor: color.lanternWash },
		'&:has(:focus-visible)': { outline: `2px solid ${color.focus}`, outlineOffset: '-2px' },
	},
});
export const rowBox = style([
	checkbox,
	inKit({
		flex: 'none',
		outline: 'none',
		selectors: { '&:checked': { boxShadow: `inset 0 0 0 5px ${color.field}` } },
	}),
]);
export const rowText = kitStyle({ display: 'grid', minWidth: 0, lineHeight: 1.25 });
export const rowName = kitStyle({ ...oneLine, fontSize: fontSize.small, fontWeight: 500 });
export const empty = kitStyle({ padding: `${space[2]} 0`, ...mutedText, overflowWrap: 'anywhere' });
