import { globalStyle, style } from '@vanilla-extract/css';
import { asWrappingRow } from '~/app/ui/theme/recipes.ts';
import { color, media, radius, size, space } from '~/app/ui/theme/tokens.css.ts';
import { longTitle } from './event-page.css.ts';

export const banner = style({
	position: 'relative',
	isolation: 'isolate',
	height: '200px',
	marginInline: `-${space[4]}`,
	overflow: 'hidden',
	borderBottom: `1px solid ${color.line}`,
	backgroundColor: color.sunken,
	'@media': {
		[media.md]: {
			height: '300px',
			marginInline: 0,
			border: `1px solid ${color.line}`,
			borderRadius: radius.banner,
		},
	},
});
export const picture = style({ width: '100%', height: '100%', objectFit: 'cover' });

export const header = style({
	gridArea: 'head',
	position: 'relative',
	marginTop: '-92px',
	'@media': {
		[media.md]: {
			display: 'flex',
			alignItems: 'flex-end',
			gap: '26px',
			marginTop: '-58px',
			paddingInlineStart: '28px',
		},
	},
});
/** A ring in the page's color separates the tile from the banner behind it. */
export const tile = style({
	boxShadow: `0 0 0 6px ${color.page}`,
	'@media': { [media.md]: { alignSelf: 'flex-start', marginTop: '50px' } },
});
export const glowing = style({ boxShadow: `0 0 0 6px ${color.page}, ${color.glowWindow}` });
export const text = style({
	minWidth: 0,
	flex: 1,
	marginTop: '14px',
	'@media': { [media.md]: { marginTop: 0, paddingTop: '74px' } },
});
export const badges = style({
	...asWrappingRow(space[2]),
	marginBottom: space[2],
});
export const title = style({
	overflowWrap: 'anywhere',
});
export const cancelled = style({
	color: color.muted,
	textDecoration: 'line-through',
	textDecorationThickness: '2px',
});
export const creator = style({
	marginTop: '6px',
	color: color.muted,
	overflowWrap: 'anywhere',
	display: '-webkit-box',
	WebkitLineClamp: 2,
	WebkitBoxOrient: 'vertical',
	overflow: 'hidden',
});
export const parts = style({ ...asWrappingRow('0 18px'), marginTop: space[1] });
export const part = style({ display: 'inline-flex', alignItems: 'center', minHeight: size.target });
export const actions = style({
	gridArea: 'actions',
	display: 'flex',
	flexWrap: 'wrap',
	gap: space[2],
	marginTop: space[4],
	// An admin's five actions wrap into two rows, so that the title keeps its space.
	'@media': {
		[media.md]: {
			alignSelf: 'end',
			justifyContent: 'flex-end',
			maxWidth: '520px',
			margin: `${space[2]} 28px ${space[1]} 26px`,
			selectors: {
				// Below a long title, in line with it.
				[`${longTitle} &`]: { justifyContent: 'flex-start', maxWidth: 'none', marginLeft: '158px' },
			},
		},
	},
});
globalStyle(`${actions} > *`, { '@media': { [media.belowMd]: { flex: 1 } } });
