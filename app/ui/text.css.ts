import { kitStyle } from './theme/layers.css.ts';
import { asInlineRow, asLines } from './theme/recipes.ts';
import { color, font, fontSize, mutedText, oneLine, strongText, subtleText } from './theme/tokens.css.ts';

export const muted = kitStyle({ color: color.muted });
export const subtle = kitStyle({ color: color.subtle });
export const mutedSmall = kitStyle(mutedText);
export const subtleSmall = kitStyle(subtleText);
export const strongSmall = kitStyle(strongText);
export const cardTitle = kitStyle({ fontSize: fontSize.card });
export const strong = kitStyle({ fontWeight: 600 });
export const serif = kitStyle({
	fontFamily: font.serif,
	letterSpacing: '-0.01em',
	fontVariantNumeric: 'lining-nums',
});
export const tabular = kitStyle({ fontVariantNumeric: 'tabular-nums lining-nums' });
export const ellipsis = kitStyle(oneLine);
export const twoLines = kitStyle(asLines(2));
export const textLink = kitStyle({
	color: color.lanternText,
	fontWeight: 600,
	textDecoration: 'underline',
	// A finger needs more room than the text has; the lines stay as close as they are.
	paddingBlock: '4px',
	marginBlock: '-4px',
	selectors: { '&:hover': { color: color.text } },
});
/** A link with an icon, which stays beside its text. */
export const iconLink = kitStyle({ ...asInlineRow('4px'), maxWidth: '100%', overflowWrap: 'anywhere' });
export const hidden = kitStyle({
	position: 'absolute',
	width: '1px',
	height: '1px',
	margin: '-1px',
	padding: 0,
	overflow: 'hidden',
	clipPath: 'inset(50%)',
	whiteSpace: 'nowrap',
	border: 0,
});
