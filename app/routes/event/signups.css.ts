import { style } from '@vanilla-extract/css';
import { asRow, asStack, asWrappingRow } from '~/app/ui/theme/recipes.ts';
import {
	color,
	fontSize,
	media,
	mutedText,
	radius,
	size,
	space,
	strongText,
} from '~/app/ui/theme/tokens.css.ts';

export const bar = style({
	...asStack(`${space[3]} 22px`),
	gridTemplateAreas: '"ask" "track" "actions"',
	alignItems: 'center',
	padding: space[4],
	'@media': {
		[media.md]: {
			gridTemplateColumns: 'minmax(0, 1fr) auto',
			gridTemplateAreas: '"ask actions" "track track"',
			padding: '16px 20px 16px 24px',
		},
		[media.three]: {
			gridTemplateColumns: 'auto minmax(0, 1fr) auto',
			gridTemplateAreas: '"ask track actions"',
		},
	},
});
export const barQuestion = style({ gridArea: 'ask' });
export const barFull = style({ marginTop: space[1], maxWidth: '36ch', fontSize: fontSize.small });
export const barTrack = style({ gridArea: 'track', minWidth: 0 });
export const barActions = style({
	gridArea: 'actions',
	display: 'flex',
	flexWrap: 'wrap',
	justifyContent: 'space-between',
	minHeight: size.target,
});
export const barKept = style({ visibility: 'hidden' });
export const barAction = style({ textDecoration: 'underline', textUnderlineOffset: '4px' });
export const barNotes = style({ flexBasis: '100%', overflowWrap: 'anywhere', whiteSpace: 'pre-line' });
export const barAskLine = style({
	marginTop: space[3],
	paddingTop: space[3],
	borderTop: `1px solid ${color.line}`,
});
export const barArrival = style({
	...asWrappingRow(`0 ${space[3]}`),
	justifyContent: 'space-between',
	marginTop: space[2],
});
/** What others see of each way out. */
export const barWaysOut = style({ gridColumn: '1 / -1', ...mutedText });
export const barFailure = style({ gridColumn: '1 / -1' });
export const barClosed = style({
	display: 'flex',
	flexWrap: 'wrap',
	justifyContent: 'space-between',
	gap: `${space[1]} ${space[4]}`,
	padding: '16px 24px',
});

export const placeLine = style({
	gridColumn: '1 / -1',
	...asWrappingRow(space[3]),
	justifyContent: 'space-between',
	paddingTop: space[3],
	borderTop: `1px solid ${color.line}`,
});
export const placeText = style({ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' });
export const placeActions = style({ display: 'flex', flexWrap: 'wrap', gap: space[2] });

export const cardTools = style({
	...asWrappingRow(`${space[3]} ${space[4]}`),
	justifyContent: 'space-between',
	marginBottom: space[4],
});
export const cardSearch = style({
	flex: '1 1 200px',
	maxWidth: '260px',
	'@media': { [media.belowMd]: { maxWidth: 'none' } },
});
export const cardCounts = style({ display: 'flex', flexWrap: 'wrap', gap: space[2] });

/** A badge that is a link. */
export const cardWaiting = style({ textDecoration: 'underline', textUnderlineOffset: '3px' });

export const cardReady = style({
	...asWrappingRow(space[3]),
	justifyContent: 'space-between',
	marginBottom: space[5],
	padding: '14px 14px 14px 20px',
	border: `1px solid ${color.lanternLine}`,
	borderRadius: radius.notice,
	backgroundColor: color.lanternWash,
});

/** The count of the signups that were not confirmed since the event moved. */
export const cardUnconfirmed = style({
	...asRow(space[2]),
	marginBottom: space[4],
});

/** A 24rem list that scrolls by wheel, touch and keyboard; a fade at its bottom shows that there is more. */
export const cardFrame = style({ position: 'relative' });
export const cardFading = style({
	selectors: {
		'&::after': {
			content: '',
			position: 'absolute',
			insetInline: 0,
			bottom: 0,
			height: '54px',
			background: `linear-gradient(transparent, ${color.surface})`,
			pointerEvents: 'none',
		},
	},
});
export const cardScroller = style({
	maxHeight: '24rem',
	overflowY: 'auto',
	overscrollBehavior: 'contain',
	scrollbarColor: `${color.lineStrong} transparent`,
	scrollbarWidth: 'thin',
	margin: '-3px',
	padding: '3px',
	borderRadius: radius.row,
});
/** A page of many signups is as long as it is: a second place to scroll would be in the way. */
export const cardWhole = style({ maxHeight: 'none', overflowY: 'visible' });
/** Lets the last row be scrolled out of the fade. */
export const cardFadeSpace = style({ paddingBottom: '44px' });
export const cardList = style({
	...asStack('8px 12px'),
	'@media': { [media.md]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
});
export const cardEmpty = style({ padding: `${space[6]} 0`, textAlign: 'center', color: color.muted });
export const cardFoot = style({
	...asWrappingRow('10px'),
	justifyContent: 'space-between',
	marginTop: space[4],
	...mutedText,
});
export const cardLinks = style(asWrappingRow('10px'));

/** The links to the other pages of many signups. */
export const cardPages = style({ display: 'flex', flexWrap: 'wrap', gap: space[3], marginTop: space[3] });
export const cardNext = style({ marginLeft: 'auto' });
export const cardRange = style({ alignSelf: 'center', ...mutedText });

export const row = style({
	...asRow('11px'),
	minWidth: 0,
	minHeight: '56px',
	padding: '5px 4px 5px 10px',
	border: `1px solid ${color.line}`,
	borderRadius: radius.row,
	backgroundColor: color.rowGround,
});
export const rowOwn = style({ borderColor: color.lanternLine, backgroundColor: color.lanternWash });
export const rowText = style({ flex: 1, minWidth: 0 });
const nameText = { ...strongText, lineHeight: 1.25 };
export const rowOnlyName = style(nameText);
/** The viewer's own name, with `you` behind it. */
export const rowName = style({ display: 'flex', gap: '0.3em', ...nameText });
export const rowYou = style({ flex: 'none', fontWeight: 500, color: color.muted });
export const rowNote = style({ ...mutedText, lineHeight: 1.3 });
/** The marker of a signup that was not confirmed since the event moved. */
export const rowUnconfirmed = style({
	...asRow('0.4em'),
	...mutedText,
	lineHeight: 1.3,
});
export const rowPlace = style({
	display: 'inline-flex',
	alignItems: 'center',
	minHeight: '32px',
	fontSize: fontSize.small,
});
export const rowEdit = style({ margin: '-6px -2px -6px -6px' });
export const rowNoEdit = style({ marginRight: '10px' });
