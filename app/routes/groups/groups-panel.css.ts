import { globalStyle, style } from '@vanilla-extract/css';
import { noticeBottom } from '~/app/ui/notice.css.ts';
import { asInlineRow, asRow, asStack, asWrappingRow } from '~/app/ui/theme/recipes.ts';
import {
	color,
	font,
	fontSize,
	media,
	mutedText,
	radius,
	space,
	strongText,
} from '~/app/ui/theme/tokens.css.ts';

export const panel = style({
	...asStack('18px'),
	scrollMarginTop: space[6],
});
/** The panel while its switch is on. Glow and hover are CSS only, so the switch works without script too. */
export const glows = `${panel}:has(input[name="glow"]:checked)`;

export const head = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'flex-start',
	justifyContent: 'space-between',
	gap: space[4],
});
/** Wraps before the buttons do, so that they stay under the pointer when a word is added. */
export const headText = style({ flex: '1 1 260px', minWidth: 0 });
export const facts = style({
	...asWrappingRow('4px 18px'),
	marginTop: '6px',
	...mutedText,
});
export const unsaved = style({
	...asInlineRow('6px'),
	fontWeight: 600,
	color: color.lanternText,
});
export const unsavedMark = style({
	flex: 'none',
	width: '10px',
	height: '13px',
	borderRadius: '5px 5px 2px 2px',
	backgroundImage: color.paneLit,
	boxShadow: color.paneLitRing,
});
export const unsavedMarkLarge = style([
	unsavedMark,
	{ width: '14px', height: '20px', borderRadius: '7px 7px 3px 3px' },
]);
export const actions = style({
	...asWrappingRow('8px'),
	'@media': { [media.md]: { justifyContent: 'flex-end', maxWidth: '640px', textAlign: 'right' } },
});
export const groupCount = style({
	...asWrappingRow('4px 8px'),
	textAlign: 'left',
});
export const stepper = style(asRow('2px'));
export const stepperInput = style({
	width: '64px',
	textAlign: 'center',
	fontVariantNumeric: 'tabular-nums',
	// With script the buttons beside it step.
	selectors: {
		'[data-scripted] &': { appearance: 'textfield' },
		'[data-scripted] &::-webkit-inner-spin-button': { appearance: 'none' },
	},
});
export const reason = style({ flexBasis: '100%', ...mutedText });

/** Visible while it has the focus, in the space above the panel. */
export const skip = style({
	position: 'absolute',
	zIndex: 7,
	transform: 'translateY(-100%)',
	padding: '12px 18px',
	borderRadius: radius.control,
	backgroundColor: color.overlay,
	fontWeight: 600,
	boxShadow: color.shadowLifted,
	selectors: { '&:not(:focus)': { clipPath: 'inset(50%)', pointerEvents: 'none' } },
});

export const legend = style({
	...asWrappingRow('4px 20px'),
	paddingTop: '14px',
	borderTop: `1px solid ${color.line}`,
	...mutedText,
});
export const legendItem = style(asInlineRow('8px'));
export const legendParts = style({
	display: 'none',
	flex: '1 1 420px',
	flexWrap: 'wrap',
	gap: '4px 20px',
	selectors: { [`${glows} &`]: { display: 'flex' } },
});
export const legendText = style({ flexBasis: '100%' });
/** The pointed player's preferences. Its space is reserved, so that nothing shifts while the pointer moves. */
export const pointed = style({
	display: 'none',
	flex: '1 1 240px',
	minWidth: 0,
	minHeight: '44px',
	alignItems: 'center',
	justifyContent: 'flex-end',
	gap: '8px',
	color: color.lanternText,
	textAlign: 'right',
	selectors: { [`${glows} &`]: { display: 'flex' } },
	'@media': { [media.belowMd]: { justifyContent: 'flex-start', textAlign: 'left' } },
});
export const glowSwitch = style({ marginLeft: 'auto', fontSize: fontSize.body, color: color.text });

