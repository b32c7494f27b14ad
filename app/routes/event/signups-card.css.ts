import { style } from '@vanilla-extract/css';
import { asRow, asStack, asWrappingRow } from '~/app/ui/theme/recipes.ts';
import { color, media, mutedText, radius, space } from '~/app/ui/theme/tokens.css.ts';

export const tools = style({
	...asWrappingRow(`${space[3]} ${space[4]}`),
	justifyContent: 'space-between',
	marginBottom: space[4],
});
export const search = style({
	flex: '1 1 200px',
	maxWidth: '260px',
	'@media': { [media.belowMd]: { maxWidth: 'none' } },
});
export const counts = style({ display: 'flex', flexWrap: 'wrap', gap: space[2] });

/** A badge that is a link. */
export const waiting = style({ textDecoration: 'underline', textUnderlineOffset: '3px' });

export const ready = style({
	...asWrappingRow(space[3]),
	justifyContent: 'space-between',
	marginBottom: space[5],
	padding: '14px 14px 14px 20px',
	border: `1px solid ${color.lanternLine}`,
	borderRadius: radius.notice,
	backgroundColor: color.lanternWash,
});

/** The count of the signups that were not confirmed since the event moved. */
export const unconfirmed = style({
	...asRow(space[2]),
	marginBottom: space[4],
});

/** A 24rem list that scrolls by wheel, touch and keyboard; a fade at its bottom shows that there is more. */
export const frame = style({ position: 'relative' });
export const fading = style({
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
export const scroller = style({
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
export const whole = style({ maxHeight: 'none', overflowY: 'visible' });
/** Lets the last row be scrolled out of the fade. */
export const fadeSpace = style({ paddingBottom: '44px' });
export const list = style({
	...asStack('8px 12px'),
	'@media': { [media.md]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
});
export const empty = style({ padding: `${space[6]} 0`, textAlign: 'center', color: color.muted });
export const foot = style({
	...asWrappingRow('10px'),
	justifyContent: 'space-between',
	marginTop: space[4],
	...mutedText,
});

/** The links to the other pages of many signups. */
export const pages = style({ display: 'flex', flexWrap: 'wrap', gap: space[3], marginTop: space[3] });
export const next = style({ marginLeft: 'auto' });
export const range = style({ alignSelf: 'center', ...mutedText });
