import { style } from '@vanilla-extract/css';
import { asInlineRow, asRow, asStack, asWrappingRow } from '~/app/ui/theme/recipes.ts';
import {
	color,
	easing,
	fontSize,
	media,
	motion,
	mutedText,
	radius,
	strongText,
	subtleText,
} from '~/app/ui/theme/tokens.css.ts';

export const card = style({
	selectors: {
		'&[data-over]': { outline: `2px solid ${color.lanternEdge}`, outlineOffset: '2px' },
		'&[data-lifted]': { opacity: 0.5 },
	},
});
/** A group of a board with many: its players can be folded away, and their rows are low. */
export const foldable = style({ position: 'relative' });
/** The summary stands right of the head's buttons. */
export const foldSummary = style({
	position: 'absolute',
	top: '14px',
	right: '10px',
	'@media': { [media.belowMd]: { top: '8px' } },
	display: 'grid',
	placeItems: 'center',
	width: '32px',
	height: '44px',
	borderRadius: radius.control,
	color: color.subtle,
	selectors: { '&:hover': { color: color.text } },
});
export const foldIcon = style({
	transition: `transform ${motion.calm} ${easing}`,
	selectors: { 'details[open] > summary &': { transform: 'rotate(180deg)' } },
});
export const closed = style({ paddingBottom: '14px' });
export const head = style({
	...asRow('4px 12px'),
	padding: '14px 10px 10px 20px',
	selectors: { [`${foldable} &`]: { paddingRight: '42px' } },
	'@media': { [media.belowMd]: { paddingBlock: '8px 6px' } },
});
export const titles = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'baseline',
	gap: '0 14px',
	flex: 1,
	minWidth: 0,
});
export const title = style({ minWidth: 0, fontSize: fontSize.card, overflowWrap: 'anywhere' });
export const count = style({
	...mutedText,
	fontWeight: 500,
	fontVariantNumeric: 'tabular-nums',
	whiteSpace: 'nowrap',
});
/** Narrow enough for a menu that ends at the card's buttons on a phone. */
export const menuForm = style({
	...asStack('12px'),
	width: '250px',
	padding: '8px 8px 10px',
});
export const danger = style({ padding: '8px 12px 4px', ...mutedText });

/** On a phone a group of 15 fits into one screen and a half. */
export const players = style({
	...asStack('11px'),
	padding: '16px 14px 14px',
	selectors: { [`${foldable} &`]: { gap: '6px' } },
	'@media': {
		[media.belowMd]: {
			gap: '2px',
			padding: '8px 14px',
			selectors: { [`${foldable} &`]: { gap: '2px' } },
		},
		[media.three]: {
			gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
			selectors: { [`${foldable} &`]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
		},
	},
});
export const empty = style({ padding: '18px 20px 22px', ...mutedText });

export const withdrawn = style({
	...asWrappingRow('0 6px'),
	margin: '10px 14px 0',
	padding: '0 10px',
	minHeight: '46px',
	border: `1px solid ${color.lanternLine}`,
	borderRadius: radius.row,
	backgroundColor: color.lanternWash,
	color: color.lanternText,
	fontSize: fontSize.small,
});
export const withdrawnStep = style({ fontSize: fontSize.small });

export const storyteller = style({
	position: 'relative',
	...asWrappingRow('4px 12px'),
	margin: '0 14px',
	padding: '5px 6px 5px 14px',
	minHeight: '58px',
	border: `1px solid ${color.line}`,
	borderRadius: radius.row,
	backgroundColor: color.sunken,
	selectors: { '& + &': { marginTop: '6px' } },
});
export const choices = style({
	display: 'grid',
	gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
	gap: '4px 8px',
	margin: '0 14px',
});
export const choice = style({
	position: 'relative',
	...asRow('12px'),
	minHeight: '58px',
	padding: '5px 6px 5px 14px',
	border: `1px solid ${color.line}`,
	borderRadius: radius.row,
	backgroundColor: color.sunken,
	'@media': { [media.belowMd]: { minHeight: '54px', paddingLeft: '12px' } },
});
/** On a phone the names need the room. */
export const choicePicture = style({ '@media': { [media.belowMd]: { display: 'none' } } });
/** Apart from the fields that wait for Save Changes. */
export const whoWon = style({
	...asStack('4px'),
	margin: '12px 14px 0',
	paddingTop: '8px',
	borderTop: `1px solid ${color.line}`,
	'@media': { [media.belowMd]: { marginTop: '8px', paddingTop: '6px' } },
});
export const writeTo = style({ margin: '8px 14px 0' });
export const fieldLabel = style({ ...subtleText, lineHeight: 1.2 });
/** Lower than the same buttons of a signup, because the players below them need the room. */
export const winners = style({ '@media': { [media.belowMd]: { padding: 0, marginTop: '-2px' } } });
export const coStoryteller = style({
	display: 'grid',
	gridTemplateColumns: 'minmax(0, 1fr) auto',
	alignItems: 'center',
	marginTop: '6px',
	paddingRight: '14px',
});
export const script = style({ margin: '8px 20px 0', fontSize: fontSize.small, overflowWrap: 'anywhere' });
export const storytellerField = style({ display: 'grid', flex: '1 1 116px', minWidth: 0 });
export const storytellerName = style({ ...strongText, lineHeight: 1.25, overflowWrap: 'anywhere' });
/** Beside the label, while a choice by key waits. */
export const pendingChoice = style([
	fieldLabel,
	{ color: color.lanternText, selectors: { '&:empty': { display: 'none' } } },
]);
export const storytellerSelectFrame = style({ position: 'relative', display: 'grid', alignItems: 'center' });
export const storytellerSelect = style({
	appearance: 'none',
	width: '100%',
	minHeight: '30px',
	padding: '0 26px 0 0',
	border: 0,
	borderRadius: '8px',
	backgroundColor: 'transparent',
	...strongText,
	lineHeight: 1.25,
	textOverflow: 'ellipsis',
	cursor: 'pointer',
	// The whole box is the click target.
	selectors: { '&::before': { content: '', position: 'absolute', inset: '-18px -6px -6px -60px' } },
	'@media': {
		[media.belowMd]: { selectors: { '&::before': { insetInlineStart: '-12px' } } },
	},
});
/** The option list uses the system's colors unless they are set here. */
export const option = style({ backgroundColor: color.overlay, color: color.text });
export const storytellerChevron = style({
	position: 'absolute',
	right: '2px',
	pointerEvents: 'none',
	color: color.muted,
});
/** Without script: below both selects. */
export const saveHead = style({ gridColumn: '1 / -1', justifySelf: 'start' });
export const preferred = style({
	...asInlineRow('4px'),
	gridColumn: '1 / -1',
	fontSize: fontSize.small,
	color: color.lanternText,
	whiteSpace: 'nowrap',
});
