import { style } from '@vanilla-extract/css';
import { asStack, asWrappingRow } from '~/app/ui/theme/recipes.ts';
import {
	color,
	easing,
	font,
	fontSize,
	media,
	motion,
	mutedText,
	space,
	strongText,
} from '~/app/ui/theme/tokens.css.ts';

export const label = style({ marginBottom: '10px', ...strongText, lineHeight: 1.4 });
export const windows = style({
	display: 'grid',
	gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
	gap: space[3],
	'@media': {
		[media.belowMd]: { gap: space[2] },
		[media.md]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' },
	},
});
/** What the press has done stands directly under the buttons. */
export const fill = style({
	...asStack(space[2]),
	marginTop: space[3],
	padding: `${space[3]} ${space[4]}`,
	border: `1px solid ${color.lanternLine}`,
	borderRadius: '14px',
	backgroundColor: color.lanternWash,
	fontSize: fontSize.small,
	selectors: {
		'&:empty': { margin: 0, padding: 0, border: 0 },
	},
});
export const replaced = style({
	...asWrappingRow(`${space[1]} ${space[3]}`),
	justifyContent: 'space-between',
});
export const window = style({
	display: 'flex',
	flexDirection: 'column',
	alignItems: 'center',
	justifyContent: 'flex-end',
	minHeight: '120px',
	padding: `34px ${space[2]} 12px`,
	border: `1px solid ${color.windowEdge}`,
	borderRadius: '50% 50% 14px 14px / 62% 62% 14px 14px',
	'@media': { [media.belowMd]: { minHeight: '84px', paddingTop: '16px' } },
	backgroundImage: `linear-gradient(${color.windowDark}, ${color.surface})`,
	textAlign: 'center',
	color: color.text,
	transition: `border-color ${motion.quick} ${easing}, box-shadow ${motion.slow} ${easing}`,
	selectors: {
		'&:hover': { borderColor: color.lanternEdge },
		'&[aria-pressed="true"]': {
			backgroundImage: color.windowLit,
			borderColor: color.windowLitEdge,
			boxShadow: color.glowWindow,
			color: color.onWindow,
		},
	},
});
export const name = style({
	flex: 1,
	display: 'grid',
	alignContent: 'center',
	font: `500 ${fontSize.card}/1.15 ${font.serif}`,
	letterSpacing: '-0.01em',
});
export const word = style({ display: 'block' });
export const date = style({
	marginTop: '6px',
	...mutedText,
	fontVariantNumeric: 'tabular-nums',
	selectors: { [`${window}[aria-pressed="true"] &`]: { color: color.onWindowSmall } },
});
