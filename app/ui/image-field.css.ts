import { kitStyle } from './theme/layers.css.ts';
import { asWrappingRow } from './theme/recipes.ts';
import { color, font, fontSize, media, radius, size, space } from './theme/tokens.css.ts';

export const field = kitStyle({
	...asWrappingRow(`${space[3]} ${space[4]}`),
	padding: '18px',
	border: `1.5px dashed ${color.lineStrong}`,
	borderRadius: radius.row,
	'@media': {
		[media.belowMd]: { display: 'grid', gridTemplateColumns: '96px minmax(0, 1fr)', padding: '12px' },
	},
});
export const thumb = kitStyle({
	position: 'relative',
	isolation: 'isolate',
	flex: 'none',
	width: '144px',
	height: '81px',
	overflow: 'hidden',
	borderRadius: '10px',
	backgroundColor: color.sunken,
	'@media': { [media.belowMd]: { width: '96px', height: '54px' } },
});
export const picture = kitStyle({ width: '100%', height: '100%', objectFit: 'cover' });
export const text = kitStyle({ flex: '1 1 200px', minWidth: 0, display: 'grid', gap: space[1] });
export const buttons = kitStyle({
	...asWrappingRow(space[2]),
	'@media': { [media.belowMd]: { gridColumn: '1 / -1' } },
});
export const choose = kitStyle({
	position: 'relative',
	overflow: 'hidden',
	selectors: {
		'&:has(:focus-visible)': { outline: `2px solid ${color.focus}`, outlineOffset: '2px' },
		'&:has([aria-invalid="true"])': { borderColor: color.danger.text },
	},
});
/** The label's text is visible; the transparent file input covers it and receives the press. */
export const covered = kitStyle({
	position: 'absolute',
	inset: 0,
	width: '100%',
	height: '100%',
	opacity: 0,
	cursor: 'pointer',
});
export const native = kitStyle({ display: 'block', maxWidth: '100%' });
export const plainFile = kitStyle({
	maxWidth: '270px',
	fontSize: fontSize.small,
	color: color.muted,
	selectors: {
		'&::file-selector-button': {
			minHeight: size.target,
			marginRight: space[3],
			padding: '0 18px',
			border: `1px solid ${color.lineStrong}`,
			borderRadius: radius.control,
			backgroundColor: 'transparent',
			font: `600 ${fontSize.body}/1.2 ${font.sans}`,
			color: color.text,
			cursor: 'pointer',
		},
	},
});
