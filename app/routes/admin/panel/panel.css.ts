import { globalStyle, style } from '@vanilla-extract/css';
import { asRow, asStack } from '~/app/ui/theme/recipes.ts';
import {
	color,
	digits,
	font,
	fontSize,
	media,
	mutedText,
	radius,
	space,
	strongText,
} from '~/app/ui/theme/tokens.css.ts';

export const stat = style({ display: 'grid', alignContent: 'start', overflow: 'hidden' });
export const statLink = style({
	display: 'grid',
	padding: `22px 24px ${space[5]}`,
	borderRadius: radius.card,
	'@media': { [media.belowMd]: { padding: '14px 12px' } },
	color: color.text,
	textDecoration: 'none',
	selectors: { '&:focus-visible': { outlineOffset: '-4px' } },
});
export const statHead = style({ display: 'flex', alignItems: 'center', justifyContent: 'space-between' });
export const statTitle = style({
	fontWeight: 600,
	color: color.muted,
	'@media': { [media.belowMd]: { fontSize: fontSize.small } },
});
/** On a phone three cards share a row. */
export const manageWord = style({ '@media': { [media.belowMd]: { display: 'none' } } });
export const manage = style({
	display: 'inline-flex',
	alignItems: 'center',
	gap: space[1],
	...strongText,
	color: color.lanternText,
	selectors: { [`${statLink}:hover &`]: { textDecoration: 'underline' } },
});
export const statRow = style({ display: 'flex', alignItems: 'flex-end', justifyContent: 'space-between' });
export const statCount = style({
	marginTop: space[2],
	fontSize: digits.big,
	lineHeight: 1,
	letterSpacing: '-0.02em',
	'@media': { [media.belowMd]: { fontSize: digits.smallTile } },
});
export const statNote = style({ ...mutedText, textAlign: 'right' });
export const statBelow = style({ padding: `0 24px ${space[5]}` });

export const list = style({
	display: 'grid',
	gridTemplateColumns: 'minmax(0, 1fr)',
	margin: 0,
	padding: 0,
	listStyle: 'none',
});
export const row = style({
	...asRow('14px'),
	minHeight: '68px',
	padding: '6px 0',
	selectors: { '& + &': { borderTop: `1px solid ${color.line}` } },
});
export const date = style({
	display: 'grid',
	flex: 'none',
	alignContent: 'center',
	justifyItems: 'center',
	width: '44px',
	height: '54px',
	paddingTop: '4px',
	border: `1px solid ${color.windowEdge}`,
	borderRadius: '22px 22px 8px 8px',
	backgroundImage: `linear-gradient(${color.windowDark}, ${color.surface})`,
	...mutedText,
	lineHeight: 1.1,
});
export const day = style({ font: `500 ${fontSize.card}/1 ${font.serif}`, color: color.text });
export const text = style({ flex: 1, minWidth: 0 });
export const name = style({
	display: 'block',
	overflow: 'hidden',
	textOverflow: 'ellipsis',
	whiteSpace: 'nowrap',
	fontWeight: 600,
	color: color.text,
	textDecoration: 'none',
	selectors: { 'a&:hover': { textDecoration: 'underline' } },
});

export const settings = style(asStack(space[4]));
export const autoSplit = style({
	display: 'grid',
	gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
	alignItems: 'end',
	gap: space[4],
});
export const legend = style({ marginBottom: space[2], fontWeight: 600 });
export const save = style({ justifySelf: 'end' });
export const announcements = style({
	display: 'grid',
	justifyItems: 'start',
	gap: space[2],
	marginTop: space[4],
});

globalStyle(`${settings} textarea`, { minHeight: '88px' });

/** The notice above the form. */
export const hold = style({ marginBottom: space[5] });
/** The button below the text of a notice. */
export const confirm = style({ marginTop: space[3] });
