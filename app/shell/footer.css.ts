import { kitStyle } from '~/app/ui/theme/layers.css.ts';
import { asRow } from '~/app/ui/theme/recipes.ts';
import { color, font, fontSize, media, space, strongText } from '~/app/ui/theme/tokens.css.ts';

export const footer = kitStyle({
	position: 'relative',
	flex: 'none',
	marginTop: space[5],
	'@media': { print: { display: 'none' } },
});
export const ground = kitStyle({
	position: 'relative',
	padding: '34px 0 30px',
	backgroundColor: color.footer,
	color: color.onFooter,
	fontSize: fontSize.small,
});
export const columns = kitStyle({
	display: 'grid',
	gridTemplateColumns: '2fr 1fr 1fr',
	gap: '40px',
	'@media': { [media.belowMd]: { gridTemplateColumns: '1fr 1fr', gap: space[6] } },
});
export const description = kitStyle({
	maxWidth: '44ch',
	'@media': { [media.belowMd]: { gridColumn: '1 / -1' } },
});
export const brand = kitStyle({
	...asRow('10px'),
	marginBottom: '10px',
	font: `500 ${fontSize.card}/1 ${font.serif}`,
	letterSpacing: '-0.01em',
	color: color.onFooterStrong,
});
export const heading = kitStyle({
	marginBottom: '2px',
	fontFamily: font.sans,
	...strongText,
	letterSpacing: 0,
	color: color.onFooterStrong,
});
export const link = kitStyle({
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
export const copyright = kitStyle({
	marginTop: '22px',
	paddingTop: '18px',
	borderTop: `1px solid ${color.footerLine}`,
	fontSize: fontSize.small,
	color: color.onFooterSubtle,
});
