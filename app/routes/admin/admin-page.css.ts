import { globalStyle, style, styleVariants } from '@vanilla-extract/css';
import { SIGNUP_LOOKS } from '~/app/shell/status-looks.ts';
import { plainList } from '~/app/ui/layout.css.ts';
import { asInlineRow, asRow, asStack } from '~/app/ui/theme/recipes.ts';
import {
	color,
	digits,
	font,
	fontSize,
	media,
	mutedText,
	oneLine,
	radius,
	space,
	strongText,
} from '~/app/ui/theme/tokens.css.ts';

/** The cards keep their own heights beside the settings. */
export const recent = style({ alignContent: 'start' });
export const page = style({ display: 'grid', gap: space[6], paddingBlock: `${space[8]} ${space[8]}` });
/** The totals in one row, so that the charts are on the first screens of a phone too. */
export const stats = style({
	display: 'grid',
	gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
	gap: space[2],
	'@media': { [media.two]: { gap: space[6] } },
});

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
	...asInlineRow(space[1]),
	...strongText,
	color: color.lanternText,
	selectors: { [`${statLink}:hover &`]: { textDecoration: 'underline' } },
});
export const statCount = style({
	marginTop: space[2],
	fontSize: digits.big,
	lineHeight: 1,
	letterSpacing: '-0.02em',
	'@media': { [media.belowMd]: { fontSize: digits.smallTile } },
});

export const list = style([plainList, asStack('0')]);
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
	...oneLine,
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

export const hold = style({ marginBottom: space[5] });
export const confirm = style({ marginTop: space[3] });

export const wideRow = style({
	...asStack(space[4]),
	'@media': { [media.three]: { gridTemplateColumns: 'minmax(0, 1.6fr) minmax(0, 1fr)', gap: space[6] } },
});
export const toolsLinks = style({ display: 'flex', flexWrap: 'wrap', gap: space[2] });
export const toolsTiles = style({
	display: 'grid',
	gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
	gap: space[2],
	'@media': { [media.two]: { gridTemplateColumns: 'repeat(7, minmax(0, 1fr))', gap: '10px' } },
});
export const toolsTemplateCard = style({ display: 'flex', flexDirection: 'column' });
export const toolsTemplateBody = style({
	...asStack(space[4]),
	flex: 1,
	gridTemplateRows: 'auto auto 1fr',
});
export const toolsTemplateFoot = style({ alignSelf: 'end' });

export const chart = style({ display: 'block', width: '100%', height: 'auto', overflow: 'visible' });
export const chartLine = style({
	fill: 'none',
	stroke: color.lanternEdge,
	strokeWidth: 2,
	strokeLinejoin: 'round',
});
export const chartArea = style({ fill: color.lantern, opacity: 0.22 });
export const chartPoint = style({ fill: color.lanternEdge });
export const chartLitWindow = style({ fill: color.lantern, stroke: color.lanternEdge });
export const chartDarkWindow = style({ fill: color.windowDark, stroke: color.windowEdge });
export const chartStatusFill = styleVariants(SIGNUP_LOOKS, ({ tone }) => ({ fill: color[tone].text }));
export const chartBelow = style({
	display: 'flex',
	flexWrap: 'wrap',
	justifyContent: 'space-between',
	gap: `${space[1]} ${space[3]}`,
	marginTop: space[3],
	...mutedText,
});
export const chartWeekday = style({ flex: 1, textAlign: 'center' });
export const chartLegend = style(asInlineRow('6px'));
export const chartSwatch = style({ flex: 'none', width: '9px', height: '9px' });
export const chartDetails = style({ marginTop: space[2] });
/** Five columns in a third of the page. */
export const chartDense = style({});
globalStyle(`${chartDense} :is(th, td)`, {
	paddingInline: '5px',
	fontSize: fontSize.small,
	whiteSpace: 'nowrap',
});
