import { style } from '@vanilla-extract/css';
import { kitStyle } from '~/app/ui/theme/layers.css.ts';
import { asInlineRow, asRow } from '~/app/ui/theme/recipes.ts';
import {
	color,
	font,
	fontSize,
	media,
	mutedText,
	radius,
	size,
	space,
	strongText,
} from '~/app/ui/theme/tokens.css.ts';

export const frame = kitStyle({
	position: 'relative',
	isolation: 'isolate',
	display: 'flex',
	flexDirection: 'column',
	minHeight: '100dvh',
});
export const main = kitStyle({ flex: '1 0 auto', minWidth: 0 });
export const skip = kitStyle({
	position: 'absolute',
	zIndex: 50,
	top: space[2],
	left: space[4],
	padding: '12px 18px',
	borderRadius: radius.control,
	backgroundColor: color.overlay,
	color: color.text,
	fontWeight: 600,
	boxShadow: color.shadowLifted,
	selectors: { '&:not(:focus)': { transform: 'translateY(-200%)' } },
	// Above the page, its shadow would still be on paper.
	'@media': { print: { display: 'none' } },
});
export const waiting = kitStyle({
	position: 'fixed',
	zIndex: 55,
	top: space[4],
	left: '50%',
	transform: 'translateX(-50%)',
	padding: '10px 18px 10px 14px',
	borderRadius: radius.pill,
	backgroundColor: color.overlay,
	border: `1px solid ${color.line}`,
	boxShadow: color.shadowLifted,
	fontSize: fontSize.small,
	fontWeight: 500,
});

/** The four links of an admin and the user fit beside each other from md on. */
const NARROW = '(max-width: 860px)';

export const nav = kitStyle({
	position: 'relative',
	zIndex: 5,
	...asRow(space[2]),
	height: size.nav,
	'@media': { [media.belowMd]: { height: size.navSmall }, print: { display: 'none' } },
});
export const navLogo = kitStyle({
	...asInlineRow('10px'),
	minHeight: size.target,
	marginRight: space[5],
	font: `500 ${fontSize.card}/1 ${font.serif}`,
	letterSpacing: '-0.01em',
	color: color.text,
	textDecoration: 'none',
	'@media': { [NARROW]: { marginRight: space[2] }, [media.belowMd]: { marginRight: 'auto' } },
});
// Outside the kit's layer, because these two must override the display of the part that they hide.
export const navWideOnly = style({ '@media': { [media.belowMd]: { display: 'none' } } });
export const navNarrowOnly = style({ '@media': { [media.md]: { display: 'none' } } });
export const navLinks = kitStyle({
	...asRow(space[2]),
	marginRight: 'auto',
	'@media': { [NARROW]: { gap: space[1] }, [media.belowMd]: { display: 'none' } },
});
export const navLink = kitStyle({
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
export const navUser = kitStyle({
	...asRow('10px'),
	minWidth: 0,
	height: '48px',
	padding: '0 8px 0 6px',
});
export const navNames = kitStyle({ minWidth: 0, display: 'grid' });
/** A long name is cut in the bar; in the menu it has the menu's width. */
export const navShortNames = kitStyle({
	maxWidth: '200px',
	'@media': { '(max-width: 960px)': { maxWidth: '110px' } },
});
export const navName = kitStyle({
	fontSize: fontSize.body,
	fontWeight: 600,
	lineHeight: 1.25,
	overflow: 'hidden',
	textOverflow: 'ellipsis',
	whiteSpace: 'nowrap',
});
export const navRole = kitStyle({ ...mutedText, lineHeight: 1.25 });
export const navMenuUser = kitStyle({
	width: '288px',
	maxWidth: '100%',
	padding: '4px 12px',
	height: '56px',
});

export const footer = kitStyle({
	position: 'relative',
	flex: 'none',
	marginTop: space[5],
	'@media': { print: { display: 'none' } },
});
export const footerGround = kitStyle({
	position: 'relative',
	padding: '34px 0 30px',
	backgroundColor: color.footer,
	color: color.onFooter,
	fontSize: fontSize.small,
});
export const footerColumns = kitStyle({
	display: 'grid',
	gridTemplateColumns: '2fr 1fr 1fr',
	gap: '40px',
	'@media': { [media.belowMd]: { gridTemplateColumns: '1fr 1fr', gap: space[6] } },
});
export const footerDescription = kitStyle({
	maxWidth: '44ch',
	'@media': { [media.belowMd]: { gridColumn: '1 / -1' } },
});
export const footerBrand = kitStyle({
	...asRow('10px'),
	marginBottom: '10px',
	font: `500 ${fontSize.card}/1 ${font.serif}`,
	letterSpacing: '-0.01em',
	color: color.onFooterStrong,
});
export const footerHeading = kitStyle({
	marginBottom: '2px',
	fontFamily: font.sans,
	...strongText,
	letterSpacing: 0,
	color: color.onFooterStrong,
});
export const footerLink = kitStyle({
	display: 'inline-flex',
	alignItems: 'center',
	minHeight: '36px',
	color: color.onFooter,
	textDecoration: 'none',
	selectors: {
		'&:hover': { color: color.onFooterStrong, textDecoration: 'underline' },
		'&:focus-visible': { outlineColor: color.lantern },
	},
});
export const footerCopyright = kitStyle({
	marginTop: '22px',
	paddingTop: '18px',
	borderTop: `1px solid ${color.footerLine}`,
	fontSize: fontSize.small,
	color: color.onFooterSubtle,
});

/** Inside the frame the page already has its layout; without the frame the error fills the window. */
export const errorStandalone = kitStyle({
	position: 'relative',
	isolation: 'isolate',
	display: 'grid',
	alignItems: 'center',
	minHeight: '100dvh',
});
export const errorPlace = kitStyle({ maxWidth: '720px', paddingBlock: space[8] });
export const errorDetail = kitStyle({ marginTop: space[2] });