export const grid = style({
	...asStack('18px'),
	'@media': { [media.md]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
});
// Every row is full: an odd group at the end has the whole row.
globalStyle(`${grid} > :last-child:nth-child(odd)`, {
	'@media': { [media.md]: { gridColumn: '1 / -1' } },
});
/** A board with many groups shows three in a row, and two in the last rows when the number leaves no other choice. */
export const manyGroups = style({
	'@media': { [media.three]: { gridTemplateColumns: 'repeat(6, minmax(0, 1fr))' } },
});
const cards = `${manyGroups} > :first-child`;
globalStyle(`${manyGroups} > *, ${manyGroups} > :last-child:nth-child(odd)`, {
	'@media': { [media.three]: { gridColumn: 'span 2' } },
});
globalStyle(
	[
		`${cards}:nth-last-child(3n+1) ~ :nth-last-child(-n+4)`,
		`${cards}:nth-last-child(4)`,
		`${cards}:nth-last-child(3n+2) ~ :nth-last-child(-n+2)`,
	].join(', '),
	{ '@media': { [media.three]: { gridColumn: 'span 3' } } },
);
/** The groups with their counts, always in view: they lead to the groups, and players are dropped on them. */
export const rail = style({
	position: 'sticky',
	top: '8px',
	zIndex: 4,
	display: 'flex',
	gap: '8px',
	padding: '8px',
	overflowX: 'auto',
	border: `1px solid ${color.line}`,
	borderRadius: radius.card,
	backgroundColor: color.overlay,
	boxShadow: color.shadowLifted,
});
globalStyle(`html:has(${rail})`, { scrollPaddingTop: '76px' });
export const railLink = style({
	...asInlineRow('10px'),
	flex: '1 0 auto',
	justifyContent: 'space-between',
	maxWidth: '220px',
	minHeight: '44px',
	padding: '0 14px',
	border: `1px solid ${color.line}`,
	borderRadius: radius.control,
	backgroundColor: color.raised,
	...strongText,
	color: color.text,
	textDecoration: 'none',
	selectors: {
		'&:hover': { color: color.lanternText },
		'&[data-over]': { outline: `2px solid ${color.lanternEdge}` },
	},
});
export const railCount = style({ ...mutedText, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' });
export const empty = style({
	padding: `${space[8]} ${space[4]}`,
	border: `1px dashed ${color.lineStrong}`,
	borderRadius: radius.card,
	textAlign: 'center',
	color: color.muted,
});

const box = style({
	border: `1px solid ${color.line}`,
	borderRadius: radius.row,
	backgroundColor: color.surface,
});
export const rules = box;
export const result = style([
	box,
	{
		selectors: {
			'&[data-proven]': { borderColor: color.success.line, backgroundColor: color.success.ground },
			'&[data-warning]': { borderColor: color.lanternLine, backgroundColor: color.lanternWash },
		},
	},
]);
export const resultLine = style({
	...asWrappingRow('4px 12px'),
	padding: '10px 16px',
});
export const resultText = style({ flex: '1 1 240px', minWidth: 0 });
export const resultIcon = style({ color: color.success.text });
export const warnings = style({ display: 'grid', flex: '1 1 240px', gap: '4px', minWidth: 0 });
/** In the color of what to do next. */
export const warning = style({
	...asRow('8px'),
	fontWeight: 600,
	color: color.lanternText,
});
/** What can be done with the saved groups, side by side where there is room. */
export const copy = style(asWrappingRow('10px 14px'));
export const copyText = style({ flexBasis: '100%' });
export const detailsSummary = style({
	...asInlineRow('6px'),
	minHeight: '44px',
	padding: '0 16px',
	...strongText,
	color: color.lanternText,
	textDecoration: 'underline',
	textUnderlineOffset: '3px',
});
export const preferenceList = style({
	display: 'grid',
	gap: '4px 24px',
	padding: '0 16px 14px',
	fontSize: fontSize.small,
	'@media': { [media.md]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
});

export const rulesBody = style({ display: 'grid', gap: space[4], padding: '0 16px 16px' });
export const rulesTitle = style({ font: `600 ${fontSize.body}/1.3 ${font.sans}`, letterSpacing: 'normal' });
export const ruleList = style({ display: 'flex', flexWrap: 'wrap', gap: '8px' });
export const rule = style({
	...asInlineRow('4px'),
	maxWidth: '100%',
	paddingLeft: '14px',
	border: `1px solid ${color.line}`,
	borderRadius: radius.pill,
	backgroundColor: color.raised,
	fontSize: fontSize.small,
});
export const breakable = style({ minWidth: 0, overflowWrap: 'anywhere' });
export const pairForm = style({
	display: 'grid',
	gap: '12px',
	alignItems: 'end',
	'@media': { [media.md]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr) auto' } },
});

/** Sticks to the bottom of the viewport while there is something to save or to report. */
export const foot = style({
	position: 'sticky',
	bottom: '12px',
	zIndex: 5,
	...asStack('10px'),
	selectors: { '&:empty': { display: 'none' } },
});
export const bar = style({
	...asWrappingRow('10px 16px'),
	padding: '12px 14px 12px 22px',
	border: `1px solid ${color.lanternLine}`,
	borderRadius: radius.card,
	backgroundColor: color.overlay,
	boxShadow: color.shadowLifted,
	'@media': { [media.belowMd]: { padding: '10px 12px' } },
});
export const barText = style({ flex: '1 1 240px', minWidth: 0, color: color.muted });
/** On a small screen the first two words are enough. */
export const barMore = style({ '@media': { [media.belowMd]: { display: 'none' } } });
export const barWarning = style({ display: 'block', color: color.lanternText });
/** Notices are shown above the bar, and what gets the focus or is scrolled to stops above it. */
globalStyle(`html:has(${bar})`, {
	vars: { [noticeBottom]: '136px' },
	scrollPaddingBottom: '136px',
	'@media': { [media.md]: { vars: { [noticeBottom]: '92px' }, scrollPaddingBottom: '92px' } },
});
/** On a phone a warning has two lines. */
globalStyle(`html:has(${barWarning})`, {
	'@media': { [media.belowMd]: { vars: { [noticeBottom]: '176px' }, scrollPaddingBottom: '176px' } },
});
export const barStrong = style({ fontWeight: 600, color: color.text });
export const barActions = style({ display: 'flex', flexWrap: 'wrap', gap: '8px', marginLeft: 'auto' });
/** On a phone the buttons of the bar share a row, without their icons. */
export const barButtons = style([
	barActions,
	{ '@media': { [media.belowMd]: { justifyContent: 'space-between', width: '100%' } } },
]);
globalStyle(`${barButtons} button`, { '@media': { [media.belowMd]: { paddingInline: '12px' } } });
globalStyle(`${barButtons} svg`, { '@media': { [media.belowMd]: { display: 'none' } } });

/** The conflict notice. It is focused when it appears. */
export const conflict = style({ borderRadius: radius.notice, scrollMarginTop: space[6] });
export const versions = style({
	display: 'grid',
	gap: '14px',
	margin: `${space[3]} 0`,
	'@media': { [media.md]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
});
export const version = style([box, { minWidth: 0, padding: '12px 16px', overflowWrap: 'anywhere' }]);
export const versionTitle = style([rulesTitle, { marginBottom: '6px' }]);
export const versionGroup = style({ fontSize: fontSize.small, marginTop: '6px' });
