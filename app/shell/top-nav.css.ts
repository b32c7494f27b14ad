import { style } from '@vanilla-extract/css';
import { kitStyle } from '~/app/ui/theme/layers.css.ts';
import { asRow } from '~/app/ui/theme/recipes.ts';
import { color, font, fontSize, media, mutedText, size, space } from '~/app/ui/theme/tokens.css.ts';

/** The four links of an admin and the user fit beside each other from md on. */
const NARROW = '(max-width: 860px)';

export const nav = kitStyle({
	position: 'relative',
	zIndex: 5,
	...asRow(space[2]),
	height: size.nav,
	'@media': { [media.belowMd]: { height: size.navSmall }, print: { display: 'none' } },
});
export const logo = kitStyle({
	display: 'inline-flex',
	alignItems: 'center',
	gap: '10px',
	minHeight: size.target,
	marginRight: space[5],
	font: `500 ${fontSize.card}/1 ${font.serif}`,
	letterSpacing: '-0.01em',
	color: color.text,
	textDecoration: 'none',
	'@media': { [NARROW]: { marginRight: space[2] }, [media.belowMd]: { marginRight: 'auto' } },
});
// Outside the kit's layer, because these two must override the display of the part that they hide.
export const wideOnly = style({ '@media': { [media.belowMd]: { display: 'none' } } });
export const narrowOnly = style({ '@media': { [media.md]: { display: 'none' } } });
export const links = kitStyle({
	...asRow(space[2]),
	marginRight: 'auto',
	'@media': { [NARROW]: { gap: space[1] }, [media.belowMd]: { display: 'none' } },
});
export const link = kitStyle({
	position: 'relative',
	display: 'inline-flex',
	alignItems: 'center',
	height: size.target,
	padding: '0 14px',
	borderRadius: '10px',
	fontSize: fontSize.body,
	fontWeight: 500,
	whiteSpace: 'nowrap',
	color: color.muted,
	textDecoration: 'none',
	selectors: {
		'&:hover': { color: color.text },
		'&[aria-current="page"]': { color: color.text },
		'&[aria-current="page"]::after': {
			content: '',
			position: 'absolute',
			left: '14px',
			right: '14px',
			bottom: '5px',
			height: '2px',
			borderRadius: '2px',
			backgroundColor: color.lanternEdge,
		},
	},
	'@media': { [NARROW]: { padding: '0 6px', fontSize: fontSize.small } },
});
export const user = kitStyle({
	...asRow('10px'),
	minWidth: 0,
	height: '48px',
	padding: '0 8px 0 6px',
});
export const names = kitStyle({ minWidth: 0, display: 'grid' });
/** A long name is cut in the bar; in the menu it has the menu's width. */
export const shortNames = kitStyle({
	maxWidth: '200px',
	'@media': { '(max-width: 960px)': { maxWidth: '110px' } },
});
export const name = kitStyle({
	fontSize: fontSize.body,
	fontWeight: 600,
	lineHeight: 1.25,
	overflow: 'hidden',
	textOverflow: 'ellipsis',
	whiteSpace: 'nowrap',
});
export const role = kitStyle({ ...mutedText, lineHeight: 1.25 });
export const menuUser = kitStyle({ width: '288px', maxWidth: '100%', padding: '4px 12px', height: '56px' });
