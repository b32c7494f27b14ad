import { globalStyle, style } from '@vanilla-extract/css';
import { asInlineRow, asRow, asStack } from '~/app/ui/theme/recipes.ts';
import {
	color,
	easing,
	fontSize,
	media,
	motion,
	mutedText,
	radius,
	space,
	strongText,
} from '~/app/ui/theme/tokens.css.ts';
import { foldable } from './group-card.css.ts';
import { glows } from './groups-panel.css.ts';

/** The row itself; its glow is visible while the panel's switch is on. */
export const row = style({
	position: 'relative',
	...asRow('9px'),
	minWidth: 0,
	minHeight: '58px',
	padding: '3px 0 3px 2px',
	border: `1px solid ${color.line}`,
	borderRadius: '13px',
	backgroundColor: color.raised,
	transition: `box-shadow ${motion.quick} ${easing}, border-color ${motion.quick} ${easing}`,
	selectors: {
		[`${glows} &[data-glow]`]: { borderColor: 'transparent' },
		[`${glows} &[data-glow="1"]`]: { boxShadow: color.glowOne },
		[`${glows} &[data-glow="2"]`]: {
			boxShadow: color.glowTwo,
			backgroundImage: `linear-gradient(90deg, ${color.lanternWash}, ${color.raised})`,
		},
		[`${glows} &[data-glow="3"]`]: {
			boxShadow: color.glowThree,
			backgroundImage: color.glowThreeGround,
		},
		[`${glows} &[data-pointed]`]: { outline: `2px solid ${color.focus}`, outlineOffset: '3px' },
		[`${glows} &[data-related]`]: { outline: `2px dashed ${color.lanternText}`, outlineOffset: '2px' },
		'&[data-over]': { outline: `2px solid ${color.lanternEdge}`, outlineOffset: '2px' },
		'&[data-lifted]': { opacity: 0.45 },
		[`${foldable} &`]: { minHeight: '46px', paddingBlock: 0 },
		// The open menu covers the rows below and the bar of unsaved changes.
		'&:has(details[open])': { zIndex: 6 },
	},
	'@media': {
		// The gaps leave room for the words below the name.
		[media.belowMd]: {
			gap: '5px',
			minHeight: '44px',
			paddingBlock: 0,
			selectors: { [`${foldable} &`]: { minHeight: '44px' } },
		},
	},
});
/** As wide as two digits, so that the pictures are in one line. */
export const rowSeat = style({
	flex: 'none',
	minWidth: '1.3em',
	...mutedText,
	fontVariantNumeric: 'tabular-nums',
	textAlign: 'right',
});
export const rowText = style({ flex: 1, minWidth: 0 });
export const rowName = style({ ...strongText, lineHeight: 1.25 });
export const rowMeta = style({
	display: 'flex',
	flexWrap: 'wrap',
	columnGap: '10px',
	...mutedText,
	lineHeight: 1.35,
});
export const rowMutual = style({
	display: 'none',
	alignItems: 'center',
	gap: '6px',
	color: color.lanternText,
	selectors: { [`${glows} &`]: { display: 'inline-flex' } },
});
export const rowStatus = style(asInlineRow('4px'));
/** Smaller and bolder than other icons. */
export const rowPin = style({ width: '14px', height: '14px', strokeWidth: 2 });
/** 32 by 44 px, the size of all icon buttons of the board. */
const tool = {
	width: '32px',
	color: color.subtle,
	'@media': { [media.belowMd]: { minHeight: '42px', height: '42px' } },
};
export const rowTool = style(tool);
export const rowMenu = style({ flex: 'none', marginLeft: '-9px' });
globalStyle(`${rowMenu} > summary`, tool);
export const rowMenuText = style({ minWidth: 0, overflowWrap: 'anywhere' });
export const rowNote = style({ padding: '8px 12px', ...mutedText });

/** A row without controls, for the view of the players. */
export const rowReadOnly = style([
	row,
	{ padding: '3px 12px 3px 10px', '@media': { [media.belowMd]: { gap: '9px', paddingBlock: 0 } } },
]);
export const rowOwn = style({ borderColor: color.lanternLine, backgroundColor: color.lanternWash });
export const rowYou = style({ flex: 'none', fontSize: fontSize.small, fontWeight: 500, color: color.muted });
/** The player's status at the end of the row, such as “can't come”. */
export const rowMark = style({ flex: 'none', marginLeft: 'auto', ...mutedText });
export const rowWithdrawn = style({ backgroundColor: 'transparent', color: color.muted });

export const availableCard = style({
	selectors: {
		'&[data-over]': { outline: `2px solid ${color.lanternEdge}`, outlineOffset: '2px' },
	},
});
export const availableHead = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'baseline',
	justifyContent: 'space-between',
	gap: '4px 16px',
	padding: '18px 20px 14px',
});
export const availableTitle = style({ fontSize: fontSize.section });
export const availableEmpty = style({ padding: '4px 20px 22px', color: color.muted });
export const availableSearch = style({ maxWidth: '320px', padding: '0 20px 14px' });
export const availableSections = style({
	display: 'flex',
	flexWrap: 'wrap',
	borderTop: `1px solid ${color.line}`,
});
/** The sections are side by side as they fit; one with many players has a separate row. */
export const availableSection = style({
	flex: '1 1 240px',
	minWidth: 0,
	padding: '8px 18px 16px',
	boxShadow: `-1px -1px 0 ${color.line}`,
	selectors: { '&[data-many]': { flexBasis: '100%' } },
});
export const availableSummary = style({
	...asRow('8px'),
	minHeight: '44px',
	...strongText,
});
export const availableCount = style({ fontWeight: 500, color: color.muted });
export const availableChevron = style({
	marginLeft: 'auto',
	color: color.muted,
	transition: `transform ${motion.calm} ${easing}`,
	selectors: { 'details[open] > summary &': { transform: 'rotate(180deg)' } },
});
export const availableList = style({
	display: 'grid',
	gridTemplateColumns: 'repeat(auto-fill, minmax(min(220px, 100%), 1fr))',
	gap: '8px',
	paddingTop: '4px',
});
export const availableEmptySection = style({ padding: '4px 0 6px', ...mutedText });

/** What drag and drop is possible in; scrolling while dragging stops at its edges. */
export const dragArea = style(asStack('18px'));

export const dragGrip = style({
	display: 'grid',
	placeItems: 'center',
	flex: 'none',
	width: '24px',
	height: '44px',
	margin: '0 -8px 0 0',
	borderRadius: radius.control,
	color: color.subtle,
	cursor: 'grab',
	touchAction: 'none',
	selectors: { '&:hover': { color: color.text } },
});
export const dragGroupGrip = style({ width: '32px', margin: '0 -4px 0 -8px' });
/** Keeps some space for the drag handle, which has no use without script. */
export const dragNoGrip = style({ flex: 'none', width: '6px' });

/** The element that follows the pointer while dragging. */
export const dragOverlay = style({
	...asInlineRow(space[2]),
	maxWidth: '260px',
	minHeight: '48px',
	padding: '0 18px 0 12px',
	border: `1px solid ${color.lanternText}`,
	borderRadius: '13px',
	backgroundColor: color.overlay,
	boxShadow: color.shadowLifted,
	color: color.text,
	...strongText,
	cursor: 'grabbing',
});

export const panes = style({ display: 'inline-flex', gap: '2px' });
export const pane = style({ width: '7px', height: '11px', borderRadius: '4px 4px 1px 1px' });
export const paneLit = style({ backgroundImage: color.paneLit });
export const paneDark = style({ boxShadow: `inset 0 0 0 1px ${color.windowEdge}` });
