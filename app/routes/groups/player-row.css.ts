import { globalStyle, style } from '@vanilla-extract/css';
import { asRow } from '~/app/ui/theme/recipes.ts';
import { color, easing, fontSize, media, motion, mutedText, strongText } from '~/app/ui/theme/tokens.css.ts';
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
export const seat = style({
	flex: 'none',
	minWidth: '1.3em',
	...mutedText,
	fontVariantNumeric: 'tabular-nums',
	textAlign: 'right',
});
export const text = style({ flex: 1, minWidth: 0 });
export const name = style({ ...strongText, lineHeight: 1.25 });
export const meta = style({
	display: 'flex',
	flexWrap: 'wrap',
	columnGap: '10px',
	...mutedText,
	lineHeight: 1.35,
});
export const mutual = style({
	display: 'none',
	alignItems: 'center',
	gap: '6px',
	color: color.lanternText,
	selectors: { [`${glows} &`]: { display: 'inline-flex' } },
});
export const status = style({ display: 'inline-flex', alignItems: 'center', gap: '4px' });
/** Smaller and bolder than other icons. */
export const pin = style({ width: '14px', height: '14px', strokeWidth: 2 });
/** 32 by 44 px, the size of all icon buttons of the board. */
export const tool = style({
	width: '32px',
	color: color.subtle,
	'@media': { [media.belowMd]: { minHeight: '42px', height: '42px' } },
});
export const menu = style({ flex: 'none', marginLeft: '-9px' });
globalStyle(`${menu} > summary`, {
	width: '32px',
	color: color.subtle,
	'@media': { [media.belowMd]: { minHeight: '42px', height: '42px' } },
});
export const menuText = style({ minWidth: 0, overflowWrap: 'anywhere' });
export const note = style({ padding: '8px 12px', ...mutedText });

/** A row without controls, for the view of the players. */
export const readOnly = style([
	row,
	{ padding: '3px 12px 3px 10px', '@media': { [media.belowMd]: { gap: '9px', paddingBlock: 0 } } },
]);
export const own = style({ borderColor: color.lanternLine, backgroundColor: color.lanternWash });
export const you = style({ flex: 'none', fontSize: fontSize.small, fontWeight: 500, color: color.muted });
/** The player's status at the end of the row, such as “can't come”. */
export const mark = style({ flex: 'none', marginLeft: 'auto', ...mutedText });
export const withdrawn = style({ backgroundColor: 'transparent', color: color.muted });
