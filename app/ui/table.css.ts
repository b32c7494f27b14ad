import { style } from '@vanilla-extract/css';
import { kitStyle } from './theme/layers.css.ts';
import { asWrappingRow } from './theme/recipes.ts';
import { color, fontSize, media, mutedText, radius, space, subtleText } from './theme/tokens.css.ts';

export const frame = kitStyle({ overflowX: 'auto', borderRadius: radius.control });
export const table = kitStyle({
	width: '100%',
	borderCollapse: 'collapse',
	fontSize: fontSize.small,
	fontVariantNumeric: 'tabular-nums lining-nums',
	textAlign: 'left',
});
export const caption = kitStyle({ paddingBottom: space[3], textAlign: 'left', ...mutedText });
export const head = kitStyle({
	padding: '10px 12px',
	...subtleText,
	fontWeight: 500,
	whiteSpace: 'nowrap',
	verticalAlign: 'bottom',
	selectors: { '&:first-child': { paddingLeft: 0 }, '&:last-child': { paddingRight: 0 } },
});
export const cell = kitStyle({
	padding: '8px 12px',
	height: '60px',
	borderTop: `1px solid ${color.line}`,
	fontWeight: 'inherit',
	overflowWrap: 'anywhere',
	selectors: { '&:first-child': { paddingLeft: 0 }, '&:last-child': { paddingRight: 0 } },
});
export const end = kitStyle({ textAlign: 'right' });

/** Below md each row is a block, and each cell shows its column's name. */
export const stacked = style({});
/** Below md the cells of a row follow each other as they fit, its actions at the upper end: long lists stay short. */
export const compact = style({});
export const row = kitStyle({
	'@media': {
		[media.belowMd]: {
			selectors: {
				[`${stacked} tbody > &`]: {
					display: 'grid',
					gap: space[1],
					padding: `${space[4]} 0`,
					borderTop: `1px solid ${color.line}`,
				},
				[`${stacked} tbody > &:first-child`]: { borderTop: 0 },
				[`${compact} tbody > &`]: {
					position: 'relative',
					...asWrappingRow(`${space[1]} 14px`),
					padding: '6px 0',
				},
				[`${stacked} thead > &`]: { display: 'none' },
			},
		},
	},
});
export const stackedCell = kitStyle({
	'@media': {
		[media.belowMd]: {
			selectors: {
				[`${stacked} &`]: {
					...asWrappingRow(`0 ${space[4]}`),
					justifyContent: 'space-between',
					height: 'auto',
					minHeight: '36px',
					padding: 0,
					border: 0,
					textAlign: 'left',
				},
				[`${compact} &`]: { gap: '0 6px', minHeight: '32px' },
				[`${compact} th&`]: { flex: '1 1 55%', paddingRight: '48px' },
				[`${compact} &[data-label="Actions"]`]: { position: 'absolute', top: '4px', right: 0 },
				[`${stacked} &[data-label]::before`]: {
					content: 'attr(data-label)',
					fontSize: fontSize.small,
					fontWeight: 500,
					color: color.subtle,
				},
				[`${compact} &:is(th, [data-label="Select"], [data-label="Event"], [data-label="Actions"], [data-label="Status"], [data-label="Role"])::before`]:
					{
						content: 'none',
					},
			},
		},
	},
});
