import { style } from '@vanilla-extract/css';
import { asStack } from '~/app/ui/theme/recipes.ts';
import { color, fontSize, media, space } from '~/app/ui/theme/tokens.css.ts';

export const head = style({
	display: 'grid',
	gridTemplateColumns: 'auto minmax(0, 1fr)',
	alignItems: 'center',
	gap: `${space[5]} 18px`,
	paddingTop: space[5],
	'@media': { [media.md]: { gridTemplateColumns: 'auto minmax(0, 1fr) auto', gap: '30px' } },
});
/** A lit window with a round top, behind the user's avatar. */
export const window = style({
	position: 'relative',
	isolation: 'isolate',
	display: 'grid',
	placeItems: 'center',
	overflow: 'hidden',
	width: '108px',
	height: '138px',
	margin: '6px',
	border: `1px solid ${color.windowLitEdge}`,
	borderRadius: '54px 54px 16px 16px',
	outline: `6px solid ${color.windowDark}`,
	boxShadow: color.glowWindow,
	'@media': {
		[media.md]: { width: '148px', height: '190px', borderRadius: '74px 74px 18px 18px' },
	},
});
export const town = style({ zIndex: -1 });
export const face = style({
	width: '72px',
	height: '72px',
	marginTop: '-22px',
	boxShadow: `0 0 0 4px ${color.windowLitEdge}`,
	'@media': { [media.md]: { width: '96px', height: '96px' } },
});
export const text = style({ display: 'grid', gap: space[2], minWidth: 0 });
export const role = style({ justifySelf: 'start' });
export const name = style({
	overflowWrap: 'anywhere',
});
export const facts = style({ color: color.muted, overflowWrap: 'anywhere' });
export const actions = style({
	gridColumn: '1 / -1',
	display: 'grid',
	'@media': { [media.md]: { gridColumn: 'auto' } },
});
export const form = style({
	...asStack(space[3]),
	maxWidth: '560px',
	gridColumn: '1 / -1',
	'@media': { [media.md]: { gridColumn: '2 / -1' } },
});
export const formTitle = style({ fontSize: fontSize.section });
export const formActions = style({ display: 'flex', flexWrap: 'wrap', gap: space[3] });
