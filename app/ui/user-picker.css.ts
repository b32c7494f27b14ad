import { style } from '@vanilla-extract/css';
import { checkbox } from './field.css.ts';
import { inKit } from './theme/layers.css.ts';
import { asRow, asStack } from './theme/recipes.ts';
import { color, fontSize, media, mutedText, oneLine, radius, space } from './theme/tokens.css.ts';

const plain = { margin: 0, padding: 0, listStyle: 'none' } as const;

export const picker = style(inKit({ ...asStack(space[3]), minWidth: 0 }));
export const chips = style(inKit({ ...plain, display: 'flex', flexWrap: 'wrap', gap: space[2] }));
export const chipPlace = style(inKit({ minWidth: 0, maxWidth: '100%' }));
export const chip = style(
	inKit({
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
	}),
);
/** The checkbox covers the whole chip. */
export const box = style(
	inKit({
		position: 'absolute',
		inset: 0,
		width: '100%',
		height: '100%',
		margin: 0,
		opacity: 0,
		cursor: 'pointer',
	}),
);
export const chipName = style(inKit(oneLine));
export const cross = style(
	inKit({
		display: 'grid',
		placeItems: 'center',
		flex: 'none',
		width: '32px',
		height: '32px',
		color: color.muted,
		selectors: { [`${chip}:hover &`]: { color: color.text } },
	}),
);

export const searchRow = style(inKit({ display: 'flex', alignItems: 'flex-start', gap: space[2] }));
/** Aligns the button with the field, below its label. */
export const find = style(inKit({ marginTop: '27px', minHeight: '46px' }));
export const search = style(inKit({ flex: 1 }));
export const list = style(
	inKit({
		...plain,
		...asStack('2px'),
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
	}),
);
export const rowPlace = style(inKit({ minWidth: 0 }));
export const row = style(
	inKit({
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
	}),
);
export const rowBox = style([
	checkbox,
	inKit({
		flex: 'none',
		outline: 'none',
		selectors: { '&:checked': { boxShadow: `inset 0 0 0 5px ${color.field}` } },
	}),
]);
export const rowText = style(inKit({ display: 'grid', minWidth: 0, lineHeight: 1.25 }));
export const rowName = style(inKit({ ...oneLine, fontSize: fontSize.small, fontWeight: 500 }));
export const empty = style(inKit({ padding: `${space[2]} 0`, ...mutedText, overflowWrap: 'anywhere' }));
